// Work that threads share: each piece is done once, and an error ends it and is thrown where it is expected.
#include "catch.hpp"
#include "problem/run_on_threads.hpp"

#include <algorithm>
#include <atomic>

#include <stdexcept>
#include <thread>
#include <vector>

using namespace attnref;

TEST_CASE("threads: each piece of work is done once, by as many threads as there are or one") {
  for (const std::size_t threads : {0U, 1U, 2U, 7U, 100U}) {
    for (const std::size_t count : {0U, 1U, 5U, 1000U}) {
      std::vector<std::atomic<int>> done(count);
      run_on_threads(threads, count, [&](std::size_t i) { ++done[i]; });
      INFO(threads << " threads, " << count << " pieces");
      CHECK(std::all_of(done.begin(), done.end(), [](const std::atomic<int>& times) { return times == 1; }));
    }
  }
}

TEST_CASE("threads: one thread is this one, and goes in order") {
  std::vector<std::size_t> order;
  run_on_threads(1, 4, [&, here = std::this_thread::get_id()](std::size_t i) {
    order.push_back(std::this_thread::get_id() == here ? i : 99);
  });
  CHECK(order == std::vector<std::size_t>{0, 1, 2, 3});
}

TEST_CASE("threads: an error ends the work and is thrown again") {
  for (const std::size_t threads : {1U, 4U}) {
    std::atomic<std::size_t> begun{0};
    const auto work = [&](std::size_t i) {
      ++begun;
      if (i == 3) throw std::runtime_error("the third");
    };
    CHECK_THROWS_WITH(run_on_threads(threads, 100000, work), "the third");
    CHECK(begun < 100000);
  }
}
