// The documents that the verb check leaves: reports for programs and people, and counterexamples.
#pragma once

#include "attnref/spec.hpp"
#include "attnref/report.hpp"
#include "cli/console.hpp"
#include "reports/text.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace attnref::cli {

/// Where each goes; empty: nowhere, "-": stdout, which it then has to itself.
struct CheckDocuments {
  std::string json;
  std::string junit;
  std::string html;
  std::string save;  ///< a folder for counterexamples

  bool take_stdout() const { return json == "-" || junit == "-" || html == "-"; }
};

/// A case to replay: a Spec's line, or a file that a counterexample was saved in.
Spec replay_option(std::string_view option, const std::string& text);

/// Throws before the work what can't be delivered after it: usage_error for two documents in one place, file_error for
/// a place that can't be written.
void require_deliverable(const CheckDocuments& documents);

/// What was left where it was asked for, and what could not be.
class Delivery {
 public:
  /// Writes the counterexamples and each report that goes to a file, whether or not the others can be written.
  /// `command` is what a line that replays a case begins with.
  Delivery(const CheckDocuments& documents, const Report& report, std::string_view command);

  /// Which file each law's counterexample is in.
  const SavedFiles& saved() const { return saved_; }
  /// Writes the report that goes to stdout, after all else: where nobody reads it to its end, a signal ends this
  /// process. Then throws file_error, in one line, for all that could not be written.
  void finish(Console& console) const;

 private:
  std::string of_stdout_;
  SavedFiles saved_;
  std::vector<std::string> faults_;
};

}  // namespace attnref::cli
