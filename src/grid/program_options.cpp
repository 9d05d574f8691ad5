#include "grid/program_options.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>

#include "grid/session.hpp"
#include "problem/utf8.hpp"

namespace attnref::grid {

namespace {

std::optional<std::uint64_t> integer(const char* name, std::string_view typed) {
  while (!typed.empty() && typed.front() == ' ') typed.remove_prefix(1);
  while (!typed.empty() && typed.back() == ' ') typed.remove_suffix(1);
  if (typed.empty()) return std::nullopt;
  std::uint64_t number = 0;
  const auto [stopped, error] = std::from_chars(typed.data(), typed.data() + typed.size(), number);
  if (error == std::errc{} && stopped == typed.data() + typed.size()) return number;
  throw input_error(std::string(name) + ": expected a whole number, found '" + shortened(typed, 40) + "'");
}

std::optional<std::size_t> size(const char* name, std::string_view typed, std::size_t most) {
  const std::optional<std::uint64_t> number = integer(name, typed);
  if (!number) return std::nullopt;
  if (*number >= 1 && *number <= most) return static_cast<std::size_t>(*number);
  throw input_error(std::string(name) + ": expected 1 to " + std::to_string(most) + ", found " +
                    std::to_string(*number));
}

}  // namespace

lesson::LessonProgram program_of(int which, std::string_view fields) {
  std::array<std::string_view, 5> typed;
  for (std::string_view& field : typed) {
    const std::size_t end = std::min(fields.find('\n'), fields.size());
    field = fields.substr(0, end);
    fields.remove_prefix(std::min(end + 1, fields.size()));
  }
  return {which,
          size("T", typed[0], lesson::position_limit),
          size("d_model", typed[1], lesson::width_limit),
          size("d_k", typed[2], lesson::width_limit),
          size("d_v", typed[3], lesson::width_limit),
          integer("seed", typed[4])};
}

}  // namespace attnref::grid
