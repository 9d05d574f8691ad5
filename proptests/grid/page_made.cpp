// What the native program puts into the page: both default grids, the programs, and the bits to compare with.
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "catch.hpp"
#include "grid/base64.hpp"
#include "grid/page_parts.hpp"
#include "lesson/grid.hpp"
#include "lesson/programs.hpp"

using namespace attnref;

namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

std::string refusal(const std::string& page_template) {
  try {
    return grid::filled(page_template, {{"a", "1"}, {"b", "2"}});
  } catch (const std::runtime_error& error) {
    return error.what();
  }
}

}  // namespace

TEST_CASE("the page: markers and parts meet") {
  CHECK(refusal("x<!-- attnref: a -->y<!-- attnref: b --><!-- attnref: a -->") == "x1y21");
  CHECK(refusal("<!-- attnref: a -->") == "the page: expected a marker for 'b', found none");
  CHECK(refusal("<!-- attnref: c -->") == "the page: marker: expected a part's name, found 'c'");
  CHECK(refusal("<!-- attnref: a") == "the page: expected '-->' after '<!-- attnref:'");
}

TEST_CASE("the page: without scripts both default grids are there, with headings and marks") {
  const auto parts = grid::page_parts();
  for (const char* name : {"grid off", "grid on"}) {
    const std::string& table = parts.at(name);
    CHECK(count(table, "<th scope=\"row\"") == 7);
    CHECK(count(table, "<th scope=\"col\"") == 7);
    CHECK(count(table, "<td class=") == 49);
    CHECK(count(table, "<caption>") == 1);
  }
  CHECK(count(parts.at("grid off"), " m\">") == 7);
  CHECK(count(parts.at("grid on"), " m\">0.825</td>") == 1);
  CHECK(parts.at("summary off") == "7 of 7 rows look at themselves most.");
  CHECK(count(parts.at("program 1"), "parameters: 104 = ") == 1);
  CHECK(count(parts.at("program 2"), "0.983") == 1);
}

TEST_CASE("the page: base64 as RFC 4648 has it") {
  CHECK(grid::base64("") == "");
  CHECK(grid::base64("f") == "Zg==");
  CHECK(grid::base64("fo") == "Zm8=");
  CHECK(grid::base64("foo") == "Zm9v");
  CHECK(grid::base64("foobar") == "Zm9vYmFy");
  CHECK(grid::base64("\xff\xfe\xfd") == "//79");
}

TEST_CASE("the page: the bits it compares with are those of attnref show") {
  const std::string script = grid::native_script();
  const std::size_t begin = script.find('[');
  const auto natives = nlohmann::json::parse(script.substr(begin, script.rfind(']') + 1 - begin));
  REQUIRE(natives.size() >= 4);
  for (const auto& native : natives) {
    if (native["stretch"] != 1) continue;
    const lesson::SentenceGrids grids = lesson::sentence_grids(native["sentence"].get<std::string>());
    const lesson::Grid& grid = native["projected"] ? grids.projected : grids.unprojected;
    for (const auto& [name, matrix] :
         {std::pair{"scores", &grid.attention.scores}, {"weights", &grid.attention.weights}}) {
      const char* bytes = reinterpret_cast<const char*>(matrix->values.data());
      CHECK(native[name] == grid::base64({bytes, 8 * matrix->values.size()}));
    }
  }
}
