// The golden vectors: regenerated bit for bit, described by a manifest that keeps its own schema, equal to what can be
// worked out by hand, and guarded by digests that a single flipped bit breaks.
#include "attnref/golden.hpp"
#include "attnref/law.hpp"
#include "catch.hpp"
#include "files/document.hpp"
#include "files/safetensors.hpp"
#include "files/sha256.hpp"
#include "generators/random.hpp"
#include "run_command.hpp"
#include "vectors/build.hpp"
#include "vectors/vector_case.hpp"
#include "vectors/write.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <filesystem>
#include <limits>
#include <regex>
#include <set>

using namespace attnref;
using namespace attnref::test;
using nlohmann::json;

namespace {

namespace fs = std::filesystem;

const std::string committed = ATTNREF_PROPTESTS_DIR "/vectors";

json manifest_in(const std::string& folder) { return json::parse(contents(folder + "/manifest.json")); }

std::set<std::string> names_in(const std::string& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) names.insert(entry.path().filename().string());
  return names;
}

/// The first fault of a folder of vectors: a file that is missing, too many, or not as the manifest says; or nothing.
std::string fault_in(const std::string& folder) {
  std::set<std::string> expected{"manifest.json", "manifest.schema.json", "LICENSE"};
  for (const json& entry : manifest_in(folder)["vectors"]) {
    const std::string file = entry["file"];
    expected.insert(file);
    const std::string bytes = contents(folder + "/" + file);
    if (bytes.size() != entry["bytes"] || sha256(bytes) != entry["sha256"]) return file;
  }
  return names_in(folder) == expected ? "" : "the files are not those of the manifest";
}

/// The part of JSON Schema 2020-12 that the manifest's schema uses. A keyword that it doesn't know is a fault of the
/// schema.
class Schema {
 public:
  explicit Schema(json root) : root_(std::move(root)) {}

  /// Where a value breaks the schema, or nothing.
  std::string fault(const json& value) const { return fault(value, root_, "$"); }

 private:
  static bool has_type(const json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    throw std::invalid_argument("the schema names a type that this test does not know: " + type);
  }

  bool keeps(const json& value, const std::string& keyword, const json& rule) const {
    if (keyword == "type") return has_type(value, rule);
    if (keyword == "const") return value == rule;
    if (keyword == "enum") return std::find(rule.begin(), rule.end(), value) != rule.end();
    if (keyword == "pattern") return std::regex_search(value.get<std::string>(), std::regex(rule.get<std::string>()));
    if (keyword == "minLength") return value.get<std::string>().size() >= rule;
    if (keyword == "minimum") return value >= rule;
    if (keyword == "minItems" || keyword == "minProperties") return value.size() >= rule;
    if (keyword == "uniqueItems") return std::set<json>(value.begin(), value.end()).size() == value.size();
    if (keyword == "required")
      return std::all_of(rule.begin(), rule.end(),
                         [&](const json& key) { return value.contains(key.get<std::string>()); });
    static const std::set<std::string> no_rules{"$schema", "$defs", "title", "description"};
    if (no_rules.contains(keyword)) return true;
    throw std::invalid_argument("the schema uses a keyword that this test does not know: " + keyword);
  }

  std::string fault_in_parts(const json& value, const json& schema, const std::string& where) const {
    std::string found;
    if (schema.contains("properties")) {
      for (const auto& [key, part] : value.items()) {
        if (!schema["properties"].contains(key)) {
          if (schema.value("additionalProperties", true)) continue;
          return where + "." + key + ": additionalProperties";
        }
        if (found.empty()) found = fault(part, schema["properties"][key], where + "." + key);
      }
    }
    if (schema.contains("items")) {
      for (std::size_t i = 0; i < value.size() && found.empty(); ++i)
        found = fault(value[i], schema["items"], fmt::format("{}[{}]", where, i));
    }
    return found;
  }

  std::string fault(const json& value, const json& schema, const std::string& where) const {
    // The type first: other keywords rest on it.
    if (schema.contains("type") && !keeps(value, "type", schema["type"])) return where + ": type";
    for (const auto& [keyword, rule] : schema.items()) {
      if (keyword == "properties" || keyword == "additionalProperties" || keyword == "items") continue;
      if (keyword == "$ref") {
        const std::string pointer = rule.get<std::string>().substr(1);
        const std::string found = fault(value, root_.at(json::json_pointer(pointer)), where);
        if (!found.empty()) return found;
      } else if (!keeps(value, keyword, rule)) {
        return where + ": " + keyword;
      }
    }
    return fault_in_parts(value, schema, where);
  }

  json root_;
};

Document vector_named(const std::string& id) { return read_safetensors(committed + "/" + id + ".safetensors"); }

std::vector<double> numbers(const std::string& id, const std::string& name) {
  return vector_named(id).tensors.at(name).values;
}

bool same_numbers(const std::vector<double>& a, const std::vector<double>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](double x, double y) { return x == y && std::signbit(x) == std::signbit(y); });
}

void check_numbers(const std::string& id, const std::string& name, const std::vector<double>& expected) {
  INFO(id << ' ' << name);
  CHECK(same_numbers(numbers(id, name), expected));
}

/// Each number within half a unit of 10 decimals: what is worked out with a pencil and a table of logarithms.
void check_decimals(const std::string& id, const std::string& name, const std::vector<double>& expected) {
  INFO(id << ' ' << name);
  const std::vector<double> found = numbers(id, name);
  REQUIRE(found.size() == expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    CHECK(fmt::format("{:.9f}", found[i]) == fmt::format("{:.9f}", expected[i]));
}

constexpr double inf = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("vectors.regenerate: what is written into an empty folder is what is committed") {
  if (!golden_is_built()) {
    WARN("built without FLINT: skipped");
    return;
  }
  const Folder folder;
  const std::string empty = folder.file("empty");
  const vectors::Totals totals = vectors::write(empty);
  CHECK(totals.vectors == vectors::cases().size());
  CHECK(names_in(empty) == names_in(committed));
  for (const std::string& name : names_in(empty)) {
    INFO(name);
    CHECK(contents(empty + "/" + name) == contents(committed + "/" + name));
  }

  // Again, over them and beside somebody's own file.
  write(empty + "/mine.answer.safetensors", "mine");
  write(empty + "/manifest.json", "old");
  vectors::write(empty);
  CHECK(contents(empty + "/manifest.json") == contents(committed + "/manifest.json"));
  CHECK(contents(empty + "/mine.answer.safetensors") == "mine");
  CHECK(names_in(empty).size() == names_in(committed).size() + 1);
}

TEST_CASE("vectors.manifest: every file is as the manifest says, and the manifest as its schema says") {
  CHECK(fault_in(committed).empty());
  const Schema schema(json::parse(contents(committed + "/manifest.schema.json")));
  CHECK(schema.fault(manifest_in(committed)).empty());
  // Python's validator, where there is one, knows the schema language itself.
  if (std::system("python3 -W ignore -c 'import jsonschema' 2> /dev/null") != 0) {
    WARN("python3 has no jsonschema: checked by this test's own reading of the schema alone");
    return;
  }
  const std::string program =
      "import json, sys, jsonschema; folder = sys.argv[1]; schema = json.load(open(folder + '/manifest.schema.json')); "
      "jsonschema.Draft202012Validator.check_schema(schema); "
      "jsonschema.Draft202012Validator(schema).validate(json.load(open(folder + '/manifest.json')))";
  CHECK(std::system(fmt::format("python3 -W ignore -c \"{}\" '{}'", program, committed).c_str()) == 0);
}

TEST_CASE("vectors.manifest: the schema refuses what is wrong") {
  const Schema schema(json::parse(contents(committed + "/manifest.schema.json")));
  const json good = manifest_in(committed);
  const auto changed = [&](const std::function<void(json&)>& change) {
    json bad = good;
    change(bad);
    return schema.fault(bad);
  };
  CHECK(changed([](json& m) { m.erase("license"); }) == "$: required");
  CHECK(changed([](json& m) { m["more"] = 1; }) == "$.more: additionalProperties");
  CHECK(changed([](json& m) { m["vectors"] = json::array(); }) == "$.vectors: minItems");
  CHECK(changed([](json& m) { m["vectors"][3].erase("sha256"); }) == "$.vectors[3]: required");
  CHECK(changed([](json& m) { m["vectors"][3]["sha256"] = "abc"; }) == "$.vectors[3].sha256: pattern");
  CHECK(changed([](json& m) { m["vectors"][3]["bytes"] = "12"; }) == "$.vectors[3].bytes: type");
  CHECK(changed([](json& m) { m["vectors"][3]["dtype"] = "f8"; }) == "$.vectors[3].dtype: enum");
  CHECK(changed([](json& m) { m["vectors"][3]["flags"] = {"a", "a"}; }) == "$.vectors[3].flags: uniqueItems");
  CHECK(changed([](json& m) { m["vectors"][3]["sizes"]["t_q"] = -1; }) == "$.vectors[3].sizes.t_q: minimum");
  CHECK(changed([](json& m) { m["vectors"][3]["title"] = ""; }) == "$.vectors[3].title: minLength");
  CHECK(changed([](json& m) { m["vectors"][3]["outputs"] = json::object(); }) == "$.vectors[3].outputs: minProperties");
}

TEST_CASE("vectors.manifest: a flipped bit in any file is noticed") {
  const Folder folder;
  const std::string copy = folder.file("copy");
  fs::copy(committed, copy);
  REQUIRE(fault_in(copy).empty());
  Random random(5);
  for (const json& entry : manifest_in(copy)["vectors"]) {
    const std::string file = entry["file"], path = copy + "/" + file;
    const std::string good = contents(path);
    std::string bad = good;
    const std::size_t at = random.below(bad.size());
    bad[at] = static_cast<char>(bad[at] ^ (1 << random.below(8)));
    write(path, bad);
    CHECK(fault_in(copy) == file);
    write(path, good);
  }
  fs::remove(copy + "/no_keys.safetensors");
  CHECK(fault_in(copy) == "no_keys.safetensors");
}

TEST_CASE(
    "vectors.manifest: a golden value that is wrong by a unit in its last place is noticed when the vector is made "
    "anew") {
  if (!golden_is_built()) {
    WARN("built without FLINT: skipped");
    return;
  }
  const std::vector<vectors::Case> all = vectors::cases();
  const auto one =
      std::find_if(all.begin(), all.end(), [](const auto& c) { return c.id == "the_lessons_layer_at_6_positions"; });
  REQUIRE(one != all.end());
  Document document = vector_named(one->id);
  REQUIRE(encode_safetensors(document) == encode_safetensors(vectors::build(*one)));
  double& value = document.tensors.at("weights.f64").values[7];
  value = std::nextafter(value, inf);
  CHECK(encode_safetensors(document) != encode_safetensors(vectors::build(*one)));
}

TEST_CASE("vectors: each case is named, described and asks for something") {
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
    CHECK(!one.problem.outputs.empty());
    const bool by_hand = std::find(one.flags.begin(), one.flags.end(), vectors::by_hand) != one.flags.end();
    // By hand: small, and it says how.
    if (by_hand) CHECK((!one.remark.empty() && one.problem.sizes.t_q <= 2));
    for (const std::string_view flag : one.flags) {
      if (flag == vectors::by_hand) continue;
      CHECK(law_named(vectors::flag_named(flag).law));
      used.insert(flag);
    }
    dtypes.insert(one.problem.dtype);
  }
  CHECK(used.size() == vectors::flags().size());
  CHECK(dtypes.size() == 4);
  CHECK(std::is_sorted(vectors::flags().begin(), vectors::flags().end(),
                       [](const auto& a, const auto& b) { return a.name < b.name; }));
}

TEST_CASE("vectors: every file is a vector with all that its manifest entry lists, and its problem can be read") {
  std::size_t bytes = 0;
  for (const json& entry : manifest_in(committed)["vectors"]) {
    const std::string id = entry["id"];
    INFO(id);
    const Document document = vector_named(id);
    CHECK(document.metadata.at("id") == id);
    CHECK(document.metadata.at("title") == entry["title"]);
    CHECK(document.metadata.at("settled") == entry["settled"]);
    CHECK(has(document.metadata.at("settled"), "undecided=0"));
    const Problem problem = problem_of(document, id);
    CHECK(name_of(problem.dtype) == entry["dtype"]);
    CHECK(problem.outputs.size() == entry["outputs"].size());
    std::size_t answers = 0;
    for (const auto& [output, formats] : entry["outputs"].items()) {
      for (const json& format : formats) {
        const auto found = document.tensors.find(fmt::format("{}.{}", output, format.get<std::string>()));
        REQUIRE(found != document.tensors.end());
        CHECK(found->second.shape == shape_of(output, problem.sizes));
        ++answers;
      }
    }
    CHECK(document.tensors.size() == problem.tensors.size() + answers);
    bytes += entry["bytes"].get<std::size_t>();
  }
  CHECK(bytes < 4000000);
}

TEST_CASE("vectors: right answers that were worked out by hand") {
  check_decimals("the_scale_is_one_over_the_root_of_d_k", "weights.f64", {0.982013790, 0.017986210, 0.5, 0.5});
  check_decimals("two_keys_share_by_the_logistic_function", "weights.f64", {0.731058579, 0.268941421});
  check_decimals("the_softmax_runs_over_keys", "output.f64", {0.880797078, 0.119202922, 0.731058579, 0.268941421});
  check_decimals("a_negative_scale_prefers_the_opposite", "weights.f64", {0.268941421, 0.731058579});
  check_decimals("a_score_of_1_hides_between_large_products", "weights.f64", {0.731058579, 0.268941421});
  check_decimals("the_log_sum_exp_of_0_and_ln_3_is_ln_4", "lse.f64", {1.386294361});
  for (const char* format : {"f64", "f32", "f16", "bf16"}) {
    const auto name = [&](const char* output) { return fmt::format("{}.{}", output, format); };
    check_numbers("scores_of_plus_and_minus_1000_give_a_half_each", name("weights"), {0.5, 0.5, 0.5, 0.5});
    check_numbers("scores_of_plus_and_minus_1000_give_a_half_each", name("output"), {2, 2});
    check_numbers("a_product_may_overflow_before_it_is_scaled", name("weights"), {1, 0});
    check_numbers("a_product_may_overflow_before_it_is_scaled", name("scores"), {8192, 0});
    check_numbers("a_mean_of_33_ones_is_1", name("output"), {1, 1});
    check_numbers("a_query_of_zero_takes_the_mean", name("output"), {6});
    check_numbers("the_mean_of_eight_small_integers_is_exact", name("output"), {1.625});
    check_numbers("the_mean_of_four_small_integers_is_exact", name("output"), {3.75});
    check_numbers("one_49th_times_49_is_1", name("output"), {1});
    check_numbers("a_scale_of_zero_is_not_an_absent_one", name("output"), {2.5});
    check_numbers("values_may_overflow_where_their_mean_does_not", name("output"), {0, inf, 0, inf});
    check_numbers("scores_may_overflow_where_weights_do_not", name("weights"), {1, 0});
  }
  check_numbers("one_49th_times_49_is_1", "weights.f64", std::vector<double>(49, 1 / 49.0));
  check_numbers("a_single_key_returns_its_value", "output.f64", {0.1, -0.3, 0x1.fffffep-126});
  check_numbers("no_keys", "output.f32", std::vector<double>(6, 0.0));
  check_numbers("no_keys", "lse.f32", std::vector<double>(3, -inf));
}

TEST_CASE("vectors: hard roundings that were worked out by hand") {
  const double u64 = 0x1p-52, u32 = 0x1p-23, u16 = 0x1p-10, ub = 0x1p-7;
  const std::string halfway = "a_mean_halfway_goes_to_the_even_number";
  // In each format its own pair is a tie; finer pairs are nearer to 1, coarser ones exact.
  check_numbers(
      halfway, "output.f64",
      {1, -1 - 2 * u64, 1 + u32 / 2, -1 - 1.5 * u32, 1 + u16 / 2, -1 - 1.5 * u16, 1 + ub / 2, -1 - 1.5 * ub, 0});
  check_numbers(halfway, "output.f32",
                {1, -1, 1, -1 - 2 * u32, 1 + u16 / 2, -1 - 1.5 * u16, 1 + ub / 2, -1 - 1.5 * ub, 0});
  check_numbers(halfway, "output.f16", {1, -1, 1, -1, 1, -1 - 2 * u16, 1 + ub / 2, -1 - 1.5 * ub, 0});
  check_numbers(halfway, "output.bf16", {1, -1, 1, -1, 1, -1, 1, -1 - 2 * ub, 0});

  const std::string below = "a_key_2_to_the_1000_below_breaks_the_tie";
  const double m32 = 1 + u32 / 2, m16 = 1 + u16 / 2, mb = 1 + ub / 2;
  check_numbers(below, "output.f64", {1 + u64, 1, m32, m32, m16, m16, mb, mb, 0.0, -0.0, m32, 0});
  check_numbers(below, "output.f32", {1, 1, 1 + u32, 1, m16, m16, mb, mb, 0.0, -0.0, 1, 0});
  check_numbers(below, "output.f16", {1, 1, 1, 1, 1 + u16, 1, mb, mb, 0.0, -0.0, 1, 0});
  check_numbers(below, "output.bf16", {1, 1, 1, 1, 1, 1, 1 + ub, 1, 0.0, -0.0, 1, 0});

  const std::string narrow = "a_narrow_format_is_not_rounded_from_a_wide_one";
  check_numbers(narrow, "output.f64", {m32, m32, m16, m16, mb, mb});
  check_numbers(narrow, "output.f32", {1 + u32, 1, m16, m16, mb, mb});
  check_numbers(narrow, "output.f16", {1, 1, 1 + u16, 1, mb, mb});
  check_numbers(narrow, "output.bf16", {1, 1, 1, 1, 1 + ub, 1});

  check_numbers("a_log_sum_exp_exceeds_its_largest_score", "lse.f64", {1 + 0x1p-24});
  check_numbers("a_log_sum_exp_exceeds_its_largest_score", "lse.f32", {1 + 0x1p-23});
  check_numbers("a_single_score_halfway_goes_to_the_even_number", "lse.f64", {1});
  check_numbers("a_single_score_halfway_goes_to_the_even_number", "scores.f64", {1});
  check_numbers("a_log_sum_exp_of_two_halves_is_nearly_zero", "lse.f64", {2.3190468138462996154948554638754786e-17});
  check_numbers("a_difference_of_two_weights_keeps_its_bits", "output.f64", {0x1p-61});
  check_numbers("a_difference_of_two_weights_keeps_its_bits", "output.f32", {0x1p-61});
  const double d = 0x1p-1074;
  check_numbers("subnormal_values_have_their_mean", "output.f64", {2 * d, 2 * d, 4 * d, 2 * d});
  check_numbers("scores_of_2_to_the_minus_2148_break_a_tie", "output.f64", {d, 2 * d});
  const std::string ends = "values_at_the_end_of_the_formats";
  const double b = 0x1.fep127, f = 0x1.fffffep127;
  check_numbers(ends, "output.f16", {65504, 65504, inf, -inf, inf, inf, inf, inf, inf, inf, -inf});
  check_numbers(ends, "output.bf16", {65536, 65536, 65536, -65536, b, b, inf, inf, inf, inf, -inf});
  check_numbers(ends, "output.f32", {65504, 65519.9375, 65520, -65520, b, 0x1.fefffep127, 0x1.ffp127, f, f, inf, -inf});
}

TEST_CASE("vectors: the rounded scale gives other weights than the exact one, from the same inputs") {
  const Document exact = vector_named("the_scale_is_not_rounded_first");
  const Document rounded = vector_named("the_scale_rounded_first_is_another_number");
  for (const char* name : {"q", "k", "v"})
    CHECK(same_numbers(exact.tensors.at(name).values, rounded.tensors.at(name).values));
  CHECK(!same_numbers(exact.tensors.at("weights.f64").values, rounded.tensors.at("weights.f64").values));
}

TEST_CASE("vectors: the command lists and writes, and says what it cannot do") {
  const Run listed = run({"vectors", "list"});
  CHECK(listed.code == 0);
  CHECK(listed.err.empty());
  const json document = json::parse(run({"vectors", "list", "--json", "-"}).out);
  REQUIRE(document["vectors"].size() == vectors::cases().size());
  for (const json& entry : document["vectors"]) CHECK(has(listed.out, entry["id"].get<std::string>()));

  const Folder folder;
  const Run written = run({"vectors", "write", folder.file("new")});
  if (golden_is_built()) {
    CHECK(written.code == 0);
    CHECK(fault_in(folder.file("new")).empty());
    CHECK(has(written.out, fmt::format("{} vectors", vectors::cases().size())));
  } else {
    CHECK(written.code == 2);
    CHECK(has(written.err, "FLINT"));
    CHECK(!fs::exists(folder.file("new")));
  }
  write(folder.file("file"), "mine");
  for (const auto& [arguments, message] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"vectors"}, "vectors: expected list, or write DIR, found nothing"},
           {{"vectors", "lost"}, "did you mean list?"},
           {{"vectors", "write"}, "vectors write: expected a folder, found nothing"},
           {{"vectors", "write", ""}, "expected the name of a file"},
           {{"vectors", "write", folder.file("x"), "more"}, "found 'more'"},
           {{"vectors", "write", folder.file("x"), "--json", "-"}, "expected only with list"},
           {{"vectors", "list", "here"}, "vectors list: expected nothing after it, found 'here'"}}) {
    const Run refused = run(arguments);
    INFO(refused.err);
    CHECK(refused.code == 2);
    CHECK(lines_of(refused.err).size() == 1);
    CHECK(has(refused.err, message));
  }
  if (!golden_is_built()) return;
  const Run onto_file = run({"vectors", "write", folder.file("file")});
  CHECK(onto_file.code == 2);
  CHECK(has(onto_file.err, "folder: expected a folder, found a file"));
  CHECK(contents(folder.file("file")) == "mine");
  CHECK(run({"vectors", "write", folder.file("no/such")}).code == 2);
}
