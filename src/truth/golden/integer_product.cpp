// Digits, products of their matrices, and sums of those.
#include "truth/golden/integer_product.hpp"

#include <cblas.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

// OpenBLAS has these; another BLAS need not.
extern "C" {
__attribute__((weak)) int openblas_get_num_threads(void);
__attribute__((weak)) void openblas_set_num_threads(int);
}

namespace attnref::gold {
namespace {

std::size_t rows_of(const fmpz_mat_struct* m) { return static_cast<std::size_t>(fmpz_mat_nrows(m)); }
std::size_t columns_of(const fmpz_mat_struct* m) { return static_cast<std::size_t>(fmpz_mat_ncols(m)); }
std::size_t bits_of(const fmpz_mat_struct* m) { return static_cast<std::size_t>(std::abs(fmpz_mat_max_bits(m))); }

/// How integers of a product are cut.
struct Cutting {
  int bits = 0;          ///< b, of a digit
  std::size_t left = 0;  ///< digits of an entry on either side
  std::size_t right = 0;
};

/// Digits of integers of so many bits: one bit more holds the carry of signed digits.
std::size_t digits_for(std::size_t bits, int b) { return bits / static_cast<std::size_t>(b) + 1; }

/// The widest digits for which inner * min(left, right) products of 2^(2b-2) stay within 2^53.
Cutting cutting_for(std::size_t inner, std::size_t left_bits, std::size_t right_bits) {
  for (int b = 26; b > 1; --b) {
    const Cutting cut{b, digits_for(left_bits, b), digits_for(right_bits, b)};
    const std::size_t terms = inner * std::min(cut.left, cut.right);
    if (static_cast<int>(std::bit_width(terms)) + 2 * b - 2 <= 53) return cut;
  }
  return {1, 0, 0};  // no digits fit
}

/// The digit matrices of a matrix, one after the other, each row-major.
std::vector<double> digits_of(const fmpz_mat_struct* m, int b, std::size_t digits) {
  const std::size_t rows = rows_of(m), columns = columns_of(m), size = rows * columns;
  std::vector<double> result(size * digits);
  std::vector<std::uint64_t> words(digits * static_cast<std::size_t>(b) / 64 + 2);
  const std::uint64_t mask = (std::uint64_t{1} << b) - 1, half = std::uint64_t{1} << (b - 1);
  for (std::size_t n = 0; n < size; ++n) {
    const fmpz* const x = fmpz_mat_entry(m, static_cast<slong>(n / columns), static_cast<slong>(n % columns));
    if (fmpz_is_zero(x)) continue;
    fmpz_t magnitude;
    fmpz_init(magnitude);
    fmpz_abs(magnitude, x);
    fmpz_get_ui_array(words.data(), static_cast<slong>(words.size()), magnitude);
    fmpz_clear(magnitude);
    const double sign = fmpz_sgn(x);
    std::uint64_t carry = 0;
    for (std::size_t r = 0; r < digits; ++r) {
      const std::size_t at = r * static_cast<std::size_t>(b), word = at / 64, shift = at % 64;
      std::uint64_t digit = words[word] >> shift;
      if (shift != 0) digit |= words[word + 1] << (64 - shift);
      digit = (digit & mask) + carry;
      carry = digit > half ? 1 : 0;
      result[r * size + n] = sign * (static_cast<double>(digit) - (carry != 0 ? static_cast<double>(mask + 1) : 0.0));
    }
  }
  return result;
}

// __extension__: 128 bits are no part of standard C++; g++ and clang have them on every 64-bit machine.
__extension__ typedef unsigned __int128 Wide;

/// sum_s places[s] 2^(b s) of integers held as doubles below 2^54, in two's complement words.
class Sum {
 public:
  explicit Sum(std::size_t bits) : words_(bits / 64 + 2) {}

  void clear() { std::fill(words_.begin(), words_.end(), 0); }

  /// Adds x 2^shift.
  void add(std::int64_t x, std::size_t shift) {
    const std::size_t word = shift / 64;
    const Wide bits = static_cast<Wide>(x) << (shift % 64);  // of a negative x, two's complement
    const std::uint64_t sign = x < 0 ? ~std::uint64_t{0} : 0;
    Wide carry = 0;
    for (std::size_t w = word; w < words_.size(); ++w) {
      const std::uint64_t part = w == word       ? static_cast<std::uint64_t>(bits)
                                 : w == word + 1 ? static_cast<std::uint64_t>(bits >> 64)
                                                 : sign;
      carry += static_cast<Wide>(words_[w]) + part;
      words_[w] = static_cast<std::uint64_t>(carry);
      carry >>= 64;
    }
  }

  void get(fmpz* result) {
    const bool negative = (words_.back() >> 63) != 0;
    if (negative) {
      std::uint64_t carry = 1;
      for (std::uint64_t& word : words_) {
        word = ~word + carry;
        carry = carry != 0 && word == 0 ? 1 : 0;
      }
    }
    fmpz_set_ui_array(result, words_.data(), static_cast<slong>(words_.size()));
    if (negative) fmpz_neg(result, result);
  }

 private:
  std::vector<std::uint64_t> words_;
};

/// Below this many products FLINT is faster.
constexpr double few_products = 30000;
/// The largest matrices of digits that are made at once, in numbers.
constexpr std::size_t most_numbers = std::size_t{1} << 25;

}  // namespace

void integer_product(fmpz_mat_struct* result, const fmpz_mat_struct* a, const fmpz_mat_struct* b) {
  const std::size_t m = rows_of(a), inner = columns_of(a), n = columns_of(b);
  const std::size_t left_bits = bits_of(a), right_bits = bits_of(b);
  const Cutting cut = cutting_for(std::max<std::size_t>(inner, 1), left_bits, right_bits);
  const std::size_t places = cut.left + cut.right - 1;
  const std::size_t numbers = m * inner * cut.left + inner * n * cut.right + m * n * places;
  const double products = static_cast<double>(m) * static_cast<double>(inner) * static_cast<double>(n);
  // Beyond a thousand bits the digits' products, whose number grows with its square, cost more than they save.
  if (products < few_products || left_bits + right_bits > 1000 || numbers > most_numbers ||
      left_bits * right_bits == 0 || cut.left == 0) {
    fmpz_mat_mul(result, a, b);
    return;
  }
  const std::vector<double> left = digits_of(a, cut.bits, cut.left), right = digits_of(b, cut.bits, cut.right);
  std::vector<double> sums(m * n * places, 0.0);
  const auto size = [](std::size_t x) { return static_cast<int>(x); };
  for (std::size_t r = 0; r < cut.left; ++r) {
    for (std::size_t t = 0; t < cut.right; ++t) {
      cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, size(m), size(n), size(inner), 1.0,
                  left.data() + r * m * inner, size(inner), right.data() + t * inner * n, size(n), 1.0,
                  sums.data() + (r + t) * m * n, size(n));
    }
  }
  const auto b_bits = static_cast<std::size_t>(cut.bits);
  Sum sum(b_bits * places + 64);
  for (std::size_t e = 0; e < m * n; ++e) {
    sum.clear();
    for (std::size_t s = 0; s < places; ++s) sum.add(static_cast<std::int64_t>(sums[s * m * n + e]), b_bits * s);
    sum.get(fmpz_mat_entry(result, static_cast<slong>(e / n), static_cast<slong>(e % n)));
  }
}

namespace {

std::mutex blas_mutex;
int blas_holders = 0;
int blas_threads = 0;

}  // namespace

BlasOnOneThread::BlasOnOneThread() {
  if (openblas_set_num_threads == nullptr || openblas_get_num_threads == nullptr) return;
  const std::lock_guard lock(blas_mutex);
  if (blas_holders++ > 0) return;
  blas_threads = openblas_get_num_threads();
  openblas_set_num_threads(1);
}

BlasOnOneThread::~BlasOnOneThread() {
  if (openblas_set_num_threads == nullptr || openblas_get_num_threads == nullptr) return;
  const std::lock_guard lock(blas_mutex);
  if (--blas_holders == 0) openblas_set_num_threads(blas_threads);
}

}  // namespace attnref::gold
