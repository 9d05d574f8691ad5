#include "cli/check_documents.hpp"

#include "cli/usage.hpp"
#include "documents/counterexample.hpp"
#include "files/file_bytes.hpp"
#include "reports/html.hpp"
#include "reports/json.hpp"
#include "reports/junit.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <exception>
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

/// Writes each counterexample into the folder, which is made if it isn't there.
SavedFiles save_counterexamples(const Report& report, const std::string& folder) {
  SavedFiles saved;
  if (folder.empty()) return saved;
  make_folder(folder);
  std::list<StagedFile> files;
  for (const LawReport& law : report.laws) {
    if (!law.counterexample) continue;
    for (NamedDocument& named : documents_of(law)) {
      const std::filesystem::path path = std::filesystem::path(folder) / named.file;
      files.emplace_back(path, encode_safetensors(std::move(named.document)), "--save");
      // The case is the first.
      saved.emplace(law.id, path.string());
    }
  }
  appear_together(files);
  return saved;
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

Delivery::Delivery(const CheckDocuments& documents, const Report& report, std::string_view command) {
  const auto attempt = [this](const auto& write) {
    try {
      write();
    } catch (const std::exception& error) {
      faults_.emplace_back(error.what());
    }
  };
  attempt([&] { saved_ = save_counterexamples(report, documents.save); });
  const auto report_as = [&](std::string_view option, const std::string& file, const auto& document) {
    if (file == "-") of_stdout_ = document();
    if (!file.empty() && file != "-") attempt([&] { write_file(file, document(), option); });
  };
  report_as("--json", documents.json, [&] { return report_json(report); });
  report_as("--junit", documents.junit, [&] { return report_junit(report, command); });
  report_as("--html", documents.html, [&] { return report_html(report, command); });
}

void Delivery::finish(Console& console) const {
  console.out.stream << of_stdout_ << std::flush;
  if (!faults_.empty()) throw file_error(fmt::format("{}", fmt::join(faults_, "; ")));
}

}  // namespace attnref::cli
