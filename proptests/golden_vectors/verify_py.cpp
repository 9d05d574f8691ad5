// verify.py, which judges answers where neither a compiler nor attnref is at hand: it finds what `vectors verify`
// finds, trusts no file, and the C function beside it in the README writes what it reads.
#include "attnref/reference.hpp"
#include "catch.hpp"
#include "comparing/ulp.hpp"
#include "documents/document.hpp"
#include "files/npy.hpp"
#include "generators/random.hpp"
#include "golden_vectors/committed.hpp"
#include "golden_vectors/programs.hpp"
#include "golden_vectors/stored_answers.hpp"
#include "mutation/mutant.hpp"

#include <fmt/format.h>

#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <vector>

using namespace attnref;
using namespace attnref::test;

namespace {

const std::string scale_vector = "the_scale_is_one_over_the_root_of_d_k";

/// Python alone: -I and -S keep out whatever is installed.
std::string python() {
  for (const std::string candidate : {"/usr/bin/python3", "python3"}) {
    if (std::system((candidate + " -c '' 2> /dev/null").c_str()) == 0) return candidate + " -I -S";
  }
  return "";
}

bool is_skipped() {
  if (!python().empty()) return false;
  WARN("no python3: skipped");
  return true;
}

Run run_verify(const std::string& folder, const std::string& answers, const std::string& more = "") {
  const Folder seen;
  const std::string command = fmt::format("{} '{}/verify.py' {} --answers '{}' > '{}' 2> '{}'", python(), folder, more,
                                          answers, seen.file("out"), seen.file("err"));
  const int status = std::system(command.c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(seen.file("out")), contents(seen.file("err"))};
}

Answer answer_to(const std::string& id) {
  return std::get<Answer>(reference().attend(problem_of(vector_named(id), id)));
}

/// Refuses or judges; never a traceback.
void is_calm(const Run& seen) {
  INFO(seen.out);
  INFO(seen.err);
  CHECK(seen.code >= 0);
  CHECK(seen.code <= 3);
  CHECK(!has(seen.err, "Traceback"));
  CHECK(seen.err.empty() == (seen.code != 2));
}

}  // namespace

/// The reference's answers hold, by file and by array, and others are counted.
TEST_CASE("vectors.verify_py_holds_on_the_reference") {
  if (is_skipped()) return;
  const Folder folder;
  store_reference_answers(folder);
  const Run all = run_verify(committed, folder.file(""));
  INFO(all.out);
  CHECK(all.code == 0);
  CHECK(all.err.empty());
  CHECK(has(all.out, " not run, 0 without an answer; 128 vectors\n"));
  CHECK(!has(all.out, "violated"));

  const Folder arrays;
  const Answer answer = answer_to(scale_vector);
  write_npy(arrays.file(scale_vector + ".answer.npy"), npy_array_of(answer.at(Part::output)));
  write_npy(arrays.file(scale_vector + ".weights.npy"), npy_array_of(answer.at(Part::weights)));
  write(arrays.file("notes.npy"), "somebody's own");
  const Run two = run_verify(committed, arrays.file(""));
  CHECK(two.code == 0);
  CHECK(has(two.out, "\n1 holds, 127 without an answer; 128 vectors\n"));
  const Folder none;
  CHECK(run_verify(committed, none.file("")).code == 3);
}

/// Mistakes are found, and the flag that names them.
TEST_CASE("vectors.verify_py_names_the_mistake") {
  if (is_skipped()) return;
  const std::vector<std::pair<const char*, const char*>> mistakes{
      {"scale_missing", "scale: "}, {"softmax_over_columns", "wrong_axis: "}, {"last_key_dropped", "tail: "}};
  for (const auto& [mutant, flag] : mistakes) {
    INFO(mutant);
    const Folder folder;
    store_answers(mutant_named(mutant)->make(), folder);
    const Run seen = run_verify(committed, folder.file(""));
    INFO(seen.out);
    CHECK(seen.code == 1);
    CHECK(has(seen.out, std::string("    shows ") + flag));
    CHECK(has(seen.out, "\nmistakes, by how many"));
    CHECK(has(seen.out, " number "));
  }
  // What is too far off in f64 may be near enough for f32.
  const Folder folder;
  Answer answer = answer_to(scale_vector);
  answer.tensors.at(Part::weights).values[0] += 1e-9;
  write_npy(folder.file(scale_vector + ".weights.npy"), npy_array_of(answer.at(Part::weights)));
  CHECK(run_verify(committed, folder.file("")).code == 1);
  CHECK(run_verify(committed, folder.file(""), "--profile f32").code == 0);
}

/// A vector that was changed is bad input; so are a missing manifest and a name that is no vector's.
TEST_CASE("vectors.verify_py_refuses_other_vectors") {
  if (is_skipped()) return;
  const Folder folder;
  const std::string copy = folder.file("copy");
  std::filesystem::copy(committed, copy);
  const auto refused = [&](const std::string& said) {
    const Run seen = run_verify(copy, copy);
    INFO(seen.err);
    CHECK(seen.code == 2);
    CHECK(seen.out.empty());
    CHECK(lines_of(seen.err).size() == 1);
    CHECK(has(seen.err, said));
  };
  write(copy + "/mistyped.answer.npy", "");
  refused("mistyped.answer.npy: expected the id of a vector");
  std::filesystem::remove(copy + "/mistyped.answer.npy");
  write(copy + "/" + scale_vector + ".wieghts.npy", "");
  refused("before .npy");
  std::filesystem::remove(copy + "/" + scale_vector + ".wieghts.npy");
  CHECK(run_verify(copy, copy).code == 3);
  std::string bytes = contents(copy + "/" + scale_vector + ".safetensors");
  bytes[bytes.size() / 2] ^= 1;
  write(copy + "/" + scale_vector + ".safetensors", bytes);
  refused(scale_vector + ".safetensors: sha256: expected ");
  write(copy + "/manifest.json", std::string(100000, '['));
  refused("manifest.json: expected JSON");
  // Around the depth at which Python gives up.
  for (const std::size_t levels : {10U, 900U, 990U, 1000U, 100000U}) {
    const std::string deep = std::string(levels, '[') + std::string(levels, ']');
    write(copy + "/manifest.json", "{\"attnref\": " + deep + "}");
    refused("manifest.json: expected ");
    write(copy + "/manifest.json", "{\"attnref\": \"1\", \"vectors\": [{\"id\": " + deep + "}]}");
    refused("manifest.json: ");
  }
  write(copy + "/manifest.json", R"({"attnref": "1", "vectors": [{"id": "../x", "file": "../x.safetensors"}]})");
  refused("vectors[0]: expected an entry");
  std::filesystem::remove(copy + "/manifest.json");
  refused("manifest.json: No such file");
}

/// Damaged answers by the hundred, and such as claim to be huge: each is judged or blamed.
TEST_CASE("vectors.verify_py_trusts_no_answer") {
  if (is_skipped()) return;
  // A manifest of one vector, so that a run is short.
  const Folder folder;
  const std::string copy = folder.file("copy");
  std::filesystem::create_directory(copy);
  nlohmann::json manifest = manifest_in(committed);
  std::vector<std::string> ids;
  nlohmann::json kept = nlohmann::json::array();
  for (const auto& entry : manifest["vectors"]) {
    if (entry["bytes"] > 3000 || !entry["outputs"].contains("output") || entry["dtype"] == "f16" ||
        entry["dtype"] == "bf16")
      continue;
    kept.push_back(entry);
    ids.push_back(entry["id"]);
    const std::string file = entry["file"];
    std::filesystem::copy(committed + "/" + file, copy + "/" + file);
  }
  REQUIRE(ids.size() >= 20);
  manifest["vectors"] = kept;
  write(copy + "/manifest.json", manifest.dump());
  std::filesystem::copy(committed + "/verify.py", copy + "/verify.py");
  static const std::string telling = "0123456789(){}[],:'\"<>f8TF \n-";
  Random dice(2024);
  std::size_t blamed = 0;
  for (int round = 0; round < 12; ++round) {
    for (const std::string& id : ids) {
      const Answer answer = answer_to(id);
      const bool array = round % 2 == 0;
      std::string bytes =
          array ? encode_npy(npy_array_of(answer.at(Part::output))) : encode_safetensors(document_of(Reply(answer)));
      const std::size_t at = dice.below(bytes.size());
      switch (dice.below(3)) {
        case 0:
          bytes.resize(at);
          break;
        case 1:
          bytes[at % 128] = telling[dice.below(telling.size())];
          break;
        default:
          bytes[at] = static_cast<char>(dice.below(256));
      }
      write(copy + "/" + id + (array ? ".answer.npy" : ".answer.safetensors"), bytes);
    }
    const Run seen = run_verify(copy, copy);
    is_calm(seen);
    CHECK(seen.code == 1);
    blamed += seen.out.find(": expected") != std::string::npos ? 1 : 0;
    for (const std::string& id : ids) {
      std::filesystem::remove(copy + "/" + id + ".answer.npy");
      std::filesystem::remove(copy + "/" + id + ".answer.safetensors");
    }
  }
  CHECK(blamed == 12);
  const auto blames = [&](const std::string& name, const std::string& bytes) {
    write(copy + "/" + ids[0] + name, bytes);
    const Run seen = run_verify(copy, copy);
    is_calm(seen);
    CHECK(seen.code == 1);
    CHECK(has(seen.out, "    " + ids[0] + name + ": "));
    std::filesystem::remove(copy + "/" + ids[0] + name);
  };
  const auto document = [](const std::string& header) {
    std::string bytes(8, '\0');
    bytes[0] = static_cast<char>(header.size() % 256);
    bytes[1] = static_cast<char>(header.size() / 256);
    return bytes + header;
  };
  blames(".answer.safetensors", std::string(8, '\xff'));
  blames(".answer.safetensors",
         document(R"({"output":{"dtype":"F64","shape":[1000000,1000000],"data_offsets":[0,8000000000000]}})"));
  blames(".answer.safetensors", document(R"({"output":{"dtype":"F64","shape":[1e999],"data_offsets":[0,0]}})"));
  blames(".answer.safetensors", document(R"({"output":)" + std::string(20000, '[')));
  blames(".answer.safetensors", document(R"({"a":1,"a":1})"));
  const std::string prefix = std::string("\x93NUMPY\x02\x00", 8);
  blames(".answer.npy", prefix + std::string("\xff\xff\xff\xff", 4));
  blames(".answer.npy", prefix + std::string("\x10\x27\0\0", 4) + std::string(10000, '('));
  blames(".answer.npy",
         prefix + std::string("\x50\0\0\0", 4) +
             fmt::format("{:<80}", "{'descr':'<f8','fortran_order':False,'shape':(9999999999999999999999,2)}"));
}

/// Arrays whose headers NumPy reads are read: this machine's byte order, and Python 2's integers.
TEST_CASE("vectors.verify_py_reads_what_numpy_reads") {
  if (is_skipped()) return;
  const Folder folder;
  const std::string bytes = encode_npy(npy_array_of(answer_to(scale_vector).at(Part::output)));
  const std::string descr = "'descr': '<f8'", shape = ", 'shape': (";
  for (const std::string other : {"'descr': '=f8'", "'descr': '|f8'", "'descr': 'f8' ", "'descr': 'd'  "}) {
    std::string changed = bytes;
    changed.replace(bytes.find(descr), descr.size(), other);
    write(folder.file(scale_vector + ".answer.npy"), changed);
    INFO(other);
    CHECK(run_verify(committed, folder.file("")).code == 0);
  }
  // A blank of the padding gives way to each L.
  std::string longs = bytes;
  const std::size_t comma = longs.find(',', longs.find(shape) + shape.size());
  longs.insert(longs.find(')', comma), "L").insert(comma, "L");
  longs.erase(longs.find('\n') - 2, 2);
  write(folder.file(scale_vector + ".answer.npy"), longs);
  CHECK(run_verify(committed, folder.file("")).code == 0);
}

/// The README's C function writes arrays that are read.
TEST_CASE("vectors.readme_writes_arrays_in_c") {
  if (std::system("cc --version > /dev/null 2>&1") != 0) {
    WARN("no C compiler: skipped");
    return;
  }
  const std::string readme = contents(committed + "/README.md"), opened = "```c\n";
  const std::size_t begin = readme.find(opened);
  REQUIRE(begin != std::string::npos);
  const std::size_t at = begin + opened.size();
  const Folder folder;
  write(folder.file("main.c"), readme.substr(at, readme.find("```\n", at) - at) +
                                   "int main(int n, char** words) {\n"
                                   "  const double numbers[6] = {1, 2, 3, 4, 5, 6};\n"
                                   "  return n != 2 || write_npy(words[1], numbers, 3, 2);\n}\n");
  output_of(fmt::format("cc -std=c99 -Wall -Wextra -Werror '{0}' -o '{1}' 2>&1 && '{1}' '{2}'", folder.file("main.c"),
                        folder.file("main"), folder.file("a.npy")));
  const NpyArray array = read_npy(folder.file("a.npy"));
  CHECK(array.shape == std::vector<std::size_t>{3, 2});
  CHECK(array.values == std::vector<double>{1, 2, 3, 4, 5, 6});
  CHECK(contents(folder.file("a.npy")) == encode_npy(array));
}

TEST_CASE("vectors.verify_py_counts_in_the_ulps_of_compare") {
  if (is_skipped()) return;
  const Folder seen;
  // Powers of two, their neighbours, subnormals, 0, and what only f64 holds.
  const std::vector<double> numbers{2,
                                    0x1.fffffffffffffp0,
                                    3,
                                    0x1p-1074,
                                    0x1p-1022,
                                    0x1p-126,
                                    0x1.8p-140,
                                    0x1p-14,
                                    0,
                                    -4,
                                    65504,
                                    65536,
                                    0x1.fffffep127,
                                    0x1p128,
                                    0x1p1023,
                                    0x1.fffffffffffffp1023};
  std::string program = fmt::format("import sys; sys.path.insert(0, '{}'); from verify import ulp\n", committed);
  for (const Format& format : formats) {
    for (const double x : numbers) program += fmt::format("print(ulp({:.17g}, '{}').hex())\n", x, format.name);
  }
  std::ofstream(seen.file("ulps.py")) << program;
  REQUIRE(std::system(fmt::format("{} -B '{}' > '{}'", python(), seen.file("ulps.py"), seen.file("out")).c_str()) == 0);
  std::istringstream lines(contents(seen.file("out")));
  for (const Format& format : formats) {
    for (const double x : numbers) {
      std::string line;
      REQUIRE(std::getline(lines, line));
      INFO(format.name << ' ' << x);
      CHECK(std::strtod(line.c_str(), nullptr) == static_cast<double>(ulp_at(format, x)));
    }
  }
}
