#include "cli/attend.hpp"

#include "cli/usage.hpp"
#include "cli/verbs/verbs.hpp"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <string>
#include <utility>

namespace attnref::cli {
namespace {

constexpr const char* attend_inputs = "Inputs (.npy, or one .safetensors)";
constexpr const char* attend_outputs = "Outputs (.npy, or one .safetensors)";

void add_attend_inputs(VerbParser& parser, const std::shared_ptr<AttendVerb>& verb) {
  for (const Part part : taken_inputs) {
    parser
        .add(fmt::format("--{}", attnref::name_of(part)), "FILE", std::string(info_of(part).says),
             [verb, part](Text name, Text text) { verb->inputs[part] = file_option(name, text); })
        .group(attend_inputs);
  }
}

void add_attend_outputs(VerbParser& parser, const std::shared_ptr<AttendVerb>& verb) {
  for (const Part part : computed_outputs) {
    parser
        .add(fmt::format("--{}", attnref::name_of(part)), "FILE", std::string(info_of(part).says),
             [verb, part](Text name, Text text) {
               // Stdout is for the summary: an array goes to a file.
               if (text == "-") throw usage_error(name, "the name of a file", text);
               verb->outputs[part] = file_option(name, text);
             })
        .group(attend_outputs);
  }
}

}  // namespace

void declare_attend(VerbParser& parser) {
  auto verb = std::make_shared<AttendVerb>();
  verb->jobs = default_jobs();
  add_attend_inputs(parser, verb);
  parser
      .add("--problem", "FILE", "Or all of them in one .safetensors file, golden vectors among them",
           [verb](Text name, Text text) { verb->problem = file_option(name, text); })
      .group(attend_inputs);
  add_attend_outputs(parser, verb);
  parser
      .add("--save", "FILE", "Or the answer in one .safetensors file: what the problem asks for (output, weights)",
           [verb](Text name, Text text) {
             if (text == "-") throw usage_error(name, "the name of a file", text);
             verb->save = file_option(name, text);
           })
      .group(attend_outputs);
  parser.add_flag("--exact", "The numbers nearest to the exact result, each proved to be, and how it was",
                  [verb] { verb->exact = true; });
  parser.add("--scale", "NUMBER",
             "Instead of 1/sqrt(d_k), and of a document's own; the double nearest to this decimal or hexadecimal",
             [verb](Text name, Text text) { verb->scale = number_option(name, text); });
  parser.add("--dtype", "f64|f32|f16|bf16", "Of the answer (default: the inputs'); no .npy file holds bf16",
             [verb](Text name, Text text) { verb->dtype = format_option(name, text); });
  parser.add("--jobs", "N", "Threads, of --exact (default: as many as run at once here)",
             [verb](Text name, Text text) { verb->jobs = integer_option(name, text, 1, most_jobs); });
  parser.footer(
      "\nQ = X W^Q, K = X W^K, V = X W^V, A = softmax by rows of scale Q K^T, Y = A V. The inputs are arrays of\n"
      "rank 2, all of one dtype. The answer is computed in the wider of the inputs' dtype and its own, f32 at\n"
      "least, and each of its numbers is rounded once: f64 inputs with --dtype f32 are not rounded first.\n"
      "With --exact nothing else is rounded: 1/sqrt(d_k) is exact, and so are a given scale, projections and sums.\n"
      "A given scale is the double nearest to what was typed. --exact takes that double, even beside f32 inputs;\n"
      "otherwise it is rounded to the dtype computed in: --scale 0.3 is not 3/10, and in f32 it is the float nearest.\n"
      "How the values were settled is printed, and in the document: by interval (both ends of one round to\n"
      "the value), exact (a sum, a mean or a tie), sign or dominance (its side of a boundary was proved), or "
      "undecided.\n"
      "Without an output option a summary is printed: the numbers or a corner of them, and the row sums of A.\n\n"
      "  attnref attend --x X.npy --wq Wq.npy --wk Wk.npy --wv Wv.npy\n"
      "  attnref attend --q Q.npy --k K.npy --v V.npy --scale 0.125 --output Y.npy --weights A.npy\n"
      "  attnref attend --q Q.npy --k K.npy --v V.npy --exact --dtype f32 --output Y.npy\n"
      "  attnref attend --problem problem.safetensors --exact --save golden.safetensors\n\n"
      "Exit codes: 0 done, 2 bad usage, bad input, or no golden values without FLINT.\n");
  parser.run = [verb](Console& console) { return attend(*verb, console); };
}

}  // namespace attnref::cli
