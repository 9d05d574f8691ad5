// Attacks a backend with the laws: chooses units of work, shares them among threads, and gathers the report.
#include "attnref/check.hpp"

#include "problem/run_on_threads.hpp"
#include "search/declared.hpp"
#include "search/gather.hpp"
#include "search/options.hpp"
#include "search/run.hpp"
#include "search/run_unit.hpp"
#include "search/unit.hpp"

#include <algorithm>

namespace attnref {
namespace {

void run_all(Run& run, std::vector<Unit>& units) {
  const std::size_t jobs = run.backend.can_be_copied() ? std::clamp<std::size_t>(run.options.jobs, 1, units.size()) : 1;
  const double share = run.options.seconds.value_or(0) * static_cast<double>(jobs) / static_cast<double>(units.size());
  run_on_threads(jobs, units.size(), [&](std::size_t i) {
    run_unit(run, units[i], share);
    const std::size_t done = ++run.units_done;
    if (!run.options.progress) return;
    const std::lock_guard lock(run.telling);
    run.options.progress(units[i].law->id, done, units.size());
  });
}

}  // namespace

Report check(const AnyBackend& backend, const CheckOptions& options) {
  require_meant(backend.describe());
  if (options.profile.empty()) require_no_wide_profile(backend.describe());
  require_meant(options);
  const std::optional<Profile> profile = profile_asked_for(options);
  std::vector<Unit> units = units_of(options, backend.describe());
  const double start = seconds_now(options), end = start + options.seconds.value_or(0) + options.most_seconds;
  Run run{.backend = backend,
          .options = options,
          .profile = profile,
          .start = start,
          .end = end,
          .telling = {},
          .over = {}};
  run_all(run, units);
  return gathered(run, units);
}

}  // namespace attnref
