// The cases that vectors are made from, and the files made from them, are all that they say.
#include "attnref/golden.hpp"
#include "catch.hpp"
#include "golden_vectors/committed.hpp"
#include "attnref/law.hpp"
#include "documents/document.hpp"
#include "vectors/vector_case.hpp"

#include <fmt/format.h>

#include <algorithm>

using namespace attnref;
using namespace attnref::test;
using nlohmann::json;

/// Each case is named, described and asks for something.
TEST_CASE("vectors.cases_are_described") {
  const std::vector<vectors::Case> all = vectors::cases();
  CHECK(all.size() >= 60);
  std::set<std::string> ids, titles;
  std::set<std::string_view> used;
  std::set<Dtype> dtypes;
  for (const vectors::Case& one : all) {
    INFO(one.id);
    CHECK(ids.insert(one.id).second);
    CHECK(titles.insert(one.title).second);
    CHECK(!one.flags.empty());
    CHECK(!one.problem.wanted.empty());
    // Others are named by their ids: files have no order.
    CHECK((!has(one.remark, "vector") && !has(one.title, "vector")));
    CHECK(!one.title.starts_with("1 queries"));
    const bool by_hand = std::find(one.flags.begin(), one.flags.end(), vectors::by_hand) != one.flags.end();
    // By hand: small, and it says how.
    if (by_hand) CHECK((!one.remark.empty() && one.problem.sizes().t_q <= 2));
    for (const std::string_view flag : one.flags) {
      if (flag == vectors::by_hand) continue;
      CHECK(law_named(vectors::flag_named(flag).law));
      used.insert(flag);
    }
    dtypes.insert(one.problem.dtype());
  }
  CHECK(used.size() == vectors::flags().size());
  CHECK(dtypes.size() == 4);
  CHECK(std::is_sorted(vectors::flags().begin(), vectors::flags().end(),
                       [](const auto& a, const auto& b) { return a.name < b.name; }));
}

/// Every file is a vector with all that its manifest entry lists, and its problem can be read.
TEST_CASE("vectors.files_hold_what_the_manifest_lists") {
  std::size_t bytes = 0;
  CHECK(entries_in(committed).size() == vectors::cases().size());
  for (const json& entry : entries_in(committed)) {
    const std::string id = entry["id"];
    INFO(id);
    const Document document = vector_named(id);
    CHECK(document.metadata.at("id") == id);
    CHECK(document.metadata.at("title") == entry["title"]);
    const Problem problem = problem_of(document, id);
    CHECK(name_of(problem.dtype()) == entry["dtype"]);
    CHECK(problem.wanted.size() == entry["outputs"].size());
    std::size_t answers = 0;
    for (const auto& [output, in_formats] : entry["outputs"].items()) {
      for (const json& format : in_formats) {
        const auto found = document.tensors.find(fmt::format("{}.{}", output, format.get<std::string>()));
        REQUIRE(found != document.tensors.end());
        CHECK(found->second.shape == shape_of(part_named(output).value(), problem.sizes()));
        ++answers;
      }
    }
    // So there are no undecided values either.
    CHECK(document.tensors.size() == problem.tensors.size() + answers);
    bytes += entry["bytes"].get<std::size_t>();
  }
  CHECK(bytes < 4000000);
}
