// Reports for machines and browsers hold what comes from outside as text: names, versions, reasons, whatever their
// bytes.
#include "attnref/law.hpp"
#include "catch.hpp"
#include "reports/html.hpp"
#include "reports/json.hpp"
#include "reports/junit.hpp"
#include "reports/markup.hpp"
#include "problem/utf8.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <string>

using namespace attnref;

namespace {

using namespace std::string_literals;

const std::string replacement = "\xEF\xBF\xBD";
const std::string hostile =
    "<script>alert(1)</script> \"q\" 'a' & ]]> \0 \x1b[31m \xEF\xBF\xBE \xEF\xBF\xBF \xC3\x28 \xED\xA0\x80 \xC2\x85 \x7F \xff &lt;!--"s;

/// A report in which every text that can come from outside is hostile.
Report hostile_report() {
  const Spec spec = spec_of("v=2,law=rows_sum_to_one,t_q=2,t_k=3,d_k=2,d_v=2,seed=1");
  Counterexample example;
  example.problem = law_named(spec.law)->draw(spec);
  example.spec = example.first = spec;
  example.reason = hostile;
  example.worst = Difference{.what = hostile,
                             .row = 1,
                             .column = 2,
                             .observed = 0.5,
                             .expected = 0.25,
                             .bound = 1e-16,
                             .ratio = 2.5e15,
                             .side = {},
                             .other = {}};
  Tensor map(Dtype::f64, 2, 3);
  map(1, 2) = std::nan("");
  example.answers = {{.to_case = true,
                      .telling = true,
                      .problem = example.problem,
                      .outputs = {{Part::weights, map, {0, 0, 0, 0.5, 0.5, 0.5}, {1, 1, 1, 1e-16, HUGE_VAL, 1e-16}}}}};
  Report report;
  report.backend = hostile;
  report.version = hostile;
  report.profiles[Dtype::f64] = hostile;
  report.laws.push_back({.id = spec.law, .title = hostile, .verdict = Verdict::violated, .reason = hostile});
  report.laws.back().counterexample = example;
  report.laws.push_back({.id = "values_add", .title = hostile, .verdict = Verdict::unsupported, .reason = hostile});
  report.laws.push_back(
      {.id = "quadrupling_dk", .verdict = Verdict::excepted, .reason = hostile, .exception = hostile});
  report.laws.back().counterexample = example;
  report.laws.push_back({.id = "single_key_returns_its_value", .verdict = Verdict::holds, .exception = hostile});
  report.laws.push_back({.id = "queries_and_keys_exchange", .verdict = Verdict::not_run, .reason = hostile});
  return report;
}

/// Throws where a code point is none that XML 1.0 admits.
void require_text_of_xml(std::string_view text) {
  while (!text.empty()) {
    const auto next = first_code_point(text);
    REQUIRE(next);
    const char32_t c = next->value;
    REQUIRE((c == 9 || c == 10 || c == 13 || c >= 32));
    REQUIRE((c != 0xFFFE && c != 0xFFFF));
    text.remove_prefix(next->bytes);
  }
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("markup, what breaks lines, and what XML forbids is escaped or replaced") {
  CHECK(escaped("a<b>&\"'") == "a&lt;b&gt;&amp;&quot;&#39;");
  CHECK(escaped("]]>") == "]]&gt;");
  CHECK(escaped("a\tb\nc\rd") == "a&#9;b&#10;c&#13;d");
  CHECK(escaped("a\0b"s) == "a" + replacement + "b");
  CHECK(escaped("\x1b[0m") == replacement + "[0m");
  CHECK(escaped("\xEF\xBF\xBE\xEF\xBF\xBF") == replacement + replacement);
  CHECK(escaped("\xC2\x85\x7F") == replacement + replacement);
  CHECK(escaped("\xC3(") == replacement + "(");                               // a lead byte without its second
  CHECK(escaped("\xED\xA0\x80") == replacement + replacement + replacement);  // a surrogate
  CHECK(escaped("\xC0\xAF") == replacement + replacement);                    // an overlong slash
  CHECK(escaped("\xE2\x82\xAC \xF0\x9F\x98\x80") == "\xE2\x82\xAC \xF0\x9F\x98\x80");
  CHECK(escaped("") == "");
}

TEST_CASE("whatever a backend calls itself, JUnit XML and HTML hold it as text") {
  const Report report = hostile_report();
  for (const std::string& text : {report_junit(report, hostile), report_html(report, hostile)}) {
    require_text_of_xml(text);
    CHECK(!has(text, "<script"));
    CHECK(!has(text, "]]>"));
    CHECK(!has(text, "<!--"));
    CHECK(has(text, "&lt;script&gt;alert(1)&lt;/script&gt; &quot;q&quot; &#39;a&#39; &amp; ]]&gt;"));
  }
}

TEST_CASE("JSON of hostile names is UTF-8 and says the same") {
  const std::string text = report_json(hostile_report());
  const auto json = nlohmann::json::parse(text);
  CHECK(has(json["backend"]["name"].get<std::string>(), "<script>alert(1)</script>"));
  CHECK(json["laws"][2]["exception"].is_string());
  // JSON admits DEL and U+0080 to U+009F as they are; a terminal obeys them.
  CHECK(!has(text, "\xC2\x85"));
  CHECK(!has(text, "\x7F"));
  CHECK(has(text, "\\u0085"));
  CHECK(has(json["laws"][2]["exception"].get<std::string>(), "\xC2\x85 \x7F"));
}

TEST_CASE(
    "JUnit counts what it lists: violated laws and needless exceptions fail, the rest that holds not is skipped") {
  const std::string text = report_junit(hostile_report(), "attnref check");
  const auto count = [&](const std::string& part) {
    std::size_t found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
  };
  CHECK(count("<testcase ") == 5);
  CHECK(count("<failure ") == 2);
  CHECK(count("<skipped ") == 3);
  CHECK(count("tests=\"5\" failures=\"2\" errors=\"0\" skipped=\"3\"") == 2);
}

TEST_CASE("maps say in words what they show: NaN, and where no bound says anything") {
  const std::string text = report_html(hostile_report(), "attnref check");
  CHECK(has(text,
            "aria-label=\"weights error / bound, 2 by 3; at row 1, column 2: inf; row 0: 0 0 0; row 1: 5e+15 - inf\""));
}
