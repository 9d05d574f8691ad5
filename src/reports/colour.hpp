// Colours in a terminal: whether to use them, and the scale that turns a weight into one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace attnref {

/// What the reader of the output can show.
enum class ColourMode { plain, palette256, truecolour };

/// The environment that decides about colour; a null pointer is a variable that isn't set.
struct TerminalEnvironment {
  bool is_terminal = false;
  const char* no_color = nullptr;   ///< NO_COLOR: any value but the empty one forbids colour (no-color.org)
  const char* colorterm = nullptr;  ///< COLORTERM: truecolor or 24bit
  const char* term = nullptr;       ///< TERM: "dumb" has no colour, "...256color" has 256
};

/// The mode for an environment: plain unless it is a terminal that shows colours and nobody forbids them.
ColourMode colour_mode(const TerminalEnvironment& environment);

/// The mode for what a file descriptor (1: stdout, 2: stderr) leads to.
ColourMode colour_mode_of(int descriptor);

/// The width of lines that nothing limits, such as those for another program.
inline constexpr std::size_t no_limit = ~std::size_t{0};

/// How many columns a line may have: COLUMNS where it is a positive integer, else what the terminal says (none: it
/// isn't one; 0: it doesn't say, and 80 will do), else no limit. A null pointer is a variable that isn't set.
std::size_t line_width(const char* columns, std::optional<std::size_t> terminal);

/// How many columns a terminal has now, 80 where it doesn't say; none where the descriptor leads to no terminal.
std::optional<std::size_t> terminal_columns(int descriptor);

/// line_width for what a file descriptor leads to.
std::size_t line_width_of(int descriptor);

struct Rgb {
  std::uint8_t red = 0;
  std::uint8_t green = 0;
  std::uint8_t blue = 0;
  friend bool operator==(const Rgb&, const Rgb&) = default;
};

/// A colour by lightness (0 black, 1 white) and two opponent coordinates, green to red and blue to yellow, in which
/// equal steps look equal (OKLab, Ottosson 2020). What the screen can't show is clipped.
Rgb from_oklab(double lightness, double a, double b);

/// The colour of a weight in [0, 1], from nearly white at 0 to deep blue at 1. Lightness falls with the weight's square
/// root, in equal steps for the eye (OKLab, Ottosson 2020), so that the small weights of a long row are told apart.
Rgb colour_of_weight(double weight);

/// The same in the palette of 256: of a ramp of its blues, the number of the one nearest in lightness.
int palette_number_of_weight(double weight);

/// The colour of a number of the palette's cube, 16 to 231 (the first 16 are the user's own).
Rgb palette_colour(int number);

/// Relative luminance, 0 to 1 (WCAG 2.1).
double luminance(Rgb colour);

/// Whether black is easier to read on a background than white (WCAG 2.1's contrast ratio).
bool wants_black_text(Rgb background);

/// The escape sequence that sets the background for a weight and a readable foreground, in bold on demand; nothing in
/// plain mode.
std::string begin_weight(double weight, bool bold, ColourMode mode);

/// The escape sequence that ends it; nothing in plain mode.
std::string end_weight(ColourMode mode);

}  // namespace attnref
