#include "files/file_bytes.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
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
  OpenFile file(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (file.descriptor < 0) throw file_error(source, "file", "to write it", reason(errno));
  write_to(file, produce, source);
}

/// A new file beside `target`, whose name no other process and no earlier crash has taken.
TemporaryName create_beside(const fs::path& target, OpenFile& file, const std::string& source) {
  for (int attempt = 0; attempt < 100; ++attempt) {
    fs::path beside = target;
    beside += fmt::format(".{}.{}.part", ::getpid(), attempt);
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
  throw file_error(source, "file", "to write it", reason(errno));
}

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
  std::error_code failed;
  const fs::file_status status = fs::status(path, failed);
  if (fs::is_directory(status)) throw file_error(source_, "file", "a file", "a directory");
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    in_place_ = std::move(produce);
    return;
  }
  // A link stays a link: what it points to is replaced.
  if (fs::exists(status)) target_ = fs::canonical(path);
  OpenFile file(-1);
  beside_ = create_beside(target_, file, source_);
  try {
    write_to(file, produce, source_);
  } catch (...) {
    // No destructor runs for what was never whole.
    fs::remove(beside_.path(), failed);
    beside_.forget();
    throw;
  }
}

StagedFile::~StagedFile() {
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
  const fs::path one = fs::weakly_canonical(fs::absolute(a, failed), failed);
  const fs::path other = fs::weakly_canonical(fs::absolute(b, failed), failed);
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
