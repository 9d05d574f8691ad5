// What a backend says of itself is shown on one line, and where no law could be judged for one reason it is said once.
#include "attnref/check.hpp"
#include "attnref/reference.hpp"
#include "catch.hpp"
#include "problem/one_line.hpp"
#include "reports/html.hpp"
#include "reports/json.hpp"
#include "reports/text.hpp"

#include <fmt/format.h>

#include <functional>
#include <stdexcept>
#include <string>

using namespace attnref;

namespace {

struct Conduct {
  std::function<Reply(const AnyBackend&, const Problem&)> attend_by;
  std::function<void(Capabilities&)> say = [](Capabilities&) {};
  AnyBackend inner = reference();

  Capabilities describe() const {
    Capabilities capabilities = inner.describe();
    say(capabilities);
    return capabilities;
  }
  Reply attend(const Problem& problem) const { return attend_by(inner, problem); }
};

Report checked(Conduct backend, std::vector<std::string> laws = {}) {
  CheckOptions options;
  options.laws = std::move(laws);
  options.cases = 8;
  options.max_length = 9;
  return check(AnyBackend(std::move(backend)), options);
}

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("reasons: an exception, a failure and a refusal of several lines are told on one") {
  const std::vector<std::function<Reply(const AnyBackend&, const Problem&)>> conducts{
      [](const AnyBackend&, const Problem&) -> Reply { throw std::runtime_error("one\ntwo\x1b[31m"); },
      [](const AnyBackend&, const Problem&) -> Reply { return Failed{"one\ntwo\x1b[31m"}; },
      [](const AnyBackend&, const Problem&) -> Reply { return Unsupported{"one\ntwo\x1b[31m"}; }};
  for (const auto& conduct : conducts) {
    const Report report = checked({conduct}, {"rows_sum_to_one", "inputs_are_untouched"});
    for (const LawReport& law : report.laws) {
      INFO(law.id << ": " << law.reason);
      CHECK(occurrences(law.reason, "one\\x0atwo\\x1b[31m") == 1);
      CHECK(law.reason.find('\n') == std::string::npos);
    }
    CHECK(occurrences(to_text(report), "\x1b") == 0);
  }
}

TEST_CASE("reasons: so are a name and a version") {
  const Report report = checked({[](const AnyBackend& inner, const Problem& problem) { return inner.attend(problem); },
                                 [](Capabilities& c) { c.name = "my\nkernel", c.version = "1\t2"; }},
                                {"rows_sum_to_one"});
  CHECK(report.backend == "my\\x0akernel");
  CHECK(report.version == "1\\x092");
}

TEST_CASE("reasons: no byte that a terminal may take for a control character is shown as it came") {
  // Alone 0x80 to 0x9F are no text, and 0x9B begins a sequence as ESC [ does; as U+009B it is text, and does so too.
  for (int byte = 0x80; byte <= 0x9F; ++byte) {
    const std::string raw{static_cast<char>(byte)}, written = fmt::format("\\x{:02x}", byte);
    CHECK(on_one_line("a" + raw + "31m") == "a" + written + "31m");
    CHECK(on_one_line("a\xC2" + raw + "31m") == "a\\xc2" + written + "31m");
  }
  CHECK(on_one_line("\xE2\x82\x9B\xE2\x82") == "\xE2\x82\x9B\\xe2\\x82");  // within a character it is text
  CHECK(on_one_line("caf\xE9") == "caf\\xe9");
  // What is no text is cut too.
  CHECK(on_one_line(std::string(1000, '\x9B'), 4) == "\\x9b\\x9b\\x9b\\x9b...");
  CHECK(on_one_line("ab\xE2\x82\xAC"
                    "cd",
                    3) == "ab\xE2\x82\xAC...");

  const Report report = checked({[](const AnyBackend&, const Problem&) -> Reply {
                                   return Failed{
                                       "no \x9B"
                                       "31m \xC2\x9B"
                                       "31m"};
                                 },
                                 [](Capabilities& c) {
                                   c.name =
                                       "my\x9B"
                                       "kernel";
                                 }},
                                {"rows_sum_to_one"});
  for (const std::string& shown : {to_text(report), report_html(report, "attnref check"), report_json(report)}) {
    INFO(shown);
    CHECK(occurrences(shown, "\x9B") == 0);
    CHECK(occurrences(shown, "31m") >= 2);
  }
}

TEST_CASE("reasons: what keeps every law from being judged is said once, with one counterexample") {
  const Report report =
      checked({[](const AnyBackend&, const Problem&) -> Reply { throw std::runtime_error("no such device"); }});
  const std::string text = to_text(report);
  CHECK(occurrences(text, "No law holds, for one reason: failed: threw: no such device") == 1);
  CHECK(occurrences(text, "no such device") == 2);
  CHECK(occurrences(text, "replay: ") == 1);
  CHECK(occurrences(text, "violated  ") >= report.laws.size() / 2);
  // The plain values keep each law's own.
  for (const LawReport& law : report.laws) {
    if (law.verdict == Verdict::violated) CHECK(law.counterexample.has_value());
  }

  const Report refused =
      checked({[](const AnyBackend&, const Problem&) -> Reply { return Unsupported{"not on Mondays"}; }});
  CHECK(occurrences(to_text(refused), "not on Mondays") == 1);
}

TEST_CASE("reasons: where laws have reasons of their own each is shown") {
  const Report report = checked({[](const AnyBackend& inner, const Problem& problem) {
                                  Reply reply = inner.attend(problem);
                                  for (double& w : std::get<Answer>(reply).tensors.at(Part::weights).values) w *= 2;
                                  return reply;
                                }},
                                {"rows_sum_to_one", "weights_lie_between_zero_and_one"});
  REQUIRE(report.count(Verdict::violated) == 2);
  const std::string text = to_text(report);
  CHECK(occurrences(text, "for one reason") == 0);
  for (const LawReport& law : report.laws) CHECK(occurrences(text, law.id + " is violated: ") == 1);
  CHECK(occurrences(text, "replay: ") == 2);
}
