// The options of a verb: what each is called, what --help says of it, and what reads its text. It knows no verb.
#pragma once

#include <functional>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace attnref::cli {

struct Console;

/// What was typed, or the name of the option that it was typed after.
using Text = const std::string&;

/// An option that was added, to say more of it.
class AddedOption {
 public:
  explicit AddedOption(CLI::Option& option) : option_(option) {}

  /// Typed together with one of these, it is bad usage.
  AddedOption& excludes(std::initializer_list<const char*> others);

  /// The heading of --help under which it stands.
  AddedOption& group(const std::string& heading);

 private:
  CLI::Option& option_;
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

  /// What the verb does, and its exit code.
  std::function<int(Console&)> run;

 private:
  CLI::App& app_;
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

/// Reads the words of `argv`, runs the verb among them and returns its exit code; --help and --version are answered.
/// Throws usage_error for anything that the verb doesn't take.
int run_command(const Command& command, int argc, char** argv, Console& console);

}  // namespace attnref::cli
