#include "cli/manual.hpp"

#include <fmt/format.h>

#include <string_view>

namespace attnref::cli {
namespace {

/// Text in which roff finds no command and no other letter than the one that is meant.
std::string roff(std::string_view text) {
  std::string result;
  bool at_line_start = true;
  for (const char c : text) {
    if (at_line_start && (c == '.' || c == '\'')) result += "\\&";
    at_line_start = c == '\n';
    switch (c) {
      case '\\':
        result += "\\e";
        break;
      case '-':
        result += "\\-";
        break;
      case '^':
        result += "\\(ha";
        break;
      case '~':
        result += "\\(ti";
        break;
      case '`':
        result += "\\(ga";
        break;
      case '\'':
        result += "\\(aq";
        break;
      case '"':
        result += "\\(dq";
        break;
      default:
        result += c;
    }
  }
  return result;
}

std::string bold(std::string_view text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + roff(text) + "\\fR"; }

/// Lines as they are, since examples and tables stand in them.
std::string as_it_is(std::string_view text) {
  while (text.starts_with('\n')) text.remove_prefix(1);
  while (text.ends_with('\n')) text.remove_suffix(1);
  return text.empty() ? "" : fmt::format(".PP\n.nf\n{}\n.fi\n", roff(text));
}

std::string option_text(const OptionText& option) {
  const std::string name =
      option.is_word() ? italic(option.value.empty() ? option.name : option.value) : bold(option.name);
  const std::string value = option.is_word() || option.value.empty() ? "" : " " + italic(option.value);
  return fmt::format(".TP\n{}{}\n{}\n", name, value, roff(option.help));
}

std::string verb_text(std::string_view command, const VerbText& verb) {
  std::string synopsis;
  for (const OptionText& option : verb.options) {
    if (option.is_word()) synopsis += fmt::format(" [{}{}]", italic(option.value), option.repeats ? "..." : "");
  }
  std::string text = fmt::format(".SS {}\n{} {} [{}]{}\n.PP\n{}.\n", roff(verb.name), bold(command), bold(verb.name),
                                 italic("OPTIONS"), synopsis, roff(verb.help));
  for (const OptionText& option : verb.options) text += option_text(option);
  return text + as_it_is(verb.footer);
}

}  // namespace

std::string manual_page(const Command& command) {
  std::string text = fmt::format(
      ".TH ATTNREF 1 \"\" \"{0} {1}\" \"User Commands\"\n"
      ".SH NAME\n{0} \\- find bugs in attention kernels, and say what the right numbers are\n"
      ".SH SYNOPSIS\n{2} {3} [{4}]\n"
      ".SH DESCRIPTION\n{5}\n{6}",
      command.name, command.version, bold(command.name), italic("VERB"), italic("OPTIONS"), roff(command.help),
      as_it_is(command.footer));
  text += ".SH VERBS\n";
  for (const VerbText& verb : declared_verbs(command)) text += verb_text(command.name, verb);
  return text;
}

}  // namespace attnref::cli
