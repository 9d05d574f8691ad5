// The reference by every door: the same bits, and the same report to the last byte.
#include "attnref/reference.hpp"
#include "catch.hpp"
#include "doors/child_backend.hpp"
#include "documents/constraints.hpp"
#include "documents/hello.hpp"
#include "documents/document.hpp"
#include "generators/draw.hpp"
#include "run_command.hpp"
#include "search/case_generator.hpp"

#include <fmt/format.h>

using namespace attnref;
using namespace attnref::test;

namespace {

const std::string command = command_path;

/// The reference by each of the other doors.
struct Door {
  std::string name;
  AnyBackend backend;
};

std::vector<Door> doors() {
  return {{"child process", child_backend({{command, "serve"}, {}})},
          {"C library", child_backend({{command, "serve", "--library", ATTNREF_REFERENCE_LIBRARY}, {}})}};
}

/// Problems of every law: whatever is asked of a backend.
std::vector<Problem> problems() {
  const AnyBackend here = reference();
  std::vector<Problem> drawn;
  for (const Law& law : laws()) {
    for (const Dtype dtype : {Dtype::f64, Dtype::f32}) {
      const CaseGenerator generator(law, dtype, here.describe(), 7, 40);
      for (std::size_t n = 0; n < 3; ++n) {
        if (const auto spec = generator.generate(n, static_cast<std::uint32_t>(n))) drawn.push_back(law.draw(*spec));
      }
    }
  }
  return drawn;
}

void require_same(const Reply& ours, const Reply& theirs) {
  REQUIRE(std::holds_alternative<Answer>(ours));
  REQUIRE(std::holds_alternative<Answer>(theirs));
  const Tensors& a = std::get<Answer>(ours).tensors;
  const Tensors& b = std::get<Answer>(theirs).tensors;
  REQUIRE(a.size() == b.size());
  for (const auto& [part, tensor] : a) {
    INFO(name_of(part));
    REQUIRE(b.contains(part));
    REQUIRE(tensor == b.at(part));
  }
}

}  // namespace

TEST_CASE("the reference answers alike by every door", "[agree]") {
  const AnyBackend here = reference();
  for (const Door& door : doors()) {
    INFO(door.name);
    CHECK(door.backend.describe().name == here.describe().name);
    CHECK(door.backend.describe().features == here.describe().features);
    for (Problem& problem : problems()) {
      problem.wanted = {Part::output, Part::weights, Part::lse, Part::scores, Part::queries, Part::keys, Part::values};
      require_same(here.attend(problem), door.backend.attend(problem));
    }
  }
}

TEST_CASE("the reference is reported alike by every door", "[agree]") {
  const std::vector<std::string> check{"check", "--cases", "10", "--max-length", "20", "--jobs", "1", "--json", "-"};
  const auto report_by = [&](const std::vector<std::string>& door) {
    std::vector<std::string> words = check;
    words.insert(words.end(), door.begin(), door.end());
    const Run seen = run(words);
    INFO(seen.err);
    REQUIRE(seen.code == 0);
    return seen.out;
  };
  const std::string here = report_by({});
  CHECK(has(here, "\"holds\""));
  CHECK(report_by({"--command", "'" + command + "' serve"}) == here);
  CHECK(report_by({"--library", ATTNREF_REFERENCE_LIBRARY}) == here);
  // Another backend gives another report: the comparison above could fail.
  const std::vector<std::string> wrong{"check", "--cases", "10", "--max-length", "20", "--jobs",
                                       "1",     "--json",  "-",  "--command"};
  std::vector<std::string> words = wrong;
  words.push_back("'" + command + "' serve --mutant scale_missing");
  const Run seen = run(words);
  CHECK(seen.code == 1);
  CHECK(seen.out != here);
}

TEST_CASE("one process answers many problems, large ones among them", "[agree]") {
  const AnyBackend child = child_backend({{command, "serve"}, {}});
  // Larger than any pipe holds, both ways.
  Spec spec;
  spec.sizes = {.t_q = 700, .t_k = 700, .d_model = 0, .d_k = 64, .d_v = 64};
  const Problem large = draw_problem(spec);
  const Reply here = reference().attend(large);
  for (int time = 0; time < 3; ++time) require_same(here, child.attend(large));
}

TEST_CASE("what a backend says of itself crosses the door", "[agree]") {
  Capabilities said;
  said.name = "kernel \"of\" mine";
  said.version = "1.2";
  said.dtypes = {Dtype::bf16, Dtype::f32};
  said.features = {Feature::lse, Feature::weights};
  said.constraints.d_k.among = {64, 128};
  said.constraints.d_v_equals_d_k = true;
  said.constraints.t = {.multiple_of = 8, .least = 16, .most = 1024};
  said.constraints.only_projected = said.constraints.contiguous = said.constraints.equal_lengths = true;
  said.deterministic = true;
  said.profile = "flash_bf16";
  const Document crossed = parse_safetensors(encode_safetensors(hello_of(said)), "here");
  const Capabilities heard = capabilities_of(crossed, "here");
  CHECK(heard.name == said.name);
  CHECK(heard.version == said.version);
  CHECK(heard.dtypes == said.dtypes);
  CHECK(heard.features == said.features);
  CHECK(heard.constraints == said.constraints);
  CHECK(heard.deterministic);
  CHECK(heard.profile == said.profile);
}

TEST_CASE("a profile of one's own crosses the door", "[agree]") {
  Document document = hello();
  document.metadata.insert({{"name", "mine"}, {"dtypes", "F32,F64"}});
  document.metadata["profile"] = R"([{"profile": "f32", "exp_ulp": 4}, {"profile": "f64", "flush": true}])";
  const Capabilities heard = capabilities_of(document, "here");
  REQUIRE(heard.own_profiles.size() == 2);
  CHECK(heard.profile_of(Dtype::f32).exp_ulp == 4);
  CHECK(heard.profile_of(Dtype::f64).flush);
  CHECK(heard.dtypes == std::vector{Dtype::f32, Dtype::f64});
}

TEST_CASE("constraints that say nothing sensible are refused in one line", "[agree]") {
  for (const char* text : {"[]", "{\"t\": -1}", "{\"t\": {\"multiple_of\": 0}}", "{\"d_q\": 3}", "{\"d_k\": \"= d_v\"}",
                           "{\"t\": {\"among\": []}}", "{\"t\": {\"most\": 1e3}}", "{\"contiguous\": 1}",
                           "{\"any_strides\": 1}", "{\"contiguous\": true, \"any_strides\": true}", "{"}) {
    INFO(text);
    CHECK_THROWS_AS(constraints_of_json(text), std::invalid_argument);
  }
  CHECK(constraints_of_json("{\"T\": 8}").t.among == std::vector<std::size_t>{8});
  Constraints strides;
  strides.any_strides = true;
  CHECK(constraints_of_json(constraints_json(strides)) == strides);
}
