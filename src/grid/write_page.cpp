// attnref_write_page TEMPLATE FOLDER: writes the page's index.html, colours.css and native.js.
#include <exception>
#include <filesystem>
#include <iostream>

#include "files/file_bytes.hpp"
#include "grid/page_colours.hpp"
#include "grid/page_parts.hpp"

int main(int count, char** arguments) {
  using namespace attnref;
  if (count != 3) {
    std::cerr << "attnref_write_page: expected TEMPLATE FOLDER\n";
    return 2;
  }
  try {
    const std::filesystem::path folder = arguments[2];
    std::filesystem::create_directories(folder);
    const std::string page_template = InputFile(arguments[1], "TEMPLATE").read_up_to(std::size_t{1} << 20);
    write_file(folder / "index.html", grid::filled(page_template, grid::page_parts()), "FOLDER");
    write_file(folder / "colours.css", grid::colour_rules(), "FOLDER");
    write_file(folder / "native.js", grid::native_script(), "FOLDER");
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
  return 0;
}
