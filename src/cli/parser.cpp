// The only file that includes the option parser.
#include "cli/parser.hpp"

#include "cli/console.hpp"
#include "cli/usage.hpp"
#include "problem/one_line.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

namespace attnref::cli {
namespace {

/// What an option does, and which options it excludes.
std::string description_of(const CLI::Option& option) {
  std::vector<std::string> excluded;
  for (const CLI::Option* other : option.get_excludes()) excluded.push_back(other->get_name());
  if (excluded.empty()) return option.get_description();
  return fmt::format("{} (not with {})", option.get_description(), fmt::join(excluded, ", "));
}

/// An option's line of --help: its value as it is typed once, and its description.
class Help : public CLI::Formatter {
 public:
  std::string make_option_opts(const CLI::Option* option) const override {
    const std::string value = option->get_type_name();
    return option->get_type_size() == 0 || value.empty() ? "" : " " + value;
  }
  std::string make_option_desc(const CLI::Option* option) const override { return description_of(*option); }
};

/// A verb that the parser knows.
struct Known {
  CLI::App* app;
  std::unique_ptr<VerbParser> parser;
};

/// The words that nothing took. `--` by itself only says that no option follows.
std::vector<std::string> words_left(const CLI::App& app) {
  std::vector<std::string> words = app.remaining();
  words.erase(std::remove(words.begin(), words.end(), "--"), words.end());
  return words;
}

/// Throws for a word that a verb doesn't take: an unknown option, or one too many.
void refuse_word(const CLI::App& verb, const std::string& word) {
  const std::string extra = word.substr(0, word.find('='));
  std::vector<std::string> names;
  for (const CLI::Option* option : verb.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  const std::string found = on_one_line(extra, 80);
  if (extra.starts_with("-")) {
    throw usage_error(fmt::format("{}: expected options that --help lists, found '{}'{}", verb.get_name(), found,
                                  suggestion(extra, {names.begin(), names.end()})));
  }
  const bool takes_words = !verb.get_options([](const CLI::Option* o) { return o->get_positional(); }).empty();
  throw usage_error(fmt::format("{}: expected {}, found '{}'", verb.get_name(),
                                takes_words ? "no further word" : "options only", found));
}

[[noreturn]] void refuse_verb(const CLI::App& app, const std::vector<std::string_view>& names) {
  const std::vector<std::string> extras = words_left(app);
  const std::string found = extras.empty() ? "none" : fmt::format("'{}'", on_one_line(extras.front(), 80));
  const std::string guess = extras.empty() ? "" : suggestion(extras.front(), names);
  throw usage_error(fmt::format("expected a verb ({}), found {}{}", fmt::join(names, ", "), found,
                                guess.empty() ? "; attnref --help says more" : guess));
}

/// In this project's words. The parser's begin with the option.
[[noreturn]] void refuse_count(const CLI::ArgumentMismatch& error) {
  const std::string what = error.what();
  const std::string option = what.substr(0, what.find_first_of(": "));
  if (what.find("flag override") != std::string::npos) {
    throw usage_error(fmt::format("--{}: expected no value", option));
  }
  throw usage_error(fmt::format("{}: expected exactly one value", option));
}

void describe(CLI::App& app, const Command& command) {
  app.name(command.name);
  app.set_version_flag("--version", fmt::format("{} {}", command.name, command.version));
  app.require_subcommand(0, 1);
  app.allow_extras();
  app.formatter(std::make_shared<Help>());
  app.get_formatter()->column_width(30);
  app.footer(command.footer);
}

/// The values that the word for them lists in lower case: of "N|random", random.
std::vector<std::string> listed_in(std::string_view word) {
  std::vector<std::string> names;
  while (!word.empty()) {
    const std::string_view name = word.substr(0, word.find('|'));
    word.remove_prefix(std::min(word.size(), name.size() + 1));
    const bool is_literal = std::none_of(name.begin(), name.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
    if (is_literal && name != "-") names.emplace_back(name);
  }
  return names;
}

std::vector<Known> declare_verbs(CLI::App& app, const std::vector<Verb>& verbs) {
  std::vector<Known> known;
  for (const Verb& verb : verbs) {
    CLI::App& verb_app = *app.add_subcommand(verb.name, verb.help);
    known.push_back({&verb_app, std::make_unique<VerbParser>(verb_app)});
    verb.declare(*known.back().parser);
    verb_app.allow_extras();
  }
  return known;
}

}  // namespace

AddedOption& AddedOption::excludes(std::initializer_list<const char*> others) {
  for (const char* other : others) option_.excludes(other);
  return *this;
}

AddedOption& AddedOption::group(const std::string& heading) {
  option_.group(heading);
  return *this;
}

AddedOption& AddedOption::offers(const std::vector<std::string_view>& names) {
  values_.names = {names.begin(), names.end()};
  return *this;
}

AddedOption& AddedOption::names_a_file() {
  values_.files = true;
  return *this;
}

AddedOption VerbParser::added(CLI::Option& option, const char* value) {
  const std::string_view word = value;
  const auto has = [word](std::string_view kind) { return word.find(kind) != std::string_view::npos; };
  values_[&option] = {.names = listed_in(word), .files = has("FILE"), .folders = has("DIR")};
  return {option, values_[&option]};
}

AddedOption VerbParser::add(const std::string& option, const char* value, const std::string& help,
                            const ReadText& read) {
  const auto callback = [option, read](const CLI::results_t& values) {
    // Of a value between brackets the parser may make several.
    read(option, fmt::format("{}", fmt::join(values, ",")));
    return true;
  };
  return added(*app_.add_option(option, callback, help)->type_name(value)->expected(1), value);
}

AddedOption VerbParser::add_repeated(const std::string& option, const char* value, const std::string& help,
                                     const ReadWords& read) {
  CLI::Option& repeated = *app_.add_option_function<std::vector<std::string>>(option, read, help);
  return added(*repeated.type_name(value)->allow_extra_args(false)->take_all(), value);
}

AddedOption VerbParser::add_words(const std::string& name, const char* value, const std::string& help,
                                  const ReadWords& read) {
  return added(*app_.add_option_function<std::vector<std::string>>(name, read, help)->type_name(value), value);
}

AddedOption VerbParser::add_flag(const std::string& option, const std::string& help,
                                 const std::function<void()>& seen) {
  return added(*app_.add_flag_callback(option, seen, help)->disable_flag_override(), "");
}

void VerbParser::footer(const std::string& text) { app_.footer(text); }

VerbText VerbParser::text() const {
  VerbText text{app_.get_name(), app_.get_description(), app_.get_footer(), {}};
  for (const CLI::Option* option : app_.get_options()) {
    const auto values = values_.find(option);
    text.options.push_back({.name = option->get_name(),
                            .value = option->get_type_size() == 0 ? "" : option->get_type_name(),
                            .help = description_of(*option),
                            .heading = option->get_group(),
                            .values = values == values_.end() ? Values{} : values->second,
                            .repeats = option->get_expected_max() > 1});
  }
  return text;
}

std::vector<std::string_view> verb_names(const Command& command) {
  std::vector<std::string_view> names;
  for (const Verb& verb : command.verbs) names.emplace_back(verb.name);
  return names;
}

std::vector<VerbText> declared_verbs(const Command& command) {
  CLI::App app(command.help);
  describe(app, command);
  std::vector<VerbText> texts;
  for (const Known& verb : declare_verbs(app, command.verbs)) texts.push_back(verb.parser->text());
  return texts;
}

int run_command(const Command& command, int argc, const char* const* argv, Console& console) {
  CLI::App app(command.help);
  describe(app, command);
  const std::vector<Known> verbs = declare_verbs(app, command.verbs);
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& asked_for) {
    return app.exit(asked_for, console.out.stream, console.err.stream);
  } catch (const CLI::ArgumentMismatch& error) {
    refuse_count(error);
  } catch (const CLI::ParseError& error) {
    throw usage_error(on_one_line(error.what(), 200));
  }
  for (const Known& verb : verbs) {
    if (!verb.app->parsed()) continue;
    for (const std::string& word : words_left(*verb.app)) refuse_word(*verb.app, word);
    // What stands before the verb, or behind a `--` after it, the parser leaves to the whole command.
    if (const auto words = words_left(app); !words.empty()) {
      if (argv[1] == words.front()) refuse_verb(app, verb_names(command));
      refuse_word(*verb.app, words.front());
    }
    return verb.parser->run(console);
  }
  refuse_verb(app, verb_names(command));
}

}  // namespace attnref::cli
