// Problems and answers as documents: each field survives the journey, and what has no meaning is refused by name.
#include "catch.hpp"
#include "documents/document.hpp"

#include <fmt/format.h>

#include <bit>
#include <limits>

using namespace attnref;
using Catch::Matchers::Contains;

namespace {

Tensor counted(Dtype dtype, std::size_t rows, std::size_t columns) {
  Tensor tensor(dtype, rows, columns);
  for (std::size_t i = 0; i < tensor.values.size(); ++i) tensor.values[i] = static_cast<double>(i) - 2;
  return tensor;
}

Problem given(Dtype dtype = Dtype::f32) {
  return attention_problem(counted(dtype, 2, 3), counted(dtype, 4, 3), counted(dtype, 4, 5));
}

Problem projected(Dtype dtype = Dtype::f64) {
  return self_attention_problem(counted(dtype, 4, 3), counted(dtype, 3, 2), counted(dtype, 3, 2), counted(dtype, 3, 5));
}

Problem again(const Problem& problem) {
  return problem_of(parse_safetensors(encode_safetensors(document_of(problem)), "bytes"), "bytes");
}

void check_same(const Problem& a, const Problem& b) {
  CHECK(a == b);
  // A scale of -0 equals one of 0, and is another.
  if (a.how.scale && b.how.scale) {
    CHECK(std::bit_cast<std::uint64_t>(*a.how.scale) == std::bit_cast<std::uint64_t>(*b.how.scale));
  }
}

template <class Read>
std::string refusal_of(const Read& read) {
  try {
    read();
  } catch (const file_error& error) {
    return error.what();
  }
  return "";
}

std::string refusal_of_problem(Document document) {
  return refusal_of([&] { problem_of(document, "file"); });
}

std::string with_metadata(const std::string& key, const std::string& text) {
  Document document = document_of(given());
  document.metadata[key] = text;
  return refusal_of_problem(document);
}

std::optional<double> scale_read(const std::string& text) {
  Document document = document_of(given());
  document.metadata["scale"] = text;
  return problem_of(document, "file").how.scale;
}

}  // namespace

TEST_CASE("document: problems survive the journey in both forms and all formats") {
  for (const Format& format : formats) {
    check_same(again(given(format.dtype)), given(format.dtype));
    check_same(again(projected(format.dtype)), projected(format.dtype));
  }
  const Problem empty = attention_problem(Tensor(Dtype::f64, 0, 1), Tensor(Dtype::f64, 0, 1), Tensor(Dtype::f64, 0, 0));
  check_same(again(empty), empty);
}

TEST_CASE("document: every choice survives the journey, and defaults are left out") {
  CHECK(document_of(given()).metadata.size() == 2);
  Problem problem = given();
  problem.how.scale = 0.1;
  problem.how.causal = Causal::bottom_right;
  problem.how.window = Window{3, 0};
  problem.how.softcap = 0x1.23456789abcdep-7;
  problem.how.empty_row = EmptyRow::nans;
  problem.wanted = {Part::lse, Part::queries, Part::keys, Part::values, Part::scores, Part::output, Part::weights};
  check_same(again(problem), problem);
  for (const double scale : {0.0, -0.0, -1.5, 1 / 3.0, 0x1p-1074, std::numeric_limits<double>::max()}) {
    problem.how.scale = scale;
    check_same(again(problem), problem);
  }
}

TEST_CASE("document: a scale is decimal or hexadecimal") {
  CHECK(scale_read("0.1") == 0.1);
  CHECK(scale_read("0x1.999999999999ap-4") == 0.1);
  CHECK(scale_read("-0X1P+3") == -8.0);
  CHECK(scale_read("1e-5") == 1e-5);
  CHECK(!scale_read("default"));
  for (const char* text : {"", "-", "0x", "1/8", "inf", "nan", "1e999", "1 ", " 1", "--1", "0x-1", "+1", "0,5"}) {
    INFO(text);
    CHECK_THAT(with_metadata("scale", text), Contains("file: metadata scale: expected 'default' or a finite number"));
  }
}

TEST_CASE("document: metadata without meaning is refused by name") {
  CHECK_THAT(with_metadata("attnref", "2"), Contains("metadata attnref: expected '1', found '2'"));
  CHECK_THAT(with_metadata("kind", "answer"), Contains("metadata kind: expected 'problem', found 'answer'"));
  CHECK_THAT(with_metadata("casual", "none"), Contains("metadata: expected keys that attnref knows, found 'casual'"));
  CHECK_THAT(with_metadata("id", "x"), Contains("found 'id'"));
  CHECK_THAT(with_metadata("causal", "true"), Contains("expected none, top_left or bottom_right, found 'true'"));
  for (const char* window : {"3", "3,", ",3", "3,-1", "3,1,2", "3, 1"})
    CHECK_THAT(with_metadata("window", window), Contains("metadata window"));
  for (const char* softcap : {"0", "-1", "x"})
    CHECK_THAT(with_metadata("softcap", softcap), Contains("a number above 0"));
  CHECK_THAT(with_metadata("empty_row", "mean"), Contains("zero or nan"));
  CHECK_THAT(with_metadata("outputs", ""), Contains("metadata outputs: expected some of output,"));
  CHECK_THAT(with_metadata("outputs", "output,y"), Contains("found 'y'"));
  CHECK_THAT(with_metadata("outputs", "lse,lse"), Contains("'lse' twice"));
  Document bare = document_of(given());
  bare.metadata.clear();
  CHECK_THAT(refusal_of_problem(bare), Contains("metadata attnref: expected '1', found no such key"));
}

TEST_CASE("document: arrays that do not fit together are refused by name") {
  const auto changed = [](const std::function<void(Document&)>& change) {
    Document document = document_of(given());
    change(document);
    return refusal_of_problem(document);
  };
  CHECK_THAT(changed([](Document& d) { d.tensors.clear(); }), Contains("found none of them"));
  CHECK_THAT(changed([](Document& d) { d.tensors.erase("k"); }), Contains("k: expected it, as q is there"));
  CHECK_THAT(changed([](Document& d) { d.tensors["x"] = d.tensors["q"]; }), Contains("found x and q"));
  CHECK_THAT(changed([](Document& d) { d.tensors["query"] = d.tensors["q"]; }), Contains("found 'query'"));
  CHECK_THAT(changed([](Document& d) { d.tensors["output.f32"] = d.tensors["q"]; }), Contains("found 'output.f32'"));
  CHECK_THAT(changed([](Document& d) { d.tensors["q"].type = ElementType::i64; }), Contains("q: expected dtype F64"));
  CHECK_THAT(changed([](Document& d) { d.tensors["q"].type = ElementType::f64; }), Contains("expected dtype"));
  CHECK_THAT(changed([](Document& d) {
               d.tensors["k"].shape = {3, 4};
             }),
             Contains("file: q k^T: q has 3 columns but k has 4"));
  CHECK_THAT(changed([](Document& d) { d.tensors["v"].shape = {5, 4}; }), Contains("k has 4 rows but v has 5"));
  CHECK_THAT(changed([](Document& d) { d.tensors["q"].shape = {6}; }), Contains("q: expected rank 2, found rank 1"));
  CHECK_THAT(changed([](Document& d) { d.tensors["q"].shape = {1, 1, 1, 1, 1, 1, 6}; }),
             Contains("q: expected at most 6 axes, found 7"));
}

TEST_CASE("document: what is not built yet is refused, not ignored") {
  const auto not_built = [](const std::function<void(Document&)>& change) {
    Document document = document_of(given());
    change(document);
    try {
      problem_of(document, "file");
    } catch (const not_built_error&) {
      return true;
    }
    return false;
  };
  for (const char* name : {"mask", "bias", "q_lengths", "kv_lengths", "wo", "d_output"}) {
    CHECK(not_built([&](Document& d) { d.tensors[name] = {ElementType::boolean, {1}, {1}}; }));
  }
  CHECK(not_built([](Document& d) { d.tensors["q"].shape = {1, 1, 2, 3}; }));
  CHECK(not_built([](Document& d) { d.metadata["outputs"] = "output,dq"; }));
  CHECK(!not_built([](Document& d) { d.metadata["outputs"] = "output"; }));
}

TEST_CASE("document: replies survive the journey") {
  const auto reply = [](Reply sent) {
    return reply_of(parse_safetensors(encode_safetensors(document_of(std::move(sent))), "bytes"), "bytes");
  };
  Answer answer;
  answer.tensors[Part::output] = counted(Dtype::f16, 2, 3);
  answer.tensors[Part::lse] = counted(Dtype::f16, 2, 1);
  const Reply back = reply(answer);
  REQUIRE(std::holds_alternative<Answer>(back));
  REQUIRE(std::get<Answer>(back).tensors.size() == 2);
  CHECK(std::get<Answer>(back).at(Part::output) == answer.at(Part::output));
  CHECK(std::get<Unsupported>(reply(Unsupported{"no masks"})).reason == "no masks");
  CHECK(std::get<Failed>(reply(Failed{"out of memory"})).reason == "out of memory");
}

TEST_CASE("document: a reason that says nothing is said to be none") {
  for (const char* blank : {"", " \t\r\n"}) {
    const auto with = [blank](const char* key) {
      return Document{{{"attnref", "1"}, {"kind", "answer"}, {key, blank}}, {}};
    };
    CHECK(std::get<Failed>(reply_of(with("failed"), "its answer")).reason == "gave no reason");
    CHECK(std::get<Unsupported>(reply_of(with("unsupported"), "its answer")).reason == "gave no reason");
  }
}

TEST_CASE("document: an answer that contradicts itself is refused") {
  const auto changed = [](const std::function<void(Document&)>& change) {
    Answer answer;
    answer.tensors[Part::output] = counted(Dtype::f64, 2, 3);
    Document document = document_of(Reply(answer));
    change(document);
    return refusal_of([&] { reply_of(document, "file"); });
  };
  CHECK(changed([](Document&) {}).empty());
  CHECK_THAT(changed([](Document& d) { d.metadata["unsupported"] = "x"; }),
             Contains("a reason and no tensors, found 'output'"));
  CHECK_THAT(changed([](Document& d) { d.metadata["unsupported"] = d.metadata["failed"] = "x"; }),
             Contains("found both"));
  CHECK_THAT(changed([](Document& d) { d.metadata["kind"] = "problem"; }),
             Contains("expected 'answer', found 'problem'"));
  CHECK_THAT(changed([](Document& d) { d.metadata["scale"] = "1"; }), Contains("found 'scale'"));
  CHECK_THAT(changed([](Document& d) { d.tensors["y"] = d.tensors["output"]; }), Contains("found 'y'"));
  CHECK_THAT(changed([](Document& d) { d.tensors["output"].type = ElementType::u8; }),
             Contains("output: expected dtype"));
  CHECK_THAT(changed([](Document& d) { d.tensors["output.undecided"] = d.tensors["output"]; }), Contains("dtype BOOL"));
}

TEST_CASE("document: a golden answer says how it was settled, and where it was not") {
  GoldenAnswer answer;
  answer[Part::output] = {counted(Dtype::f32, 1, 3),
                          {{Settled::interval, 1}, {Settled::exact, 0}, {Settled::dominance, 3}}};
  const Document decided = document_of(answer);
  CHECK(decided.metadata.at("settled") == "interval=1,exact=1,sign=0,dominance=1,undecided=0");
  CHECK(decided.metadata.at("precision") == "1024");
  CHECK(decided.tensors.size() == 1);
  answer[Part::lse] = {counted(Dtype::f32, 1, 2), {{Settled::undecided, 9}, {Settled::interval, 0}}};
  const Document open = document_of(answer);
  CHECK(open.metadata.at("settled") == "interval=2,exact=1,sign=0,dominance=1,undecided=1");
  REQUIRE(open.tensors.contains("lse.undecided"));
  CHECK(open.tensors.at("lse.undecided").type == ElementType::boolean);
  CHECK(open.tensors.at("lse.undecided").values == std::vector<double>{1, 0});
  CHECK(!open.tensors.contains("output.undecided"));
  CHECK(std::get<Answer>(reply_of(open, "file")).tensors.size() == 2);

  Document vector = document_of(given());
  add_golden_answers(vector, {{Dtype::f32, answer}, {Dtype::f64, {{Part::output, answer[Part::output]}}}});
  CHECK(vector.metadata.at("kind") == "vector");
  CHECK(!vector.metadata.contains("settled"));
  for (const char* name : {"output.f32", "output.f64", "lse.f32", "lse.f32.undecided", "q"})
    CHECK(vector.tensors.contains(name));
  check_same(problem_of(vector, "file"), given());
}
