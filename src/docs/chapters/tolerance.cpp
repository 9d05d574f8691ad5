// The tolerance: errors of weights beside their bounds, of loops that are right, of loops that are not, and of loops
// that come as near as they can.
#include "attnref/error_bound.hpp"
#include "docs/attained_by_loops.hpp"
#include "docs/bound_by_hand.hpp"
#include "docs/chapter.hpp"
#include "docs/plain_steps.hpp"
#include "docs/rounded.hpp"
#include "docs/svg.hpp"
#include "generators/draw.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace attnref::docs {
namespace {

/// Plain loops with a scale that is 2^-18 too large.
template <class S>
struct OffSteps : HonestSteps<S, OffSteps<S>> {
  static S exponential(S x) { return PlainSteps<S>::exponential(x); }
  static S scale(const Sizes& sizes, std::optional<S> given) {
    return HonestSteps<S, OffSteps<S>>::scale(sizes, given) * static_cast<S>(1 + 0x1p-18);
  }
};

constexpr std::size_t positions = 12;

Problem drawn() {
  return draw_problem({.law = "docs",
                       .dtype = Dtype::f32,
                       .sizes = {.t_q = positions, .t_k = positions, .d_model = 8, .d_k = 4, .d_v = 5},
                       .seed = 7});
}

/// |seen - true| in percent of the bound, number by number.
std::vector<double> percents(const Tensor& seen, const Enclosed& truth, const Bound& bound) {
  std::vector<double> result;
  for (std::size_t n = 0; n < seen.values.size(); ++n) {
    result.push_back(static_cast<double>(100 * std::fabs(seen.values[n] - truth.mid[n]) / bound.limit[n]));
  }
  return result;
}

struct Errors {
  std::vector<double> weights, output;
};

Errors errors_of(const AnyBackend& backend) {
  const Problem problem = drawn();
  const Enclosure truth = quick_oracle(problem);
  const Bounds bounds = error_bound(problem, truth, plain_profile(Dtype::f32));
  const Answer answer = std::get<Answer>(backend.attend(problem));
  return {percents(answer.at(Part::weights), truth[Part::weights], bounds[Part::weights]),
          percents(answer.at(Part::output), truth[Part::output], bounds[Part::output])};
}

/// The oracle knows the true values to some 2^-60 of themselves, and errors of f32 are some 2^-26 of them.
constexpr double uncertainty = 1e-6;

std::string whole(double percent) { return rounded(percent, 0, uncertainty); }

std::string largest(const Errors& right, const Errors& off) {
  const auto most = [](const std::vector<double>& all) { return whole(*std::max_element(all.begin(), all.end())); };
  return fmt::format("| | weights | output |\n|---|---|---|\n| plain loops | {} | {} |\n| scale too large | {} | {} |",
                     most(right.weights), most(right.output), most(off.weights), most(off.output));
}

/// One map, its upper left cell at `corner`.
void map(svg::Picture& picture, svg::Point corner, std::string_view title, const std::vector<double>& percents) {
  constexpr double cell = 26;
  picture.text({corner.x, corner.y - 10}, title, "ink strong");
  for (std::size_t n = 0; n < percents.size(); ++n) {
    const svg::Point at{corner.x + cell * static_cast<double>(n % positions),
                        corner.y + cell * static_cast<double>(n / positions)};
    const bool beyond = percents[n] > 100;
    picture.rectangle(at, cell - 1, cell - 1, beyond ? "fill-two" : "fill-one",
                      0.08 + 0.36 * std::min(1.0, std::round(percents[n] / 5) / 20));
    picture.text({at.x + (cell - 1) / 2, at.y + 17}, whole(percents[n]), beyond ? "ink small strong" : "ink small",
                 svg::Anchor::middle);
  }
}

std::string picture(const Errors& right, const Errors& off) {
  constexpr std::string_view title = "Errors of weights, in percent of their bounds";
  svg::Picture picture(
      680, 372, title,
      "Two maps of 12 by 12 cells, one for each weight. Left, plain loops in f32: every cell is below 100. "
      "Right, the same with a scale 2 to the minus 18 too large: many cells are above 100.");
  map(picture, {12, 48}, "plain loops in f32", right.weights);
  map(picture, {352, 48}, "a scale 2⁻¹⁸ too large", off.weights);
  return picture.document();
}

}  // namespace

Chapter tolerance() {
  const Errors right = errors_of(textbook_with<PlainSteps>("plain loops"));
  const Errors off = errors_of(textbook_with<OffSteps>("a scale too large"));
  Chapter chapter;
  chapter.facts.emplace_back("tolerance.largest", largest(right, off));
  for (auto& fact : bound_by_hand()) chapter.facts.push_back(std::move(fact));
  chapter.facts.push_back(attained_table());
  chapter.figures.emplace_back("tolerance_map", picture(right, off));
  return chapter;
}

}  // namespace attnref::docs
