#include "files/file_bytes.hpp"

#include "files/no_signal_from_pipes.hpp"
#include "files/output_place.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace attnref {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t chunk = std::size_t{1} << 20;

std::string reason(int error) { return std::generic_category().message(error); }

void write_all(int descriptor, std::string_view bytes, const std::string& source) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw file_error(source, "file", "to write it", reason(errno));
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

/// A descriptor that closes itself.
struct OpenFile {
  int descriptor;
  explicit OpenFile(int opened) : descriptor(opened) {}
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (descriptor >= 0) ::close(descriptor);
  }
  /// Some file systems report a full disk only here.
  void close(const std::string& source) {
    const int closing = descriptor;
    descriptor = -1;
    if (::close(closing) != 0) throw file_error(source, "file", "to write it", reason(errno));
  }
};

void write_to(OpenFile& file, const ByteProducer& produce, const std::string& source) {
  produce([&](std::string_view bytes) { write_all(file.descriptor, bytes, source); });
  file.close(source);
}

void write_in_place(const fs::path& path, const ByteProducer& produce, const std::string& source) {
  const NoSignalFromPipes no_signal;
  OpenFile file(::open(path.c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC));
  if (file.descriptor < 0) throw file_error(source, "file", "to write it", reason(errno));
  write_to(file, produce, source);
}

/// A new file beside `target`, whose name no other process and no earlier crash has taken. The name is short, whatever
/// the target's is. The name of nothing where the folder takes no new file: errno says why.
TemporaryName create_beside(const fs::path& target, OpenFile& file) {
  static std::atomic<unsigned> next{0};
  for (int attempt = 0; attempt < 100; ++attempt) {
    const fs::path beside = target.parent_path() / fmt::format(".attnref-{}-{}.part", ::getpid(), next++);
    std::error_code ignored;
    // One that is there is another's, which a signal must leave.
    if (fs::exists(fs::symlink_status(beside, ignored))) continue;
    TemporaryName name(beside, [&] {
      file.descriptor = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      return file.descriptor >= 0;
    });
    if (!name.empty()) return name;
    if (errno != EEXIST) break;
  }
  return {};
}

/// What is at a path, through links; nothing where nothing is.
std::optional<struct stat> status_of(const fs::path& path) {
  struct stat found;
  return ::stat(path.c_str(), &found) == 0 ? std::optional(found) : std::nullopt;
}

bool may_write(const fs::path& path) { return ::faccessat(AT_FDCWD, path.c_str(), W_OK, AT_EACCESS) == 0; }

}  // namespace

InputFile::InputFile(const fs::path& path, std::string_view option) : source_(source_name(path, option)) {
  std::error_code failed;
  const fs::file_status status = fs::status(path, failed);
  if (fs::is_directory(status)) throw file_error(source_, "file", "a file", "a directory");
  file_.reset(std::fopen(path.c_str(), "rb"));
  if (!file_) throw file_error(source_, "file", "to read it", reason(errno));
  struct stat opened;
  if (::fstat(::fileno(file_.get()), &opened) == 0 && S_ISREG(opened.st_mode)) {
    size_ = static_cast<std::size_t>(opened.st_size);
  }
}

std::string InputFile::read_up_to(std::size_t most) {
  std::string bytes;
  while (bytes.size() < most) {
    const std::size_t before = bytes.size();
    const std::size_t wanted = std::min(chunk, most - before);
    bytes.resize(before + wanted);
    const std::size_t got = std::fread(bytes.data() + before, 1, wanted, file_.get());
    bytes.resize(before + got);
    if (std::ferror(file_.get()) != 0) throw file_error(source_, "file", "to read it", reason(errno));
    if (got < wanted) break;
  }
  return bytes;
}

StagedFile::StagedFile(const fs::path& path, std::string bytes, std::string_view option)
    : StagedFile(
          path, [bytes = std::move(bytes)](const ByteSink& sink) { sink(bytes); }, option) {}

StagedFile::StagedFile(const fs::path& path, ByteProducer produce, std::string_view option)
    : source_(source_name(path, option)), target_(path) {
  const std::optional<struct stat> old = status_of(path);
  if (!old && errno != ENOENT) throw file_error(source_, "file", "to write it", reason(errno));
  if (old && S_ISDIR(old->st_mode)) throw file_error(source_, "file", "a file", "a directory");
  if (old && !may_write(path)) throw file_error(source_, "file", "to write it", reason(errno));
  if (old && !S_ISREG(old->st_mode)) {
    in_place_ = std::move(produce);
    return;
  }
  // A link stays a link: what it points to is replaced, or made.
  target_ = old ? fs::canonical(path) : behind_links(path);
  OpenFile file(-1);
  beside_ = create_beside(target_, file);
  if (beside_.empty() && !old) throw file_error(source_, "file", "to write it", reason(errno));
  if (old && (beside_.empty() || !take_owner_and_mode(file.descriptor, *old))) {
    // Nothing that takes its place would be as it is.
    drop();
    in_place_ = std::move(produce);
    return;
  }
  try {
    write_to(file, produce, source_);
  } catch (...) {
    drop();  // no destructor runs for what was never whole
    throw;
  }
}

StagedFile::~StagedFile() { drop(); }

void StagedFile::drop() {
  std::error_code ignored;
  if (!beside_.empty()) fs::remove(beside_.path(), ignored);
  beside_.forget();
}

void StagedFile::appear() {
  if (beside_.empty()) return write_in_place(target_, in_place_, source_);
  std::error_code failed;
  fs::rename(beside_.path(), target_, failed);
  if (failed) throw file_error(source_, "file", "to write it", failed.message());
  beside_.forget();
}

void appear_together(std::list<StagedFile>& files) {
  for (const bool in_place : {true, false}) {
    for (StagedFile& file : files) {
      if (file.is_in_place() == in_place) file.appear();
    }
  }
}

void require_writable(const fs::path& path, std::string_view option) {
  const StagedFile probe(path, std::string(), option);
}

bool same_file(const fs::path& a, const fs::path& b) {
  std::error_code failed;
  if (fs::equivalent(a, b, failed) && !failed) return true;
  const auto place = [&failed](const fs::path& path) {
    return fs::weakly_canonical(fs::absolute(behind_links(path), failed), failed);
  };
  const fs::path one = place(a), other = place(b);
  return !failed && one == other;
}

void write_file(const fs::path& path, std::string_view bytes, std::string_view option) {
  write_file(
      path, [bytes](const ByteSink& sink) { sink(bytes); }, option);
}

void write_file(const fs::path& path, ByteProducer produce, std::string_view option) {
  StagedFile(path, std::move(produce), option).appear();
}

}  // namespace attnref
