// Damaged .npy files by the thousand: each is read or refused by a file_error, and nothing allocates beyond the file.
#include "catch.hpp"
#include "files/npy.hpp"
#include "generators/random.hpp"
#include "npy_bytes.hpp"

using namespace npy_test;

namespace {

std::string damaged(std::string bytes, attnref::Random& dice) {
  // Characters that mean something in a header are as likely as all others together.
  static const std::string telling = "0123456789(){}[],:'\"<>f8TF \n-";
  for (std::size_t faults = 1 + dice.below(3); faults > 0 && !bytes.empty(); --faults) {
    const std::size_t at = dice.below(bytes.size());
    switch (dice.below(5)) {
      case 0:
        bytes[at] = static_cast<char>(dice.below(256));
        break;
      case 1:
        bytes[at] = telling[dice.below(telling.size())];
        break;
      case 2:
        bytes.resize(at);
        break;
      case 3:
        bytes.erase(at, 1);
        break;
      default:
        bytes.insert(at, 1, telling[dice.below(telling.size())]);
    }
  }
  return bytes;
}

enum class Outcome { read, refused };

Outcome outcome_of(const std::string& bytes) {
  try {
    const attnref::NpyArray array = attnref::parse_npy(bytes, "fuzz");
    std::size_t elements = 1;
    for (const std::size_t length : array.shape) elements *= length;
    REQUIRE(array.values.size() == elements);
    REQUIRE(elements * 4 <= bytes.size());
    return Outcome::read;
  } catch (const attnref::file_error& error) {
    REQUIRE(std::string(error.what()).find('\n') == std::string::npos);
    return Outcome::refused;
  }
}

}  // namespace

TEST_CASE("npy: 20,000 damaged files are read or refused, nothing else") {
  const std::vector<std::string> good = {
      good_matrix(),
      prefix(2, header("'>f4'", "True", "(3, 2)")) + data<float>({1, 2, 3, 4, 5, 6}, true),
      prefix(3, header("'<f8'", "False", "(0, 7)")),
      prefix(1, header("'<f8'", "False", "()")) + data<double>({1}),
  };
  attnref::Random dice(2024);
  std::size_t read = 0;
  std::size_t refused = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::string bytes = damaged(good[dice.below(good.size())], dice);
    ++(outcome_of(bytes) == Outcome::read ? read : refused);
  }
  // Damage to the data alone leaves a file valid; both outcomes must be well represented for this to say anything.
  CHECK(read > 500);
  CHECK(refused > 10000);
}

TEST_CASE("npy: every truncation of a good file is refused") {
  const std::string good = good_matrix();
  for (std::size_t length = 0; length < good.size(); ++length) {
    INFO(length);
    CHECK(outcome_of(good.substr(0, length)) == Outcome::refused);
  }
  CHECK(outcome_of(good) == Outcome::read);
}
