#include "grid/page_parts.hpp"

#include <fmt/format.h>

#include <array>
#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>
#include <vector>

#include "grid/base64.hpp"
#include "grid/levels.hpp"
#include "grid/session.hpp"
#include "grid/story.hpp"
#include "lesson/decimals.hpp"
#include "lesson/programs.hpp"
#include "reports/markup.hpp"

namespace attnref::grid {

namespace {

constexpr const char* default_sentence = "the keys to this car are here";

Session session_of(const std::string& sentence, bool projected, double stretch = 1) {
  Session session;
  session.attend(sentence, projected, stretch);
  return session;
}

std::string cell(const Session& session, std::size_t i, std::size_t j, int level, int mark) {
  static constexpr std::array<const char*, 3> classes{"", " m", " m alike"};
  return fmt::format("<td class=\"l{}{}\">{}</td>", level, classes[static_cast<std::size_t>(mark)],
                     lesson::fixed(session.grid().attention.weights(i, j), 3));
}

/// The table that the page's script would make.
std::string table(const Session& session, const std::string& caption) {
  const std::vector<std::uint8_t> levels = levels_of(session.grid()), marks = marks_of(session.grid());
  const std::size_t count = session.words().size();
  std::string text = "<table class=\"map\">\n<caption>" + caption + "</caption>\n<thead><tr><td></td>";
  for (std::size_t j = 0; j < count; ++j) {
    text += "<th scope=\"col\" dir=\"auto\">" + escaped(word_name(session, j)) + "</th>";
  }
  text += "</tr></thead>\n<tbody>\n";
  for (std::size_t i = 0; i < count; ++i) {
    text += "<tr><th scope=\"row\" dir=\"auto\">" + escaped(word_name(session, i)) + "</th>";
    for (std::size_t j = 0; j < count; ++j) {
      text += cell(session, i, j, levels[i * count + j], marks[i * count + j]);
    }
    text += "</tr>\n";
  }
  return text + "</tbody>\n</table>";
}

std::string bits_of(const lesson::PlainMatrix& matrix) {
  std::string bytes;
  for (const double value : matrix.values) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    for (int shift = 0; shift < 64; shift += 8) bytes += static_cast<char>(bits >> shift & 0xFF);
  }
  return base64(bytes);
}

struct Case {
  const char* sentence;
  bool projected;
  double stretch;
};

/// The default, a tie, unknown words in several scripts, and vectors of another length.
constexpr std::array<Case, 6> cases{{{default_sentence, false, 1},
                                     {default_sentence, true, 1},
                                     {"the keys to the cars are here", true, 1},
                                     {"the \u732B and na\u00EFve \u05E9\u05DC\u05D5\u05DD opens \U0001F511", false, 1},
                                     {"the \u732B and na\u00EFve \u05E9\u05DC\u05D5\u05DD opens \U0001F511", true, 1},
                                     {default_sentence, false, 2.625}}};

}  // namespace

std::map<std::string, std::string> page_parts() {
  const Session off = session_of(default_sentence, false), on = session_of(default_sentence, true);
  return {{"sentence", escaped(default_sentence)},
          {"grid off", table(off, "Projections off: Q = K = V = X")},
          {"grid on", table(on, "Projections on: Q = X W<sup>Q</sup>, K = X W<sup>K</sup>, V = X W<sup>V</sup>")},
          {"summary off", escaped(summary(off))},
          {"summary on", escaped(summary(on))},
          {"program 1", escaped(lesson::lesson_program({1}))},
          {"program 2", escaped(lesson::lesson_program({2}))}};
}

std::string filled(const std::string& page_template, const std::map<std::string, std::string>& parts) {
  const std::string begin = "<!-- attnref: ", end = " -->";
  std::string page;
  std::set<std::string> used;
  std::size_t at = 0;
  for (std::size_t marker; (marker = page_template.find(begin, at)) != std::string::npos;) {
    const std::size_t name_at = marker + begin.size();
    const std::size_t name_end = page_template.find(end, name_at);
    if (name_end == std::string::npos) throw std::runtime_error("the page: expected '-->' after '<!-- attnref:'");
    const std::string name = page_template.substr(name_at, name_end - name_at);
    const auto part = parts.find(name);
    if (part == parts.end()) throw std::runtime_error("the page: marker: expected a part's name, found '" + name + "'");
    page += page_template.substr(at, marker - at) + part->second;
    used.insert(name);
    at = name_end + end.size();
  }
  for (const auto& [name, text] : parts) {
    if (!used.count(name)) throw std::runtime_error("the page: expected a marker for '" + name + "', found none");
  }
  return page + page_template.substr(at);
}

std::string native_script() {
  nlohmann::json natives = nlohmann::json::array();
  for (const Case& one : cases) {
    const Session session = session_of(one.sentence, one.projected, one.stretch);
    natives.push_back({{"sentence", one.sentence},
                       {"projected", one.projected},
                       {"stretch", one.stretch},
                       {"scores", bits_of(session.grid().attention.scores)},
                       {"weights", bits_of(session.grid().attention.weights)}});
  }
  return "// Generated: the bits of scores and weights that the native program computes, which the page compares with "
         "its own.\n"
         "const attnrefNative = " +
         natives.dump(1, '\t', true) + ";\n";
}

}  // namespace attnref::grid
