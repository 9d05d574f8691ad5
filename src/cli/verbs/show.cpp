#include "cli/show.hpp"

#include "cli/usage.hpp"
#include "cli/verbs/verbs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>
#include <vector>

namespace attnref::cli {

void declare_show(VerbParser& parser) {
  auto verb = std::make_shared<ShowVerb>();
  parser.add_words(
      "sentence", "", fmt::format("Any words (default: {})", default_sentence),
      [verb](const std::vector<std::string>& words) { verb->sentence = fmt::format("{}", fmt::join(words, " ")); });
  parser.footer(
      "\nRows ask, columns answer. In colour on a terminal, unless NO_COLOR is set; with numbers otherwise.\n"
      "Lines end at COLUMNS or the terminal's width: a wider grid is shown a range of columns at a time.\n\n"
      "  attnref show\n"
      "  attnref show \"the pictures on the wall were new\"\n\n"
      "Exit codes: 0 done, 2 no words, too many, or not UTF-8.\n");
  parser.run = [verb](Console& console) { return show(*verb, console); };
}

}  // namespace attnref::cli
