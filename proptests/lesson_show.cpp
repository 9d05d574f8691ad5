// What `attnref show` prints, and the heat map it is drawn with: plain, in colour, and too wide for the terminal.
#include <algorithm>
#include <limits>

#include "catch.hpp"
#include "lesson/words.hpp"
#include "reports/colour.hpp"
#include "reports/heat_map.hpp"
#include "reports/show.hpp"
#include "problem/utf8.hpp"

using namespace attnref;

namespace {

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// `text` without escape sequences: what a terminal shows.
std::string seen(const std::string& text) {
  std::string shown;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\x1b') {
      at = text.find('m', at);
    } else {
      shown += text[at];
    }
  }
  return shown;
}

std::size_t widest_line(const std::string& text) {
  std::size_t widest = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    widest = std::max(widest, columns_of(std::string_view(text).substr(begin, end - begin)));
    begin = end + 1;
  }
  return widest;
}

HeatMap two_by_two() { return {2, 2, {0.25, 0.75, 1.0, 0.0}, {"a", "b"}, {"a", "b"}, {{1}, {0}}}; }

double contrast(Rgb background) {
  const double light = luminance(background) + 0.05;
  return wants_black_text(background) ? light / 0.05 : 1.05 / light;
}

}  // namespace

TEST_CASE("show: plain, both grids with every row's maxima marked") {
  const std::string text = render_show("the keys to this car are here", {});
  CHECK(contains(text,
                 "          the    keys      to    this     car     are    here\n"
                 "the    0.273*  0.118   0.110   0.147   0.118   0.082   0.151\n"));
  CHECK(contains(text, "\nare    0.006   0.825*  0.006   0.006   0.112   0.041   0.006\n"));
  CHECK(contains(text, "\n7 of 7 rows look at themselves most.\n"));
  CHECK(contains(text, "\n0 of 7 rows look at themselves most.\n"));
  CHECK(contains(text, "are -> keys 0.825, car 0.112, itself 0.041 "));
  CHECK(contains(text, "Nothing is learnt: vectors and projections are set by hand."));
  CHECK(text.find('\x1b') == std::string::npos);
}

TEST_CASE("show: ties are all marked, a row that asks nothing says so") {
  const std::string text = render_show("the keys to the cars are blorp", {});
  CHECK(contains(text, "\nare     0.003   0.482*  0.003   0.003   0.482*  0.024   0.003\n"));
  CHECK(contains(text, "blorp -> all alike 0.143 "));
}

TEST_CASE("show: a row that looks at every word alike has no stars but a mark at its end, and the mark is explained") {
  const std::string legend = "\n= ends a row that looks at every word alike.\n";
  const std::string text = render_show("the keys are blorp", {});
  CHECK(contains(text, "\nblorp   0.250   0.250   0.250   0.250  =\n"));
  CHECK(contains(text, legend));
  for (const std::size_t width : {30u, 80u}) {
    const std::string coloured = seen(render_show("the keys are blorp", {ColourMode::truecolour, width}));
    CHECK(contains(coloured, "  =\n"));
    CHECK(contains(coloured, legend));
  }
  CHECK_FALSE(contains(render_show("the keys are here", {}), "= ends"));
  CHECK_FALSE(contains(render_show("blorp", {}), "= ends"));
}

TEST_CASE("show: what the projections look for is read off them") {
  const std::string text = render_show("the keys are here", {});
  CHECK(contains(text,
                 "\n  W^Q looks for  verb, determiner, relation -> noun; noun, adverb -> verb; "
                 "singular -> singular; plural -> plural\n"));
  CHECK(contains(text, "\n  W^K offers     noun, verb, singular, plural\n"));
  CHECK(contains(text, "\n  W^V reads      singular, plural, none\n"));
}

TEST_CASE("show: a sentence of one word looks at itself") {
  const std::string text = render_show("blorp", {});
  CHECK(contains(text, "\n1 of 1 rows look at themselves most.\n"));
  CHECK(contains(text, "blorp -> itself 1.000 "));
}

TEST_CASE("show: faults of the sentence come through") {
  CHECK_THROWS_AS(render_show("...", {}), lesson::sentence_error);
}

TEST_CASE("heat map: colours change nothing that is read") {
  for (const ColourMode mode : {ColourMode::palette256, ColourMode::truecolour}) {
    const std::string text = heat_map(two_by_two(), {mode, 100});
    CHECK(seen(text) == "      a       b\na  0.250   0.750* \nb  1.000*  0.000  \n");
    CHECK(contains(text, mode == ColourMode::truecolour ? ";48;2;" : ";48;5;"));
  }
  CHECK(heat_map(two_by_two(), {}) == "         a       b\na   0.250   0.750*\nb   1.000*  0.000\n");
}

TEST_CASE("heat map: what is no number is shown without a colour") {
  const double nan = -std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK(heat_map({1, 2, {nan, -infinity}, {}, {}, {}}, {}) == "         0       1\n0     nan    -inf\n");
  const std::string text = heat_map({1, 2, {nan, 7.0}, {}, {}, {}}, {ColourMode::truecolour, 100});
  CHECK(text.find('\x1b') > text.find("nan"));
  CHECK(contains(text, "7.000"));
}

TEST_CASE("heat map: an empty map and one of wrong sizes") {
  CHECK(heat_map({0, 0, {}, {}, {}, {}}, {}) == "\n");
  CHECK_THROWS_AS(heat_map({2, 2, {1.0}, {}, {}, {}}, {}), std::invalid_argument);
  CHECK_THROWS_AS(heat_map({1, 1, {1.0}, {"a", "b"}, {}, {}}, {}), std::invalid_argument);
}

TEST_CASE("heat map: no line is wider than asked, and plain maps keep their numbers") {
  for (const std::size_t size : {1u, 9u, 12u, 13u, 40u, 60u, 200u}) {
    HeatMap map{size, size, std::vector<double>(size * size, 0.5), {}, {}, {}};
    INFO(size);
    CHECK(widest_line(seen(heat_map(map, {ColourMode::truecolour, 80}))) <= 80);
    CHECK(widest_line(heat_map(map, {ColourMode::plain, 80})) <= 80);
    CHECK(widest_line(heat_map(map, {ColourMode::plain})) >= 8 * size);
    const std::string plain = heat_map(map, {ColourMode::plain, 80});
    std::size_t numbers = 0;
    for (std::size_t at = plain.find("0.500"); at != std::string::npos; at = plain.find("0.500", at + 1)) ++numbers;
    CHECK(numbers == size * size);
  }
}

TEST_CASE("heat map: a map too wide for the terminal is shown a range of columns at a time, none left out") {
  const std::size_t size = 100;
  HeatMap map{size, size, std::vector<double>(size * size, 0.5), {}, {}, {}};
  for (std::size_t i = 0; i < size; ++i) map.marked.push_back({i});
  const std::string text = seen(heat_map(map, {ColourMode::truecolour, 83}));
  for (const std::string range : {"columns 0 to 39\n", "columns 40 to 79\n", "columns 80 to 99\n"}) {
    CHECK(contains(text, range));
  }
  CHECK(std::count(text.begin(), text.end(), '*') == 100);
}

TEST_CASE("heat map: lines too narrow for a column have one each") {
  const std::string text = heat_map(two_by_two(), {ColourMode::plain, 3});
  CHECK(text ==
        "columns 0 to 0\n         a\na   0.250\nb   1.000*\ncolumns 1 to 1\n         b\na   0.750*\nb   0.000\n");
}

TEST_CASE("heat map: what ends a row is within the width") {
  HeatMap map{1, 9, std::vector<double>(9, 0.5), {}, {}, {}, {"end"}};
  for (const ColourMode mode : {ColourMode::plain, ColourMode::truecolour}) {
    const std::string text = seen(heat_map(map, {mode, 40}));
    CHECK(widest_line(text) <= 40);
    CHECK(contains(text, "end\n"));
  }
  map.row_ends.push_back("one too many");
  CHECK_THROWS_AS(heat_map(map, {}), std::invalid_argument);
}

TEST_CASE("heat map: wide, combining and long labels line up") {
  const std::vector<std::string> words = {"\u732B\u732B", "e\u0301t\u00E9", "a-word-of-twenty-one"};
  const std::string text = heat_map({3, 3, std::vector<double>(9, 0.5), words, words, {}}, {});
  CHECK(contains(text, "\n\u732B\u732B             0.500   0.500 "));
  CHECK(contains(text, "\ne\u0301t\u00E9              0.500   0.500 "));
  CHECK(contains(text, "\na-word-of-twe\u2026   0.500   0.500 "));
}

TEST_CASE("utf-8: columns and shortening") {
  CHECK(columns_of("abc") == 3);
  CHECK(columns_of("\u732B") == 2);
  CHECK(columns_of("e\u0301") == 1);
  CHECK(columns_of("\xff\xfe") == 2);
  CHECK(shortened("abcdef", 6) == "abcdef");
  CHECK(shortened("abcdefg", 6) == "abcde\u2026");
  CHECK(columns_of(shortened("\u732B\u732B\u732B\u732B", 6)) <= 6);
}

TEST_CASE("line width: COLUMNS, then the terminal, then no limit") {
  CHECK(line_width("72", 120) == 72);
  CHECK(line_width("72", std::nullopt) == 72);
  for (const char* none : {static_cast<const char*>(nullptr), "", "0", "-3", "80x", "99999999999999999999999"}) {
    CHECK(line_width(none, 120) == 120);
    CHECK(line_width(none, 0) == 80);
    CHECK(line_width(none, std::nullopt) == no_limit);
  }
}

TEST_CASE("colour: mode by environment") {
  CHECK(colour_mode({true, nullptr, "truecolor", "xterm"}) == ColourMode::truecolour);
  CHECK(colour_mode({true, nullptr, "24bit", nullptr}) == ColourMode::truecolour);
  CHECK(colour_mode({true, nullptr, nullptr, "xterm-256color"}) == ColourMode::palette256);
  CHECK(colour_mode({true, "", nullptr, "screen-256color"}) == ColourMode::palette256);
  CHECK(colour_mode({true, "1", "truecolor", "xterm-256color"}) == ColourMode::plain);
  CHECK(colour_mode({false, nullptr, "truecolor", "xterm-256color"}) == ColourMode::plain);
  CHECK(colour_mode({true, nullptr, nullptr, "vt100"}) == ColourMode::plain);
  CHECK(colour_mode({true, nullptr, "truecolor", "dumb"}) == ColourMode::plain);
  CHECK(colour_mode({true, nullptr, nullptr, nullptr}) == ColourMode::plain);
}

TEST_CASE("colour: a larger weight is never lighter, and the number on it is readable") {
  double last_true = 1.0;
  double last_palette = 1.0;
  for (int step = 0; step <= 1000; ++step) {
    const double weight = step / 1000.0;
    const Rgb colour = colour_of_weight(weight);
    const Rgb from_palette = palette_colour(palette_number_of_weight(weight));
    REQUIRE(luminance(colour) <= last_true);
    REQUIRE(luminance(from_palette) <= last_palette);
    // WCAG 2.1, success criterion 1.4.3.
    REQUIRE(contrast(colour) >= 4.5);
    REQUIRE(contrast(from_palette) >= 4.5);
    last_true = luminance(colour);
    last_palette = luminance(from_palette);
  }
  CHECK(colour_of_weight(-1.0) == colour_of_weight(0.0));
  CHECK(colour_of_weight(2.0) == colour_of_weight(1.0));
}
