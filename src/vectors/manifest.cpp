#include "vectors/manifest.hpp"

#include "problem/names.hpp"
#include "vectors/build.hpp"

#include <nlohmann/json.hpp>

namespace attnref::vectors {
namespace {

using Json = nlohmann::ordered_json;

Json notes_of(const Case& one) {
  Json notes = Json::array();
  for (const std::string_view name : one.flags) {
    if (name == by_hand) continue;
    const Flag& flag = flag_named(name);
    notes.push_back({{"flag", flag.name}, {"mistake", flag.mistake}, {"law", flag.law}});
  }
  return notes;
}

Json sizes_of(const Problem& problem) {
  Json sizes{{"t_q", problem.sizes().t_q}, {"t_k", problem.sizes().t_k}};
  if (problem.projected()) sizes["d_model"] = problem.sizes().d_model;
  sizes["d_k"] = problem.sizes().d_k;
  sizes["d_v"] = problem.sizes().d_v;
  return sizes;
}

/// The formats of each output.
Json outputs_of(const Case& one) {
  Json outputs = Json::object();
  for (const Part output : in_order_of_names(one.problem.wanted)) {
    for (const Dtype format : one.formats) {
      if (is_asked(one, output, format)) outputs[std::string(name_of(output))].push_back(name_of(format));
    }
  }
  return outputs;
}

Json bounds_of(const LargestBounds& bounds) {
  Json json = Json::object();
  for (const Part output : in_order_of_names(bounds.parts())) {
    for (const auto& [dtype, bound] : bounds.at(output)) {
      json[std::string(name_of(output))][std::string(name_of(dtype))] = bound ? Json(*bound) : Json(nullptr);
    }
  }
  return json;
}

Json entry_of(const Case& one) {
  Json entry{
      {"id", one.id}, {"title", one.title}, {"file", file_name(one)}, {"flags", one.flags}, {"notes", notes_of(one)}};
  if (!one.remark.empty()) entry["remark"] = one.remark;
  entry["dtype"] = name_of(one.problem.dtype());
  entry["sizes"] = sizes_of(one.problem);
  if (one.problem.how.scale) entry["scale"] = *one.problem.how.scale;
  entry["outputs"] = outputs_of(one);
  entry["source"] = {{"generator", "attnref vectors write"}, {"version", version}, {"seed", seed}};
  return entry;
}

Json list_of(std::span<const Case> cases) {
  Json list{{"attnref", "1"}, {"license", "CC0-1.0"}, {"vectors", Json::array()}};
  for (const Case& one : cases) list["vectors"].push_back(entry_of(one));
  return list;
}

}  // namespace

std::string manifest_json(std::span<const Case> cases, std::span<const Written> written) {
  Json manifest{{"$schema", "manifest.schema.json"}};
  manifest.update(list_of(cases));
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Json& entry = manifest["vectors"][i];
    entry["bounds"] = bounds_of(written[i].bounds);
    entry["bytes"] = written[i].bytes;
    entry["sha256"] = written[i].sha256;
  }
  return manifest.dump(2) + '\n';
}

std::string list_json(std::span<const Case> cases) { return list_of(cases).dump(2) + '\n'; }

}  // namespace attnref::vectors
