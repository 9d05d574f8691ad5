// The mutants: what each does wrong, and the law that must notice it.
#include "docs/chapter.hpp"
#include "docs/markdown.hpp"

#include "mutation/mutant.hpp"

#include <fmt/format.h>

#include <set>
#include <string>

namespace attnref::docs {

Chapter mutants() {
  std::string table = "| mutant | its mistake | noticed by |\n|---|---|---|";
  std::set<std::string_view> noticing;
  for (const Mutant& mutant : attnref::mutants()) {
    noticing.insert(mutant.named_law);
    table += fmt::format("\n| <a id=\"{0}\"></a>[`{0}`](../src/mutants/{0}.cpp) | {1} | [`{2}`](laws.md#{2}) |",
                         mutant.name, in_markdown(mutant.mistake), mutant.named_law);
  }
  Chapter chapter;
  chapter.facts = {{"mutants.count", std::to_string(attnref::mutants().size())},
                   {"mutants.laws", std::to_string(noticing.size())},
                   {"mutants.all", table}};
  return chapter;
}

}  // namespace attnref::docs
