// Fuzz target: what a backend says of itself. The input is taken for a document, for lines KEY=TEXT of a document's
// metadata, and for the JSON of constraints and of profiles.
#include "documents/hello.hpp"

#include "documents/profile.hpp"
#include "documents/constraints.hpp"
#include "fuzz/document_mutator.hpp"
#include "fuzz/fuzz.hpp"

#include <algorithm>
#include <stdexcept>

using namespace attnref;

namespace {

/// Runs it; an error of the kind is a refusal, any other one a fault.
template <class Error, class Function>
void allow(const Function& function) {
  try {
    function();
  } catch (const Error& error) {
    fuzz::require_one_line(error);
  }
}

void round_trip(const Capabilities& capabilities) {
  if (!capabilities.own_profiles.empty()) return;  // which attnref never writes
  const Document written = hello_of(capabilities);
  const Document read = parse_safetensors(encode_safetensors(written), "what was written");
  const Capabilities again = capabilities_of(read, "what was written");
  fuzz::require(again.name == capabilities.name && again.version == capabilities.version, "a hello keeps its name");
  fuzz::require(again.dtypes == capabilities.dtypes && again.features == capabilities.features,
                "a hello keeps its lists");
  fuzz::require(again.constraints == capabilities.constraints, "a hello keeps its constraints");
  fuzz::require(again.deterministic == capabilities.deterministic && again.profile == capabilities.profile,
                "a hello keeps the rest");
}

Document of_lines(std::string_view text) {
  Document document = hello();
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t equals = line.find('=');
    if (equals != std::string_view::npos)
      document.metadata[std::string(line.substr(0, equals))] = line.substr(equals + 1);
  }
  return document;
}

void read_axes(const Constraints& constraints) {
  for (const AxisConstraint& axis : {constraints.t, constraints.d_model, constraints.d_k, constraints.d_v}) {
    for (const std::size_t size : {0U, 1U, 7U, 64U, 129U}) {
      const std::optional<std::size_t> at_least = axis.at_least(size);
      fuzz::require(!at_least || (*at_least >= size && axis.allows(*at_least)), "the size found is allowed");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  allow<file_error>([&] { round_trip(capabilities_of(parse_safetensors(text, "fuzz"), "fuzz")); });
  allow<file_error>([&] {
    const Capabilities capabilities = capabilities_of(of_lines(text), "fuzz");
    // Between lines there may be what is no text: only a document's metadata is known to be UTF-8.
    if (std::none_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) > 127; }))
      round_trip(capabilities);
  });
  allow<std::invalid_argument>([&] {
    const Constraints constraints = constraints_of_json(text);
    read_axes(constraints);
    const std::string written = constraints_json(constraints);
    fuzz::require((written.empty() ? Constraints{} : constraints_of_json(written)) == constraints,
                  "constraints that were written are the same");
  });
  allow<std::invalid_argument>([&] {
    for (const Profile& profile : profiles_of_json(text)) fuzz::require(!profile.name.empty(), "a profile has a name");
  });
  return 0;
}
