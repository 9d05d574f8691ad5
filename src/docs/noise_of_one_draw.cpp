// Place 1: that the divided maximum still grows with d_k.
#include "docs/usual_telling.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "docs/rounded.hpp"
#include "docs/saturation.hpp"
#include "docs/svg.hpp"
#include "lesson/arrays.hpp"

namespace attnref::docs {
namespace {

std::string noise_figure(const std::vector<double>& rises, double lessons_rise) {
  svg::Picture picture(640, 320, "How far the mean of six largest weights rises from d_k = 8 to d_k = 512",
                       "A histogram of a thousand draws. It is centred close to zero and reaches from about -0.3 to "
                       "0.3; the lesson's own draw lies to the right, inside the histogram.");
  constexpr double left = 56, right = 616, top = 24, bottom = 248, width = 0.04;
  constexpr int bins = 20;
  const auto across = svg::Scale::linear(-0.4, 0.4, left, right);
  std::vector<std::size_t> counts(bins, 0);
  for (const double rise : rises)
    ++counts[static_cast<std::size_t>(std::clamp(static_cast<int>(std::floor(rise / width)) + bins / 2, 0, bins - 1))];
  const auto most = static_cast<double>(*std::max_element(counts.begin(), counts.end()));
  const auto up = svg::Scale::linear(0, most, bottom, top);
  for (int b = 0; b < bins; ++b) {
    const double from = across((b - bins / 2) * width), to = across((b + 1 - bins / 2) * width);
    const double y = up(static_cast<double>(counts[static_cast<std::size_t>(b)]));
    if (y < bottom) picture.rectangle({from + 1, y}, to - from - 2, bottom - y, "fill-one", 0.6);
  }
  picture.line({left, bottom}, {right, bottom}, "axis");
  for (int tenth = -4; tenth <= 4; tenth += 2) {
    const double x = across(tenth / 10.0);
    picture.line({x, bottom}, {x, bottom + 5}, "axis");
    picture.text({x, bottom + 22}, tenth == 0 ? "0" : fmt::format("{:+.1f}", tenth / 10.0), "muted small mono",
                 svg::Anchor::middle);
  }
  picture.line({across(0), top}, {across(0), bottom}, "axis dashes");
  picture.line({across(lessons_rise), top}, {across(lessons_rise), bottom}, "two thick");
  picture.text({across(lessons_rise) + 8, top + 14}, "the lesson's draw");
  picture.text({(left + right) / 2, bottom + 50}, "rise of the mean, d_k = 512 less d_k = 8, divided", "ink",
               svg::Anchor::middle);
  return picture.document();
}

}  // namespace

void noise_of_one_draw(Facts& fact) {
  constexpr std::size_t seeds = 1000;
  const std::vector<double> at_8 = saturation(8, seeds).divided.means;
  const std::vector<double> at_512 = saturation(512, seeds).divided.means;
  std::vector<double> rises;
  for (std::size_t s = 0; s < seeds; ++s) rises.push_back(at_512[s] - at_8[s]);
  const auto falls =
      static_cast<std::size_t>(std::count_if(rises.begin(), rises.end(), [](double r) { return r < 0; }));
  const auto first = static_cast<std::size_t>(std::find_if(rises.begin(), rises.end(), [](double r) { return r < 0; }) -
                                              rises.begin());
  const Mean rise = mean_of(rises);
  const double spread = rise.error * std::sqrt(static_cast<double>(seeds));
  const lesson::PlainMatrix means = lesson::array("cell2_sat_means");  // rows: d_k, undivided, divided
  const double lessons_rise = means(2, 2) - means(0, 2);
  fact("noise_seeds", seeds);
  fact("noise_falls", count_with_error(falls, seeds));
  fact("noise_first_seed", first + 1);
  fact("noise_spread", rounded(spread, 2));
  fact("noise_lesson_8", rounded(means(0, 2), 3));
  fact("noise_lesson_512", rounded(means(2, 2), 3));
  fact("noise_lesson_rise", rounded(lessons_rise, 3));
  fact("noise_lesson_in_spreads", rounded(lessons_rise / spread, 1));
  const auto beyond = std::count_if(rises.begin(), rises.end(), [&](double r) { return r >= lessons_rise; });
  fact("noise_beyond", static_cast<std::size_t>(beyond));
  fact.figure("noise", noise_figure(rises, lessons_rise));
}

}  // namespace attnref::docs
