#include "cli/check_documents.hpp"

#include "cli/usage.hpp"
#include "files/counterexample.hpp"
#include "files/file_bytes.hpp"
#include "reports/html.hpp"
#include "reports/json.hpp"
#include "reports/junit.hpp"

#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <list>

namespace attnref::cli {
namespace {

struct Named {
  std::string_view option;
  const std::string& file;
};

std::array<Named, 3> reports_of(const CheckDocuments& documents) {
  return {{{"--json", documents.json}, {"--junit", documents.junit}, {"--html", documents.html}}};
}

bool in_one_place(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return false;
  if (a == "-" || b == "-") return a == b;
  return same_file(a, b);
}

void require_folder(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (!std::filesystem::exists(folder, ignored)) return require_writable(folder, "--save");
  if (!std::filesystem::is_directory(folder, ignored))
    throw file_error(source_name(folder, "--save"), "folder", "a folder", "a file");
  require_writable(folder / "counterexample", "--save");
}

void make_folder(const std::filesystem::path& folder) {
  std::error_code failed;
  std::filesystem::create_directory(folder, failed);
  if (failed) throw file_error(source_name(folder, "--save"), "folder", "to make it", failed.message());
}

}  // namespace

Spec replay_option(std::string_view option, const std::string& text) {
  // A name without "=" is no Spec, and one that ends so is none either.
  const bool is_file = !text.empty() && (text.find('=') == std::string::npos || text.ends_with(".safetensors"));
  return is_file ? saved_case(text, option) : spec_of(text);
}

void require_deliverable(const CheckDocuments& documents) {
  const auto reports = reports_of(documents);
  for (std::size_t i = 0; i < reports.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (!in_one_place(reports[i].file, reports[j].file)) continue;
      throw usage_error(reports[i].option, fmt::format("another place than {} has", reports[j].option),
                        reports[i].file);
    }
    require_deliverable(reports[i].option, reports[i].file);
  }
  if (!documents.save.empty()) require_folder(documents.save);
}

SavedFiles save_counterexamples(const Report& report, const std::string& folder) {
  SavedFiles saved;
  if (folder.empty()) return saved;
  make_folder(folder);
  std::list<StagedFile> files;
  for (const LawReport& law : report.laws) {
    if (!law.counterexample) continue;
    const std::filesystem::path path = std::filesystem::path(folder) / file_name_of(law);
    files.emplace_back(path, encode_safetensors(document_of(*law.counterexample)), "--save");
    saved[law.id] = path.string();
  }
  appear_together(files);
  return saved;
}

void deliver(const CheckDocuments& documents, const Report& report, std::string_view command, Console& console) {
  if (!documents.json.empty()) deliver(report_json(report), "--json", documents.json, console);
  if (!documents.junit.empty()) deliver(report_junit(report, command), "--junit", documents.junit, console);
  if (!documents.html.empty()) deliver(report_html(report, command), "--html", documents.html, console);
}

}  // namespace attnref::cli
