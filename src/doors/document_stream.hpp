// Documents one after the other, as they cross a pipe: where one ends is said by its own header. No pipe is known here.
#pragma once

#include "files/safetensors.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace attnref {

/// Collects bytes until they are a document.
class DocumentStream {
 public:
  /// `source` stands for the stream in messages. A document of more than `most_bytes` is refused when its header says
  /// so, before its data is waited for.
  explicit DocumentStream(std::string source, std::size_t most_bytes) : source_(std::move(source)), most_(most_bytes) {}

  void add(std::string_view bytes) { bytes_ += bytes; }
  /// The next document, once it is all there. Throws file_error as soon as the bytes cannot become one.
  std::optional<Document> next();
  /// Bytes of a document that is not all there.
  std::size_t pending() const { return bytes_.size(); }
  /// What is pending, for messages.
  std::string_view bytes() const { return bytes_; }

 private:
  std::optional<std::size_t> length();
  std::string source_;
  std::size_t most_;
  std::string bytes_;
  std::optional<std::size_t> length_;  ///< of the next document, once its header is there
};

}  // namespace attnref
