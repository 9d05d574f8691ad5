#include "cli/show.hpp"

#include "reports/show.hpp"

namespace attnref::cli {

int show(const ShowVerb& verb, Console& console) {
  console.out.stream << render_show(verb.sentence, console.out.style);
  return 0;
}

}  // namespace attnref::cli
