#include "documents/hello.hpp"

#include "documents/profile.hpp"
#include "documents/constraints.hpp"
#include "problem/names.hpp"
#include "problem/one_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>
#include <vector>

namespace attnref {
namespace {

constexpr std::array<std::string_view, 9> known_keys{"attnref",  "kind",        "name",          "version", "dtypes",
                                                     "features", "constraints", "deterministic", "profile"};

constexpr std::size_t most_name_bytes = 200;

constexpr FeatureSet all_features = [] {
  FeatureSet all;
  for (const FeatureInfo& info : feature_table) all.insert(info.feature);
  return all;
}();

/// The words between commas, without the blanks about them; none for an empty text.
std::vector<std::string> words_in(std::string_view text) {
  std::vector<std::string> words;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    std::string_view word = text.substr(begin, end - begin);
    while (word.starts_with(' ')) word.remove_prefix(1);
    while (word.ends_with(' ')) word.remove_suffix(1);
    words.emplace_back(word);
    begin = end + 1;
  }
  return words;
}

std::string lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// A name fit for tables: at most most_name_bytes of one line, and the same when it is read again.
std::string label(std::string_view text) {
  const std::string line = on_one_line(text, text.size());
  // Room for the rest of a character and for the dots.
  return line.size() <= most_name_bytes ? line : on_one_line(line, most_name_bytes - 6);
}

/// A hello's metadata, and the words for what is wrong with it.
struct Words {
  const Document& document;
  const std::string& source;

  std::string_view operator[](std::string_view key) const {
    const auto found = document.metadata.find(key);
    return found == document.metadata.end() ? std::string_view() : std::string_view(found->second);
  }
  [[noreturn]] void refuse(std::string_view key, std::string_view expected) const {
    const std::string_view found = (*this)[key];
    const bool is_there = document.metadata.contains(key);
    throw file_error(source, fmt::format("hello: {}", key), expected,
                     is_there ? fmt::format("'{}'", on_one_line(found)) : "no such key");
  }
  /// Runs what throws std::invalid_argument, which then says where it was.
  template <class Read>
  auto reading(std::string_view key, const Read& read) const {
    try {
      return read((*this)[key]);
    } catch (const std::invalid_argument& error) {
      throw file_error(fmt::format("{}: hello: {}: {}", source, key, error.what()));
    }
  }
};

std::vector<Dtype> dtypes_in(const Words& words) {
  std::vector<Dtype> dtypes;
  for (const std::string& word : words_in(words["dtypes"])) {
    const auto dtype = dtype_named(lower_case(word));
    if (!dtype) words.refuse("dtypes", "some of f64, f32, f16, bf16, with commas between");
    if (std::find(dtypes.begin(), dtypes.end(), *dtype) == dtypes.end()) dtypes.push_back(*dtype);
  }
  if (dtypes.empty()) words.refuse("dtypes", "at least one of f64, f32, f16, bf16");
  return dtypes;
}

FeatureSet features_in(const Words& words) {
  FeatureSet features;
  for (const std::string& word : words_in(words["features"])) {
    const std::optional<Feature> feature = feature_named(word);
    if (!feature) {
      throw file_error(words.source, "hello: features", fmt::format("some of {}", joined_names(all_features)),
                       fmt::format("'{}'", on_one_line(word)));
    }
    features.insert(*feature);
  }
  return features;
}

/// The names in their order, commas between.
std::string features_text(FeatureSet features) {
  std::string text;
  for (const Feature feature : in_order_of_names(features)) {
    text += (text.empty() ? "" : ",") + std::string(name_of(feature));
  }
  return text;
}

void read_profile(std::string_view text, Capabilities& capabilities) {
  if (!text.starts_with('{') && !text.starts_with('[')) {
    capabilities.profile = text;
    return;
  }
  for (const Profile& profile : profiles_of_json(text)) {
    // A name alone says no more than the name.
    if (profile_named(profile.name)) {
      throw std::invalid_argument(
          fmt::format("expected keys beside \"profile\", or the name without JSON, found '{}' alone", profile.name));
    }
    capabilities.own_profiles.push_back(profile);
  }
}

}  // namespace

Document hello() { return {{{"attnref", "1"}, {"kind", std::string(hello_kind)}}, {}}; }

Document hello_of(const Capabilities& capabilities) {
  if (!capabilities.own_profiles.empty()) {
    throw std::invalid_argument("hello: expected a profile with a name, found one of the backend's own");
  }
  Document document = hello();
  auto& metadata = document.metadata;
  const auto say = [&metadata](const char* key, std::string text) {
    if (!text.empty()) metadata[key] = std::move(text);
  };
  std::vector<std::string_view> dtypes;
  for (const Dtype dtype : capabilities.dtypes) dtypes.push_back(name_of(dtype));
  say("name", capabilities.name);
  say("version", capabilities.version);
  say("dtypes", fmt::format("{}", fmt::join(dtypes, ",")));
  say("features", features_text(capabilities.features));
  say("constraints", constraints_json(capabilities.constraints));
  say("deterministic", capabilities.deterministic ? "true" : "");
  say("profile", capabilities.profile);
  return document;
}

void require_hello(const Document& document, const std::string& source) {
  const Words words{document, source};
  if (words["attnref"] != "1") words.refuse("attnref", "'1', the version of the documents");
  if (words["kind"] != hello_kind) words.refuse("kind", "'hello'");
  if (!document.tensors.empty()) {
    throw file_error(source, "hello", "no tensors", fmt::format("'{}'", on_one_line(document.tensors.begin()->first)));
  }
}

Capabilities capabilities_of(const Document& document, const std::string& source) {
  require_hello(document, source);
  const Words words{document, source};
  for (const auto& [key, text] : document.metadata) {
    if (std::find(known_keys.begin(), known_keys.end(), key) == known_keys.end()) {
      throw file_error(source, "hello", fmt::format("the keys {}", fmt::join(known_keys, ", ")),
                       fmt::format("'{}'", on_one_line(key)));
    }
  }
  Capabilities capabilities;
  capabilities.name = label(words["name"]);
  if (capabilities.name.empty()) words.refuse("name", "what the backend is called");
  capabilities.version = label(words["version"]);
  capabilities.dtypes = dtypes_in(words);
  capabilities.features = features_in(words);
  if (const std::string_view text = words["constraints"]; !text.empty()) {
    capabilities.constraints = words.reading("constraints", constraints_of_json);
  }
  const std::string_view deterministic = words["deterministic"];
  capabilities.deterministic = deterministic == "true";
  if (deterministic != "true" && deterministic != "false" && !deterministic.empty()) {
    words.refuse("deterministic", "true or false");
  }
  words.reading("profile", [&](std::string_view text) { read_profile(text, capabilities); });
  return capabilities;
}

}  // namespace attnref
