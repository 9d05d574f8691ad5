// The bytes of a file, in and out: bounded reading, and writing that shows the whole file or none of it.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <list>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "files/file_error.hpp"
#include "files/temporary_names.hpp"

namespace attnref {

/// A file open for reading. Pipes are welcome, directories are not.
class InputFile {
 public:
  /// Opens `path`; throws file_error if it is missing, a directory or unreadable.
  explicit InputFile(const std::filesystem::path& path, std::string_view option = {});

  /// The next bytes, at most `most` and fewer only where the file ends. Memory grows with what arrives, so a size
  /// that a header merely claims costs nothing.
  std::string read_up_to(std::size_t most);

  /// The length of the file; nothing for a pipe or a device, which have none.
  std::optional<std::size_t> size() const { return size_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string source_;
  std::unique_ptr<std::FILE, Close> file_;
  std::optional<std::size_t> size_;
};

/// Receives a file's bytes, piece by piece.
using ByteSink = std::function<void(std::string_view bytes)>;

/// Hands over a file's bytes piece by piece, so that they need not all be in memory.
using ByteProducer = std::function<void(const ByteSink& sink)>;

/// A file that is written and not yet to be seen: bytes beside its place, which a rename puts there. Dropped before, it
/// leaves nothing behind and the old content stands. What takes the place of a file has its owner and mode, and a link
/// stays one: the file that it names is made or replaced. Where the folder takes no new file, or this process may not
/// give it that owner, the old file is written in place.
class StagedFile {
 public:
  /// Writes `bytes` beside `path`; those that are to be written in place are kept until it appears. Throws file_error.
  StagedFile(const std::filesystem::path& path, std::string bytes, std::string_view option = {});
  /// The same for what `produce` hands over, now or, in place, when it appears. What it throws passes through.
  StagedFile(const std::filesystem::path& path, ByteProducer produce, std::string_view option = {});
  StagedFile(const StagedFile&) = delete;
  StagedFile& operator=(const StagedFile&) = delete;
  ~StagedFile();

  /// Makes the bytes the content of `path`. Throws file_error.
  void appear();
  bool is_in_place() const { return beside_.empty(); }

 private:
  void drop();

  std::string source_;
  std::filesystem::path target_;
  TemporaryName beside_;   ///< empty: written in place, or no longer there
  ByteProducer in_place_;  ///< of what is written in place
};

/// Makes them all appear, those in place first: only they can still fail for want of room, and then nothing is
/// replaced.
void appear_together(std::list<StagedFile>& files);

/// Throws the file_error that a StagedFile for `path` would throw.
void require_writable(const std::filesystem::path& path, std::string_view option = {});

/// True where both name one file, by whatever path or link; the file need not be there yet.
bool same_file(const std::filesystem::path& a, const std::filesystem::path& b);

/// Makes `bytes` the content of `path`, by way of a temporary file beside it and a rename: after a failure the old
/// content stands and nothing is left behind. A pipe or device is written in place. Throws file_error.
void write_file(const std::filesystem::path& path, std::string_view bytes, std::string_view option = {});

/// The same for what `produce` hands over.
void write_file(const std::filesystem::path& path, ByteProducer produce, std::string_view option = {});

}  // namespace attnref
