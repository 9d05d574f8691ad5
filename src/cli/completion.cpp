#include "cli/completion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

namespace attnref::cli {
namespace {

/// In single quotes, as each of the shells reads it. Fish escapes in them; no text here ends with a backslash.
std::string in_quotes(std::string_view text, bool is_fish = false) {
  std::string result = "'";
  for (const char c : text) {
    if (c == '\'') {
      result += is_fish ? "\\'" : "'\\''";
    } else {
      result += is_fish && c == '\\' ? "\\\\" : std::string(1, c);
    }
  }
  return result + "'";
}

template <typename Words>
std::string joined(const Words& words) {
  return fmt::format("{}", fmt::join(words, " "));
}

bool takes_value(const OptionText& option) { return !option.is_word() && !option.value.empty(); }

// ---- bash

/// What bash offers where a value is due: `words`, and `kind`, an option of compgen.
std::string bash_values(const Values& values) {
  std::string text = fmt::format("words={}", in_quotes(joined(values.names)));
  if (values.files) text += " kind=-f";
  if (values.folders && !values.files) text += " kind=-d";
  return text;
}

/// What stands where no option's value is due: the values of all the verb's words.
Values of_words(const VerbText& verb) {
  Values all;
  for (const OptionText& option : verb.options) {
    if (!option.is_word()) continue;
    all.names.insert(all.names.end(), option.values.names.begin(), option.values.names.end());
    all.files |= option.values.files;
    all.folders |= option.values.folders;
  }
  return all;
}

std::string bash_verb(const VerbText& verb) {
  std::string options, cases;
  bool has_words = false;
  for (const OptionText& option : verb.options) {
    if (option.is_word()) {
      has_words = true;
    } else {
      options += (options.empty() ? "" : " ") + option.name;
    }
    if (takes_value(option)) cases += fmt::format("        {}) {} ;;\n", option.name, bash_values(option.values));
  }
  // Without words there's nothing but options to offer.
  const std::string otherwise = has_words ? fmt::format("if [[ $cur == -* ]]; then words={}; else {}; fi",
                                                        in_quotes(options), bash_values(of_words(verb)))
                                          : "words=" + in_quotes(options);
  return fmt::format("    {})\n      case $prev in\n{}        *) {} ;;\n      esac ;;\n", verb.name, cases, otherwise);
}

// ---- zsh

/// A description inside a specification of _arguments, where brackets and colons mean something.
std::string zsh_description(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

/// What zsh does where a value is due.
std::string zsh_action(const Values& values) {
  if (values.files) return "_files";
  if (values.folders) return "_files -/";
  return values.names.empty() ? " " : fmt::format("({})", joined(values.names));
}

std::string zsh_option(const OptionText& option) {
  const std::string message = zsh_description(option.value.empty() ? option.name : option.value);
  if (option.is_word()) {
    return fmt::format("{}:{}:{}", option.repeats ? "*" : "", message, zsh_action(option.values));
  }
  std::string text = fmt::format("{}{}[{}]", option.repeats ? "*" : "", option.name + (takes_value(option) ? "=" : ""),
                                 zsh_description(option.help));
  if (takes_value(option)) text += fmt::format(":{}:{}", message, zsh_action(option.values));
  return text;
}

std::string zsh_verb(const VerbText& verb) {
  std::string text = fmt::format("    {})\n      _arguments", verb.name);
  for (const OptionText& option : verb.options) text += " \\\n        " + in_quotes(zsh_option(option));
  return text + " ;;\n";
}

// ---- fish

std::string fish_option(std::string_view command, const VerbText& verb, const OptionText& option) {
  std::string text = fmt::format("complete -c {} -n '__fish_seen_subcommand_from {}'", command, verb.name);
  if (!option.is_word()) text += fmt::format(" -l {} -d {}", option.name.substr(2), in_quotes(option.help, true));
  if (takes_value(option)) text += option.values.files ? " -r" : " -x";
  if (option.values.files) text += " -F";
  std::string words = joined(option.values.names);
  if (option.values.folders && !option.values.files) {
    words += (words.empty() ? "" : " ") + std::string("(__fish_complete_directories)");
  }
  if (!words.empty()) text += " -a " + in_quotes(words, true);
  return text + '\n';
}

}  // namespace

std::string bash_completion(const Command& command) {
  const std::vector<VerbText> verbs = declared_verbs(command);
  std::string cases;
  for (const VerbText& verb : verbs) cases += bash_verb(verb);
  return fmt::format(R"(# bash completion of {0}: source <({0} completion bash)
_{0}() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} words= kind=
  # --option=value is three words to bash.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = ]]; then
    prev=${{COMP_WORDS[COMP_CWORD-2]}}
  fi
  if ((COMP_CWORD == 1)); then
    words='{1} --help --version'
  else
    case ${{COMP_WORDS[1]}} in
{2}    esac
  fi
  if [[ $kind ]]; then
    compopt -o filenames 2>/dev/null
  fi
  mapfile -t COMPREPLY < <(compgen $kind -W "$words" -- "$cur")
}}
complete -F _{0} {0}
)",
                     command.name, joined(verb_names(command)), cases);
}

std::string zsh_completion(const Command& command) {
  std::string list, cases;
  for (const VerbText& verb : declared_verbs(command)) {
    list += fmt::format("    {}\n", in_quotes(fmt::format("{}:{}", verb.name, verb.help)));
    cases += zsh_verb(verb);
  }
  return fmt::format(R"(#compdef {0}
# zsh completion of {0}: source <({0} completion zsh)
_{0}() {{
  local -a verbs=(
{1}  )
  if (( CURRENT == 2 )); then
    _describe verb verbs
    return
  fi
  shift words
  (( CURRENT-- ))
  case $words[1] in
{2}  esac
}}
if [[ $funcstack[1] == _{0} ]]; then
  _{0} "$@"
else
  compdef _{0} {0}
fi
)",
                     command.name, list, cases);
}

std::string fish_completion(const Command& command) {
  std::string text =
      fmt::format("# fish completion of {0}: {0} completion fish | source\ncomplete -c {0} -f\n", command.name);
  for (const VerbText& verb : declared_verbs(command)) {
    text += fmt::format("complete -c {} -n __fish_use_subcommand -a {} -d {}\n", command.name, verb.name,
                        in_quotes(verb.help, true));
    for (const OptionText& option : verb.options) text += fish_option(command.name, verb, option);
  }
  return text;
}

}  // namespace attnref::cli
