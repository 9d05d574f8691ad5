#include "cli/example.hpp"

#include "cli/backend_options.hpp"
#include "cli/usage.hpp"
#include "documents/document.hpp"
#include "files/embedded_file.hpp"
#include "lesson/arrays.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <initializer_list>
#include <utility>

namespace attnref::cli {

/// Defined in the generated source: the backends of src/adapters/, in the order of their languages below.
const std::vector<EmbeddedFile>& embedded_backends();

namespace {

/// An array of the lesson's first program at T = 6.
Tensor lesson_tensor(const std::string& name) {
  const lesson::PlainMatrix matrix = lesson::array("cell1_T6_" + name);
  Tensor tensor(Dtype::f64, matrix.rows, matrix.columns);
  tensor.values = matrix.values;
  return tensor;
}

/// The lesson's layer: X and its three projections.
Problem lesson_problem() {
  return self_attention_problem(lesson_tensor("X"), lesson_tensor("Wq"), lesson_tensor("Wk"), lesson_tensor("Wv"));
}

/// What NumPy answered when the lesson was run.
Reply lesson_answer() {
  Answer answer;
  answer.tensors.add(Part::output, lesson_tensor("Y"));
  answer.tensors.add(Part::weights, lesson_tensor("A"));
  return answer;
}

std::filesystem::path require_helper_folder() {
  const std::filesystem::path folder = helper_folder();
  if (folder.empty()) throw usage_error("example: expected share/attnref beside the command, found none");
  return folder;
}

std::string_view backend_in(const std::string& language) {
  const std::vector<std::string_view> languages = example_languages();
  for (std::size_t i = 0; i < languages.size(); ++i) {
    if (languages[i] == language) return embedded_backends().at(i).bytes;
  }
  require_one_of(languages, "--language", language);
  return {};
}

}  // namespace

std::vector<std::string_view> example_languages() { return {"python", "c", "cpp", "node", "rust"}; }

int example(const ExampleVerb& verb, Console& console) {
  require_one_of({"problem", "answer", "backend", "folder"}, "example", verb.what);
  if (verb.what == "backend") {
    deliver(backend_in(verb.language.empty() ? "python" : verb.language), "--save", verb.save, console);
    return 0;
  }
  if (!verb.language.empty()) throw usage_error("example: --language: expected only with backend");
  if (verb.what == "folder") {
    if (verb.save != "-") throw usage_error("example: --save: expected only with problem, answer or backend");
    console.out.stream << require_helper_folder().string() << '\n';
    return 0;
  }
  if (verb.save == "-" && console.out.is_terminal) {
    throw usage_error(
        fmt::format("example {0}: expected a file for its bytes, found a terminal; add > {0}.safetensors", verb.what));
  }
  const Document document = verb.what == "problem" ? document_of(lesson_problem()) : document_of(lesson_answer());
  deliver(encode_safetensors(document), "--save", verb.save, console);
  return 0;
}

}  // namespace attnref::cli
