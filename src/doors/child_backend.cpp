#include "doors/child_backend.hpp"

#include "doors/document_stream.hpp"
#include "documents/hello.hpp"
#include "doors/memory_growth.hpp"
#include "documents/document.hpp"
#include "problem/one_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <utility>

namespace attnref {
namespace {

using Clock = ChildProcess::Clock;

/// However fast the answers were, one may be late by so much: seconds.
constexpr double least_patience = 0.25;
/// For all processes of a program to end by themselves: seconds.
constexpr double time_to_end = 5;

Clock::time_point after(double seconds) {
  return Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
}

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// What a process did instead of answering.
struct Fault {
  std::string what;
  bool timed_out = false;
  bool killed = false;
};

/// Bytes of data that an honest answer to the problem cannot exceed: every output there is, in f64.
std::size_t most_answer_bytes(const Problem& problem) {
  const Sizes& s = problem.sizes();
  const std::size_t numbers = s.t_q * (s.d_v + 2 * s.t_k + 1 + s.d_k) + s.t_k * (s.d_k + s.d_v);
  return 8 * numbers + 4096;
}

/// One running program that has said hello.
class Session {
 public:
  Session(const Program& program, double hello_seconds) : process_(program) {
    const Document answer = exchange(encode_safetensors(hello()), "hello", 0, after(hello_seconds));
    try {
      capabilities_ = capabilities_of(answer, "its hello");
    } catch (const file_error& error) {
      throw wrong_hello_error(error.what());
    }
  }

  const Capabilities& capabilities() const { return capabilities_; }

  /// Says that there are no more problems.
  void close_input() { process_.close_input(); }
  bool ended_by(Clock::time_point until) { return process_.ended_by(until); }
  bool ended_well() const { return process_.ended_well(); }
  bool was_killed() const { return process_.was_killed(); }
  std::string how_it_ended() { return process_.how_it_ended(); }

  std::optional<MemoryGrowth::Rate> growth() const { return growth_.rate(); }

  /// The answer's document. Throws Fault, or file_error for bytes that are none; either way the process is of no more
  /// use.
  Document ask(const Problem& problem, double seconds) {
    const auto until = after(seconds);
    std::string unasked;
    process_.receive([&unasked](std::string_view bytes) { unasked += bytes; }, Clock::now());
    if (!unasked.empty()) {
      throw Fault{fmt::format("wrote what nobody had asked for: '{}'", on_one_line(unasked))};
    }
    Document answer =
        exchange(encode_safetensors(document_of(problem)), "its answer", most_answer_bytes(problem), until);
    if (growth_.is_due()) {
      if (const auto bytes = resident_bytes(process_.pid())) growth_.add(*bytes);
    }
    return answer;
  }

 private:
  Document exchange(const std::string& question, const std::string& name, std::size_t most_bytes,
                    Clock::time_point until) {
    const auto start = Clock::now();
    DocumentStream stream(name, most_bytes);
    std::optional<Document> document;
    // Bytes are looked at as they come: a flood of them ends here, and fills no memory.
    const auto take = [&](std::string_view bytes) {
      stream.add(bytes);
      if (!document) document = stream.next();
      if (document && stream.pending() > 0) {
        throw Fault{fmt::format("wrote more after {}: '{}'", name, on_one_line(stream.bytes()))};
      }
    };
    // One that stops reading may have answered all the same.
    require_time(process_.send(question, take, until), start, stream);
    while (!document) {
      const auto state = process_.receive(take, until);
      require_time(state, start, stream);
      if (state == ChildProcess::State::closed) {
        const std::string what = fmt::format("{} {}", process_.how_it_ended(), how_far(stream.bytes()));
        throw Fault{what, false, process_.was_killed()};
      }
    }
    return *std::move(document);
  }

  static std::string how_far(std::string_view bytes) {
    if (bytes.empty()) return "before it answered";
    return fmt::format("within its answer, after {} byte{}: '{}'", bytes.size(), bytes.size() == 1 ? "" : "s",
                       on_one_line(bytes));
  }

  void require_time(ChildProcess::State state, Clock::time_point start, const DocumentStream& stream) {
    if (state != ChildProcess::State::timed_out) return;
    const std::string_view so_far = stream.bytes();
    throw Fault{fmt::format("gave no answer in {:.3g} s{}", seconds_since(start),
                            so_far.empty() ? std::string()
                                           : fmt::format(", only {} bytes: '{}'", so_far.size(), on_one_line(so_far))),
                true};
  }

  ChildProcess process_;
  Capabilities capabilities_;
  MemoryGrowth growth_;
};

/// Of several that grow, the one that grows fastest.
std::string growth_note(const std::vector<std::unique_ptr<Session>>& sessions) {
  MemoryGrowth::Rate fastest;
  for (const auto& session : sessions) {
    const auto rate = session->growth();
    if (rate && rate->bytes_a_call > fastest.bytes_a_call) fastest = *rate;
  }
  if (fastest.calls == 0) return "";
  return fmt::format("the backend's memory grew by {:.3g} kB a call, over {} calls: a leak, or a cache that grows",
                     fastest.bytes_a_call / 1000, fastest.calls);
}

/// The processes of one program, and how it fares.
class Pool {
 public:
  Pool(Program program, Patience patience) : program_(std::move(program)), patience_(patience) {
    auto session = started();
    capabilities_ = session->capabilities();
    idle_.push_back(std::move(session));
  }

  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;
  ~Pool() { end(); }

  /// Ends the programs that are in step: they hear that there are no more problems, and end by themselves. One that
  /// doesn't soon is killed.
  Ending end() {
    std::vector<std::unique_ptr<Session>> sessions;
    {
      const std::lock_guard lock(mutex_);
      sessions.swap(idle_);
    }
    Ending ending;
    if (std::string note = growth_note(sessions); !note.empty()) ending.notes.push_back(std::move(note));
    for (const auto& session : sessions) session->close_input();
    const auto until = after(time_to_end);
    bool stays = false;
    for (const auto& session : sessions) {
      if (!session->ended_by(until)) {
        stays = true;
      } else if (!session->ended_well() && !session->was_killed()) {
        ending.failure = session->how_it_ended() + " when its input ended: expected code 0";
      }
    }
    if (stays) {
      ending.notes.push_back(
          fmt::format("the backend had not ended {:.0f} s after the end of its input, and was killed", time_to_end));
    }
    return ending;
  }

  const Capabilities& capabilities() const { return capabilities_; }

  std::unique_ptr<Session> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        auto session = std::move(idle_.back());
        idle_.pop_back();
        return session;
      }
    }
    return started();
  }

  void give_back(std::unique_ptr<Session> session) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(session));
  }

  /// What an answer may take: less once one has timed out.
  double seconds_for_an_answer() {
    const std::lock_guard lock(mutex_);
    return timed_out_ ? std::min(patience_.answer, std::max(least_patience, 10 * slowest_)) : patience_.answer;
  }

  /// Why an answer was waited for so long and no longer, where the user has not said so.
  std::string why(double seconds) const {
    return seconds < patience_.answer ? " (less than --timeout, since an answer timed out before)" : "";
  }

  void note_answer(double seconds) {
    const std::lock_guard lock(mutex_);
    slowest_ = std::max(slowest_, seconds);
    silent_ = 0;
    last_answer_ = Clock::now();
  }

  void note_fault(bool timed_out) {
    const std::lock_guard lock(mutex_);
    timed_out_ = timed_out_ || timed_out;
    had_fault_ = true;
    ++silent_;
  }

  bool had_fault() {
    const std::lock_guard lock(mutex_);
    return had_fault_;
  }

  void require_hope(const std::string& last_fault) {
    const std::lock_guard lock(mutex_);
    const double seconds = seconds_since(last_answer_);
    if (silent_ < 3 || seconds < patience_.silence) return;
    throw lost_error(
        fmt::format("given up: no answer to {} problems in {:.0f} s; at last it {}", silent_, seconds, last_fault));
  }

 private:
  /// Throws no_hello_error.
  std::unique_ptr<Session> started() const {
    try {
      return std::make_unique<Session>(program_, patience_.hello);
    } catch (const Fault& fault) {
      throw no_hello_error(fmt::format("'{}' {}", name(), fault.what));
    } catch (const wrong_hello_error& error) {
      throw wrong_hello_error(fmt::format("'{}': {}", name(), error.what()));
    } catch (const std::exception& error) {
      throw no_hello_error(fmt::format("'{}': {}", name(), error.what()));
    }
  }

  std::string name() const {
    return on_one_line(program_.name.empty() ? program_.arguments.back() : program_.name, 400);
  }

  const Program program_;
  const Patience patience_;
  Capabilities capabilities_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Session>> idle_;
  double slowest_ = 0;
  bool timed_out_ = false;
  bool had_fault_ = false;
  std::size_t silent_ = 0;  ///< problems in a row without an answer
  Clock::time_point last_answer_ = Clock::now();
};

/// Takes a process from the pool at its first problem, and gives it back at its end.
class ChildBackend {
 public:
  explicit ChildBackend(std::shared_ptr<Pool> pool) : pool_(std::move(pool)) {}
  /// A copy is a caller of its own.
  ChildBackend(const ChildBackend& other) : pool_(other.pool_), last_fault_(other.last_fault_) {}
  ChildBackend& operator=(const ChildBackend&) = delete;
  ~ChildBackend() {
    if (session_) pool_->give_back(std::move(session_));
  }

  Capabilities describe() const { return pool_->capabilities(); }

  Ending end() {
    if (session_) pool_->give_back(std::move(session_));
    return pool_->end();
  }

  Reply attend(const Problem& problem) {
    pool_->require_hope(last_fault_);
    const double seconds = pool_->seconds_for_an_answer();
    try {
      if (!session_) session_ = pool_->take();
      const auto start = Clock::now();
      Document document = session_->ask(problem, seconds);
      pool_->note_answer(seconds_since(start));
      Reply answered = reply(std::move(document));
      // What failed once may fail for ever after, as does a process whose GPU met an illegal access.
      if (std::holds_alternative<Failed>(answered)) session_.reset();
      return answered;
    } catch (const Fault& fault) {
      if (fault.killed) return Unsupported{failed(fault.what + ": out of memory, or killed by somebody", false).reason};
      return failed(fault.timed_out ? fault.what + pool_->why(seconds) : fault.what, fault.timed_out);
    } catch (const no_hello_error& error) {
      return not_started(error.what());
    } catch (const file_error& error) {
      return failed(error.what(), false);
    }
  }

 private:
  /// An answer that contradicts itself is the backend's mistake.
  static Reply reply(Document document) {
    try {
      return reply_of(std::move(document), "its answer");
    } catch (const file_error& error) {
      return Failed{error.what()};
    }
  }

  /// A process that can't be started has answered nothing wrong: another one may have the device, or memory is short.
  /// Where none had a fault before, it is one more than the program allows.
  Unsupported not_started(const std::string& why) {
    if (!pool_->had_fault()) throw lost_error(fmt::format("given up: one more process of it said no hello: {}", why));
    return {failed(fmt::format("said no hello when it was started again: {}", why), false).reason};
  }

  Failed failed(const std::string& what, bool timed_out) {
    session_.reset();
    pool_->note_fault(timed_out);
    last_fault_ = what;
    return {what};
  }

  std::shared_ptr<Pool> pool_;
  std::unique_ptr<Session> session_;
  std::string last_fault_;
};

}  // namespace

AnyBackend child_backend(Program program, Patience patience) {
  return AnyBackend(ChildBackend(std::make_shared<Pool>(std::move(program), patience)));
}

}  // namespace attnref
