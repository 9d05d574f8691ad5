#include "reports/replay_hint.hpp"

#include <fmt/format.h>

namespace attnref {

ReplayHint ReplayHint::by_command(std::string_view command) {
  ReplayHint hint;
  hint.before_ = fmt::format("{} --replay ", command);
  return hint;
}

ReplayHint ReplayHint::in_cpp() {
  ReplayHint hint;
  hint.before_ = "options.replay = attnref::spec_of(\"";
  hint.after_ = "\");  // of CheckOptions options";
  return hint;
}

std::string ReplayHint::line(const Spec& spec) const {
  return before_.empty() ? "" : fmt::format("  replay: {}{}{}\n", before_, to_string(spec), after_);
}

}  // namespace attnref
