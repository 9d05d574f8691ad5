#include "cli/compare.hpp"

#include "cli/usage.hpp"
#include "cli/verbs/verbs.hpp"
#include "problem/names.hpp"
#include "comparing/comparison_with_golden.hpp"

#include <memory>
#include <string>

namespace attnref::cli {

void declare_compare(VerbParser& parser) {
  auto verb = std::make_shared<CompareVerb>();
  verb->jobs = default_jobs();
  parser
      .add("problem", "PROBLEM", "A .safetensors file: a problem, or a golden vector",
           [verb](Text, Text text) { verb->problem = file_option("PROBLEM", text); })
      .names_a_file();
  parser
      .add("answer", "ANSWER", "A .safetensors file of outputs, or one output as .npy, told by its shape",
           [verb](Text, Text text) { verb->answer = file_option("ANSWER", text); })
      .names_a_file();
  parser
      .add("--as", "OUTPUT", "What the .npy file is: output, weights, lse, scores, queries, keys or values",
           [verb](Text name, Text text) {
             require_one_of(names_of(computed_outputs), name, text);
             verb->as = part_named(text);
           })
      .offers(names_of(computed_outputs));
  parser
      .add("--profile", "NAME|JSON", "Judge by this rounding profile, not by the plain one of the answer's dtype",
           [verb](Text name, Text text) { verb->profile = profile_option(name, text); })
      .offers(profile_names());
  parser.add_flag("--map", "Show error / bound as a heat map (the default)");
  parser.add_flag("--no-map", "Show none", [verb] { verb->map = false; }).excludes({"--map"});
  parser.add("--jobs", "N", "Threads (default: as many as run at once here)",
             [verb](Text name, Text text) { verb->jobs = integer_option(name, text, 1, most_jobs); });
  parser.add("--json", "FILE|-", "Also write the comparison as JSON; with - stdout is JSON alone",
             [verb](Text name, Text text) { verb->json = file_option(name, text); });
  parser.footer(
      "\nOf each output, beside the exact result:\n"
      "  max ulp, mean ulp   the error in ulps: an ulp is the spacing of the answer's dtype at the exact value,\n"
      "                      and above it at a power of two\n"
      "  correctly rounded   the part of its numbers that are the nearest to the exact ones\n"
      "  kappa               the largest |error| / (u sum_j A_ij |v_jc| + s/2), where u is half the spacing at 1 and "
      "s\n"
      "                      the smallest subnormal: small where an error is due to cancellation alone\n"
      "  error / bound       the largest part that an error is of its bound: what rounding of the profile, in any "
      "order\n"
      "                      of summation, may come to with this problem's numbers. Beyond 1 it is a mistake.\n"
      "                      - where no bound says anything: something may overflow, or any answer is within it\n"
      "  beyond              how many numbers are beyond their bound\n"
      "then where the last is largest, the verdict, and a heat map of error / bound. Numbers that are NaN or infinite\n"
      "where the exact ones are not are beyond any finite bound, counted, and left out of ulps and kappa.\n"
      "'within the bounds of profile P': all errors are as small as an implementation that rounds as P can make them.\n"
      "Tried are the plain profile of the answer's dtype and then wider ones that implementations in it have (f32:\n"
      "fp32_online, tf32, weights stored in f16 or bf16; f16: flash_f16, f16_all; bf16: flash_bf16, bf16_all). A "
      "wider\n"
      "one may hide a mistake that is smaller than its rounding: it is said how many times wider its bounds are.\n"
      "Of a .npy file that may be several outputs it is the first of output, weights, lse, scores, queries, keys,\n"
      "values, unless --as says which.\n"
      "A profile in JSON is a named one with keys changed: input_roundoff, bias_roundoff, stored_qkv, "
      "scaled_q_stored,\n"
      "stored_scores, stored_weights, c, c_s, c_sub, exp_ulp, block, depth_dot, depth_sum, depth_values, shift, "
      "shifted,\n"
      "flush, exp_flush, weights_from_lse.\n\n"
      "  attnref compare problem.safetensors answer.safetensors\n"
      "  attnref compare problem.safetensors A.npy --as weights --profile fp32_online\n"
      "  attnref compare problem.safetensors Y.npy --profile '{\"profile\": \"f32\", \"flush\": true}'\n"
      "  attnref compare problem.safetensors Y.npy --json - --no-map\n\n"
      "Exit codes: 0 every number lies within its bound, 1 one doesn't, 2 bad usage, bad input, or no golden values\n"
      "without FLINT, 3 none is beyond its bound, but of an output no bound says anything, or not of a NaN in it.\n"
      "JSON: numbers that it lacks are the strings \"inf\", \"-inf\" and \"nan\".\n");
  parser.run = [verb](Console& console) { return compare(*verb, console); };
}

}  // namespace attnref::cli
