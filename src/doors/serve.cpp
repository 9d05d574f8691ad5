#include "doors/serve.hpp"

#include "doors/document_stream.hpp"
#include "documents/hello.hpp"
#include "documents/document.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <limits>
#include <new>
#include <stdexcept>
#include <string>
#include <system_error>

namespace attnref {
namespace {

constexpr const char* source = "stdin";

[[noreturn]] void fail(const char* what) { throw std::system_error(errno, std::generic_category(), what); }

/// False at the end of the input.
bool read_some(int input, DocumentStream& stream) {
  std::string piece(std::size_t{1} << 16, '\0');
  for (;;) {
    const ssize_t count = ::read(input, piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail(source);
    stream.add(std::string_view(piece).substr(0, static_cast<std::size_t>(count)));
    return count > 0;
  }
}

void write_all(int output, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(output, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) fail("stdout");
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
}

Reply answer(const AnyBackend& backend, Document document) {
  try {
    return backend.attend(problem_of(std::move(document), source));
  } catch (const not_built_error& error) {
    return Unsupported{error.what()};
  } catch (const std::bad_array_new_length& error) {
    return Failed{error.what()};
  } catch (const std::bad_alloc&) {
    return Unsupported{"out of memory"};
  } catch (const std::exception& error) {
    return Failed{error.what()};
  } catch (...) {
    return Failed{"threw something that is not a std::exception"};
  }
}

/// Numbers that are none of their dtype's, or too few for their shape, can't be written.
std::string encoded(Reply reply) {
  try {
    return encode_safetensors(document_of(std::move(reply)));
  } catch (const std::invalid_argument& error) {
    return encode_safetensors(document_of(Reply{Failed{error.what()}}));
  }
}

}  // namespace

void serve(const AnyBackend& backend, const Document& introduction, int input, int output) {
  DocumentStream stream(source, std::numeric_limits<std::size_t>::max());
  bool greeted = false;
  for (;;) {
    while (std::optional<Document> document = stream.next()) {
      if (greeted) {
        write_all(output, encoded(answer(backend, *std::move(document))));
      } else {
        require_hello(*document, source);
        write_all(output, encode_safetensors(introduction));
        greeted = true;
      }
    }
    if (!read_some(input, stream)) break;
  }
  if (stream.pending() > 0) {
    throw file_error(source, "document", "its end", "the end of the input");
  }
}

int claim_standard_output() {
  std::fflush(stdout);
  const int claimed = ::dup(STDOUT_FILENO);
  if (claimed < 0) fail("stdout");
  if (::dup2(STDERR_FILENO, STDOUT_FILENO) < 0) fail("stdout");
  return claimed;
}

}  // namespace attnref
