// attnref vectors verify. The reference's answers hold, a mutant's are told by the flag of its mistake,
// and a file that is not what it should be is told from an answer that is wrong.
#include "attnref/golden.hpp"
#include "attnref/reference.hpp"
#include "catch.hpp"
#include "documents/document.hpp"
#include "files/npy.hpp"
#include "golden_vectors/committed.hpp"
#include "golden_vectors/stored_answers.hpp"
#include "mutation/mutant.hpp"
#include "refused.hpp"
#include "vectors/vector_case.hpp"

#include <algorithm>
#include <filesystem>
#include <limits>

using namespace attnref;
using namespace attnref::test;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

const std::string scale_vector = "the_scale_is_one_over_the_root_of_d_k";

json verified(const std::string& answers, int code, Words more = {}) {
  Words words{"vectors", "verify", committed, "--answers", answers, "--json", "-"};
  words.insert(words.end(), more.begin(), more.end());
  const Run seen = run(words);
  INFO(seen.err);
  REQUIRE(seen.code == code);
  CHECK(has(seen.err, " vectors\n"));  // the table has given way to the document
  return json::parse(seen.out);
}

const json& entry_of(const json& document, const std::string& id) {
  const json& answers = document.at("answers");
  const auto found = std::find_if(answers.begin(), answers.end(), [&](const json& one) { return one.at("id") == id; });
  REQUIRE(found != answers.end());
  return *found;
}

Answer answer_to(const std::string& id) {
  return std::get<Answer>(reference().attend(problem_of(vector_named(id), id)));
}

/// One answer, in a folder of its own, and what is said of it.
json verified_alone(const std::string& name, const std::string& bytes, int code) {
  const Folder folder;
  write(folder.file(name), bytes);
  return verified(folder.file(""), code).at("answers").at(0);
}

bool is_skipped() {
  if (golden_is_built()) return false;
  WARN("built without FLINT: skipped");
  return true;
}

}  // namespace

/// No answer of the reference is beyond its bound, and nearly all are judged in full.
TEST_CASE("vectors.verify_holds_on_the_reference") {
  if (is_skipped()) return;
  const Folder folder;
  store_reference_answers(folder);
  const json all = verified(folder.file(""), 0);
  CHECK(all.at("vectors") == vectors::cases().size());
  CHECK(all.at("answers").size() == vectors::cases().size());
  CHECK(all.at("counts").at("violated") == 0);
  CHECK(all.at("counts").at("unanswered") == 0);
  // Of some vectors an output has no bound that says anything: something may overflow on the way.
  CHECK(all.at("counts").at("holds") >= 120);
  CHECK(all.at("suspects").empty());
  CHECK(all.at("verdict") == "holds");
}

/// Of an answer that is wrong it is said where, and what the vector shows; the rest goes on.
TEST_CASE("vectors.verify_names_the_mistake") {
  if (is_skipped()) return;
  const Folder folder;
  store_answers(mutant_named("scale_missing")->make(), folder);
  const json all = verified(folder.file(""), 1);
  CHECK(all.at("verdict") == "violated");
  CHECK(all.at("counts").at("holds") > 10);  // where the scale is 1, or says nothing
  CHECK(entry_of(all, "a_scale_of_one_leaves_the_scores").at("verdict") == "holds");
  const json& one = entry_of(all, scale_vector);
  CHECK(one.at("verdict") == "violated");
  CHECK(one.at("comparison").at("outputs").at("weights").at("beyond") > 0);
  CHECK(one.at("shows").at(0).at("flag") == "scale");
  const Run table = run({"vectors", "verify", committed, "--answers", folder.file("")});
  CHECK(table.code == 1);
  CHECK(table.err.empty());
  CHECK(has(table.out, "    weights [0, 0]: observed "));
  CHECK(has(table.out, "    shows scale: the scale is 1/d_k, "));
  CHECK(has(table.out, "\n\nmistakes, by how many of the answered vectors that show them are violated:\n"));
  const json& suspects = all.at("suspects");
  const auto scale =
      std::find_if(suspects.begin(), suspects.end(), [](const json& s) { return s.at("flag") == "scale"; });
  REQUIRE(scale != suspects.end());
  CHECK(scale->at("law") == "scale_is_one_over_root_dk");
  CHECK(scale->at("violated") > 0);
}

/// .npy files are answers too, one an output; a profile may be given.
TEST_CASE("vectors.verify_reads_arrays") {
  if (is_skipped()) return;
  const Folder folder;
  Answer answer = answer_to(scale_vector);
  write_npy(folder.file(scale_vector + ".answer.npy"), npy_array_of(answer.at(Part::output)));
  write_npy(folder.file(scale_vector + ".weights.npy"), npy_array_of(answer.at(Part::weights)));
  write(folder.file("notes.npy"), "somebody's own");
  const json held = verified(folder.file(""), 0);
  CHECK(held.at("counts").at("unanswered") == vectors::cases().size() - 1);
  CHECK(held.at("answers").at(0).at("comparison").at("outputs").size() == 2);
  answer.tensors.at(Part::weights).values[0] += 1e-9;
  write_npy(folder.file(scale_vector + ".weights.npy"), npy_array_of(answer.at(Part::weights)));
  CHECK(verified(folder.file(""), 1).at("answers").at(0).at("comparison").at("outputs").at("weights").at("beyond") ==
        1);
  CHECK(verified(folder.file(""), 0, {"--profile", "f32"}).at("answers").at(0).at("comparison").at("profile") == "f32");
  // An answer of which no bound speaks is not one that holds.
  answer.tensors.at(Part::output).values[0] = std::numeric_limits<double>::quiet_NaN();
  CHECK(verified_alone(scale_vector + ".answer.npy", encode_npy(npy_array_of(answer.at(Part::output))), 1)
            .at("verdict") == "violated");
}

/// What is wrong with an answer is the answer's fault: a reason, exit code 1, and the others go on.
TEST_CASE("vectors.verify_blames_the_answer") {
  if (is_skipped()) return;
  const auto blamed = [](const std::string& name, const std::string& bytes, const std::string& reason) {
    const json one = verified_alone(scale_vector + name, bytes, 1);
    INFO(one.dump());
    CHECK(one.at("verdict") == "violated");
    CHECK(one.at("comparison").is_null());
    CHECK(has(one.at("reason"), reason));
  };
  const NpyArray weights = npy_array_of(answer_to(scale_vector).at(Part::weights));
  blamed(".answer.npy", encode_npy(weights), "output: expected shape (2 x 9), found (2 x 2)");
  blamed(".answer.npy", encode_npy({NpyDtype::f8, {18}, std::vector<double>(18)}), "found (18)");
  blamed(".weights.npy", "no array", "expected");
  blamed(".weights.npy", encode_npy(weights).substr(0, 140), "data: expected 32 bytes");
  blamed(".answer.safetensors", "", "header length");
  blamed(".answer.safetensors", std::string(8, '\xff'), "header length: expected at most");
  blamed(".answer.safetensors", encode_safetensors(document_of(Reply(Failed{"out of memory"}))),
         "failed: out of memory");
  // Sizes that only claim to be there cost nothing.
  const auto claimed = [](const std::string& header) {
    std::string bytes(8, '\0');
    bytes[0] = static_cast<char>(header.size());
    return bytes + header;
  };
  blamed(".answer.safetensors",
         claimed(R"({"output":{"dtype":"F64","shape":[1000000,1000000],"data_offsets":[0,8000000000000]}})"), "data");
  blamed(".answer.safetensors",
         claimed(R"({"output":{"dtype":"F64","shape":[4294967296,4294967296],"data_offsets":[0,0]}})"), "shape");

  Answer mixed = answer_to(scale_vector);
  mixed.tensors.at(Part::weights).dtype = Dtype::f32;
  for (double& value : mixed.tensors.at(Part::weights).values) value = static_cast<float>(value);
  blamed(".answer.safetensors", encode_safetensors(document_of(Reply(mixed))), "weights: expected dtype f64");

  const Folder folder;
  write_safetensors(folder.file(scale_vector + ".answer.safetensors"), document_of(Reply(answer_to(scale_vector))));
  write_npy(folder.file(scale_vector + ".weights.npy"), weights);
  CHECK(has(verified(folder.file(""), 1).at("answers").at(0).at("reason"), "output: expected one answer"));
}

/// Where nothing is judged the exit code says so.
TEST_CASE("vectors.verify_judges_nothing") {
  if (is_skipped()) return;
  const Folder folder;
  CHECK(verified(folder.file(""), 3).at("answers").empty());
  write_safetensors(folder.file(scale_vector + ".answer.safetensors"),
                    document_of(Reply(Unsupported{"no projections"})));
  const json all = verified(folder.file(""), 3);
  CHECK(all.at("counts").at("unsupported") == 1);
  CHECK(all.at("answers").at(0).at("reason") == "no projections");
  CHECK(all.at("verdict") == "not_run");
}

/// One answer of many is said to be that, and with --all it is not enough.
TEST_CASE("vectors.verify_says_how_many_are_missing") {
  if (is_skipped()) return;
  const std::size_t count = vectors::cases().size();
  const Folder folder;
  write_safetensors(folder.file(scale_vector + ".answer.safetensors"), document_of(Reply(answer_to(scale_vector))));
  CHECK(verified(folder.file(""), 0).at("missing") == count - 1);
  CHECK(verified(folder.file(""), 3, {"--all"}).at("verdict") == "holds");
  const Run table = run({"vectors", "verify", committed, "--answers", folder.file("")});
  CHECK(has(table.out, "missing: " + std::to_string(count - 1) + " of " + std::to_string(count) + " vectors, "));
  // An answer that says that it can't be given is missing too.
  const Folder whole;
  store_reference_answers(whole);
  CHECK(verified(whole.file(""), 0, {"--all"}).at("missing") == 0);
  write_safetensors(whole.file(scale_vector + ".answer.safetensors"),
                    document_of(Reply(Unsupported{"no projections"})));
  CHECK(verified(whole.file(""), 3, {"--all"}).at("missing") == 1);
}

/// A folder that is not as its manifest says is bad input: one line, exit code 2.
TEST_CASE("vectors.verify_refuses_other_vectors") {
  if (!golden_is_built()) {
    refused({"vectors", "verify", committed}, "FLINT");
    return;
  }
  const Folder folder;
  const std::string copy = folder.file("copy");
  const auto afresh = [&copy] {
    std::filesystem::remove_all(copy);
    std::filesystem::copy(committed, copy);
  };
  afresh();
  CHECK(run({"vectors", "verify", copy}).code == 3);
  std::string bytes = contents(copy + "/" + scale_vector + ".safetensors");
  bytes.back() ^= 1;
  write(copy + "/" + scale_vector + ".safetensors", bytes);
  refused({"vectors", "verify", copy}, scale_vector + ".safetensors: sha256: expected '");
  std::filesystem::remove(copy + "/" + scale_vector + ".safetensors");
  refused({"vectors", "verify", copy}, scale_vector + ".safetensors");
  afresh();
  std::filesystem::remove(copy + "/manifest.json");
  refused({"vectors", "verify", copy}, "manifest.json");
  const auto with_manifest = [&](const json& manifest, const std::string& said) {
    write(copy + "/manifest.json", manifest.dump());
    refused({"vectors", "verify", copy}, said);
  };
  const json manifest = manifest_in(committed);
  with_manifest("text", "manifest: expected a JSON object");
  with_manifest({{"attnref", "2"}}, "attnref: expected \"1\"");
  with_manifest({{"attnref", "1"}}, "vectors: expected a key vectors");
  for (const auto& [key, value, said] : std::vector<std::tuple<std::string, json, std::string>>{
           {"id", "../../etc/passwd", "expected an id of lower-case letters"},
           {"id", manifest["vectors"][1]["id"], "expected file"},
           {"file", "/etc/passwd", "expected file"},
           {"sha256", 7, "expected a key sha256, string"},
           {"notes", json::object(), "expected a key notes, array"}}) {
    json changed = manifest;
    changed["vectors"][0][key] = value;
    with_manifest(changed, said);
  }
  json doubled = manifest;
  doubled["vectors"].push_back(doubled["vectors"][0]);
  with_manifest(doubled, "expected each id once");
  for (const std::string deep : {"", "{\"attnref\": ", "{\"attnref\": \"1\", \"vectors\": "}) {
    write(copy + "/manifest.json",
          deep + std::string(3000000, '[') + std::string(3000000, ']') + (deep.empty() ? "" : "}"));
    refused({"vectors", "verify", copy}, "manifest: expected JSON of at most 16 levels, found 300000");
  }
  write(copy + "/manifest.json", std::string(20000000, ' '));
  refused({"vectors", "verify", copy}, "manifest: expected JSON of at most 16777216 bytes, found ");

  // A name that is nearly an answer's would be an answer never judged.
  write(folder.file("mistyped.answer.safetensors"), "");
  refused({"vectors", "verify", committed, "--answers", folder.file("")}, "name: expected the id of a vector");
  std::filesystem::remove(folder.file("mistyped.answer.safetensors"));
  write(folder.file(scale_vector + ".wieghts.npy"), "");
  refused({"vectors", "verify", committed, "--answers", folder.file("")}, "found 'wieghts'");
  refused({"vectors", "verify"}, "vectors verify: expected a folder, found nothing");
  refused({"vectors", "verify", folder.file("no")}, "manifest.json");
  refused({"vectors", "verify", committed, "--answers", folder.file("no")}, "folder that can be read");
  refused({"vectors", "verify", committed, "--json", committed + "/manifest.json"},
          "--json: expected a file of its own");
  refused({"vectors", "list", "--jobs", "2"}, "--jobs: expected only with verify");
}
