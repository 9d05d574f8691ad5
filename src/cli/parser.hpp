// The options of a verb: what each is called, what --help says of it, and what reads its text. It knows no verb.
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace attnref::cli {

struct Console;

/// What was typed, or the name of the option that it was typed after.
using Text = const std::string&;

/// What an option takes, for a shell that completes it.
struct Values {
  std::vector<std::string> names;  ///< the values that can be listed
  bool files = false;              ///< or the name of a file
  bool folders = false;
};

/// An option that was added, to say more of it.
class AddedOption {
 public:
  AddedOption(CLI::Option& option, Values& values) : option_(option), values_(values) {}

  /// Typed together with one of these, it is bad usage.
  AddedOption& excludes(std::initializer_list<const char*> others);

  /// The heading of --help under which it stands.
  AddedOption& group(const std::string& heading);

  /// The values that a shell offers. Those that stand in lower case in what --help calls the value, as f64|f32, need
  /// not be repeated, and neither need FILE and DIR.
  AddedOption& offers(const std::vector<std::string_view>& names);

  /// A shell offers files, though --help calls the value by another name.
  AddedOption& names_a_file();

 private:
  CLI::Option& option_;
  Values& values_;
};

/// An option as it was declared, or a word that no option takes.
struct OptionText {
  std::string name;   ///< "--seed", or "problem" for a word
  std::string value;  ///< what --help calls its value, as "N|random"; empty for a flag
  std::string help;
  std::string heading;  ///< under which --help lists it
  Values values;
  bool repeats = false;

  bool is_word() const { return !name.starts_with('-'); }
};

/// A verb as it was declared.
struct VerbText {
  std::string name;
  std::string help;
  std::string footer;
  std::vector<OptionText> options;
};

/// One verb as it is typed: a description, options, and what it does once they are read.
class VerbParser {
 public:
  /// Reads the text of an option, whose name is for what goes wrong. Called only if it was typed.
  using ReadText = std::function<void(Text name, Text text)>;
  using ReadWords = std::function<void(const std::vector<std::string>& words)>;

  explicit VerbParser(CLI::App& app) : app_(app) {}

  /// Adds an option that takes one value, as "--seed", or a word by itself, as "problem". --help calls it `value`.
  AddedOption add(const std::string& option, const char* value, const std::string& help, const ReadText& read);

  /// Adds an option that may be given more than once, with one value each time.
  AddedOption add_repeated(const std::string& option, const char* value, const std::string& help,
                           const ReadWords& read);

  /// Adds the words that no option takes.
  AddedOption add_words(const std::string& name, const char* value, const std::string& help, const ReadWords& read);

  /// Adds an option without a value; `seen` is called if it was typed.
  AddedOption add_flag(
      const std::string& option, const std::string& help, const std::function<void()>& seen = [] {});

  /// What --help ends with.
  void footer(const std::string& text);

  /// What was declared.
  VerbText text() const;

  /// What the verb does, and its exit code.
  std::function<int(Console&)> run;

 private:
  AddedOption added(CLI::Option& option, const char* value);

  CLI::App& app_;
  std::map<const CLI::Option*, Values> values_;
};

/// A verb: its name and description, and what gives its parser options and something to run.
struct Verb {
  const char* name;
  const char* help;
  void (*declare)(VerbParser&);
};

/// The whole command as it is typed: its description, the verbs, and what --help ends with.
struct Command {
  const char* name;
  const char* version;
  const char* help;
  std::string footer;
  std::vector<Verb> verbs;
};

std::vector<std::string_view> verb_names(const Command& command);

/// The verbs as they were declared, for what is generated from them.
std::vector<VerbText> declared_verbs(const Command& command);

/// Reads the words of `argv`, runs the verb among them and returns its exit code; --help and --version are answered.
/// Throws usage_error for anything that the verb doesn't take.
int run_command(const Command& command, int argc, const char* const* argv, Console& console);

}  // namespace attnref::cli
