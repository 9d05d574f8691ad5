#include "cli/console.hpp"

#include "files/file_bytes.hpp"

#include <filesystem>

namespace attnref::cli {

void deliver(std::string_view document, std::string_view option, std::string_view file, Console& console) {
  if (file == "-") {
    console.out.stream << document << std::flush;
  } else {
    write_file(std::filesystem::path(file), document, option);
  }
}

void require_deliverable(std::string_view option, std::string_view file) {
  if (!file.empty() && file != "-") require_writable(std::filesystem::path(file), option);
}

Channel& table_channel(std::string_view document_file, Console& console) {
  return document_file == "-" ? console.err : console.out;
}

}  // namespace attnref::cli
