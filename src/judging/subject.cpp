// Asks the backend under judgement, and looks at what comes back before any law does.
#include "attnref/judging.hpp"

#include "problem/largest_size.hpp"
#include "problem/one_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <new>
#include <stdexcept>

namespace attnref {
namespace {

[[noreturn]] void end(Judgement::Outcome outcome, std::string reason) {
  Judgement judgement;
  judgement.outcome = outcome;
  judgement.reason = std::move(reason);
  if (outcome == Judgement::Outcome::violated) judgement.worst_ratio = HUGE_VAL;
  throw CaseEnded{std::move(judgement)};
}

/// What the backend says of itself, where reports have a line for it.
std::string in_its_words(std::string_view text) { return on_one_line(text, 400); }

[[noreturn]] void unsupported(std::string reason) { end(Judgement::Outcome::unsupported, std::move(reason)); }
[[noreturn]] void violated(std::string reason) { end(Judgement::Outcome::violated, std::move(reason)); }

/// The least width from `width` on that the backend takes, if a problem may be so wide.
std::optional<std::size_t> allowed_width(std::size_t width, const AxisConstraint& limit) {
  const std::optional<std::size_t> allowed = limit.at_least(width);
  return allowed && *allowed <= largest_size ? allowed : std::nullopt;
}

/// The problem in a form that the backend takes.
Problem in_its_form(const Problem& problem, const Capabilities& capabilities) {
  for (const Feature feature : needed_by(problem).without(capabilities.features)) {
    unsupported(std::string(lacking(feature)));
  }
  if (problem.projected() || !capabilities.constraints.only_projected) return problem;
  if (problem.sizes().t_q != problem.sizes().t_k)
    unsupported("takes X and projections only, and this law needs other queries than keys");
  const std::size_t width = 2 * problem.sizes().d_k + problem.sizes().d_v;
  const auto allowed = allowed_width(width, capabilities.constraints.d_model);
  if (!allowed) unsupported("takes no X as wide as queries, keys and values beside each other");
  return as_projected(problem, *allowed);
}

/// What is wrong with an output before any law looks at its numbers; empty where nothing is.
std::string fault_of(const Tensor& tensor, Part part, const Problem& problem) {
  const std::string_view name = name_of(part);
  const auto expected = shape_of(part, problem.sizes());
  if (tensor.shape != expected) {
    return fmt::format("{}: expected shape ({}), found ({})", name, fmt::join(expected, " x "),
                       fmt::join(tensor.shape, " x "));
  }
  const Dtype dtype = problem.dtype_of(part);
  if (tensor.dtype != dtype)
    return fmt::format("{}: expected dtype {}, found {}", name, name_of(dtype), name_of(tensor.dtype));
  std::size_t count = 1;
  for (const std::size_t size : expected) count *= size;
  if (tensor.values.size() != count)
    return fmt::format("{}: expected {} numbers, found {}", name, count, tensor.values.size());
  for (const double value : tensor.values) {
    if (round_to(dtype, value) != value && !std::isnan(value))
      return fmt::format("{}: {:.17g} is not a number of dtype {}", name, value, name_of(dtype));
  }
  return "";
}

/// Takes the outputs that were asked for out of `given`, and says what is wrong with the first that is missing or
/// wrong.
void take_outputs(Call& call, Answer given) {
  for (const Part part : call.problem.wanted) {
    Tensor* found = given.tensors.find(part);
    std::string fault = found ? fault_of(*found, part, call.problem)
                              : fmt::format("{}: asked for, and not in the answer", name_of(part));
    if (fault.empty()) {
      call.answer.tensors.add(part, std::move(*found));
    } else if (call.failure.empty()) {
      call.failure = std::move(fault);
    }
  }
}

/// The problem whose values are the `count` columns from `first` on of the identity, so that its output is those
/// columns of the weights. With projections X is widened to `d_model`, at least T columns more: T of them are one-hot,
/// which W^Q and W^K ignore and W^V selects.
Problem reading_columns(const Problem& problem, std::size_t first, std::size_t count, std::size_t d_model) {
  const std::size_t t = problem.sizes().t_k, width = problem.sizes().d_model;
  Problem reading = problem;
  reading.wanted = {Part::output};
  if (!problem.projected()) {
    Tensor v(problem.dtype(), t, count);
    for (std::size_t c = 0; c < count && first + c < t; ++c) v(first + c, c) = 1;
    reading.at(Part::v) = std::move(v);
    return reading;
  }
  const auto enlarged = [&](Part part) {
    const Tensor& old = problem.at(part);
    Tensor larger(problem.dtype(), d_model, old.columns());
    std::copy(old.values.begin(), old.values.end(), larger.values.begin());
    return larger;
  };
  Tensor x(problem.dtype(), t, d_model), wv(problem.dtype(), d_model, count);
  for (std::size_t i = 0; i < t; ++i) {
    for (std::size_t j = 0; j < width; ++j) x(i, j) = problem.at(Part::x)(i, j);
    x(i, width + i) = 1;
  }
  for (std::size_t c = 0; c < count && first + c < t; ++c) wv(width + first + c, c) = 1;
  reading.at(Part::wq) = enlarged(Part::wq);
  reading.at(Part::wk) = enlarged(Part::wk);
  reading.at(Part::x) = std::move(x);
  reading.at(Part::wv) = std::move(wv);
  return reading;
}

/// The width of X that the weights are read with.
std::size_t reading_width(const Problem& problem, const AxisConstraint& allowed) {
  if (!problem.projected()) return problem.sizes().d_model;
  const auto width = allowed_width(problem.sizes().d_model + problem.sizes().t_k, allowed);
  if (!width) unsupported("takes no X as wide as weights of this length are read with");
  return *width;
}

/// More answers than there are bits share the last.
Source source_of(std::size_t call, Part part, std::size_t i, std::size_t c) {
  return {.answers = std::uint32_t{1} << std::min<std::size_t>(call - 1, 31),
          .output = part,
          .row = static_cast<std::uint32_t>(i),
          .column = static_cast<std::uint32_t>(c)};
}

/// The profile that is given, where it is of the dtype; without one what the backend declares.
Profile profile_for(const std::optional<Profile>& given, const Capabilities& capabilities, Dtype dtype) {
  if (!given) return capabilities.profile_of(dtype);
  return given->output == dtype ? *given : plain_profile(dtype);
}

}  // namespace

Subject::Subject(const AnyBackend& backend, Dtype dtype, const std::optional<Profile>& profile)
    : backend_(&backend), profile_(profile_for(profile, backend.describe(), dtype)) {}

Reply Subject::ask(const Problem& problem) {
  try {
    Reply reply = backend_->attend(problem);
    if (reply.valueless_by_exception()) return Failed{"gave no reply"};
    return reply;
  } catch (const lost_error&) {
    throw;
  } catch (const std::bad_array_new_length& error) {
    return Failed{fmt::format("threw: {}", error.what())};
  } catch (const std::bad_alloc&) {
    return Unsupported{"out of memory"};
  } catch (const std::exception& error) {
    return Failed{fmt::format("threw: {}", error.what())};
  } catch (...) {
    return Failed{"threw something that is not a std::exception"};
  }
}

PartSet Subject::offered() const {
  PartSet offered;
  for (const Part part : computed_outputs) {
    const auto& feature = info_of(part).needs;
    if (feature && can(*feature)) offered.insert(part);
  }
  return offered;
}

PartSet Subject::weights_and(PartSet among) const {
  PartSet parts = offered(among);
  parts.insert(Part::weights);
  return parts;
}

/// Asks, and looks at the reply. Throws CaseEnded where the backend declines.
Call Subject::call(Problem problem) {
  Reply reply = ask(problem);
  if (const auto* no = std::get_if<Unsupported>(&reply)) unsupported(in_its_words(no->reason));
  Call call{.problem = std::move(problem)};
  if (const auto* no = std::get_if<Failed>(&reply)) {
    call.failure = fmt::format("failed: {}", in_its_words(no->reason));
  } else {
    take_outputs(call, std::move(std::get<Answer>(reply)));
  }
  return call;
}

/// Keeps the call for reports, and ends the case where it failed.
std::shared_ptr<Call> Subject::keep(Call call) {
  call.number = calls_.size() + 1;
  auto kept = std::make_shared<Call>(std::move(call));
  calls_.push_back(kept);
  if (!kept->failure.empty()) violated(kept->failure);
  return kept;
}

std::shared_ptr<const Call> Subject::answer(const Problem& problem, PartSet also) {
  Problem asked = problem;
  asked.wanted = {Part::output};
  asked = in_its_form(asked, describe());
  asked.wanted.insert(also);
  const bool gives_weights = can(Feature::weights);
  if (gives_weights) {
    asked.wanted.insert(Part::weights);
  } else {
    asked.wanted.erase(Part::weights);
  }
  const std::shared_ptr<Call> kept = keep(call(std::move(asked)));
  if (!gives_weights && also.contains(Part::weights)) read_weights(*kept);
  return kept;
}

Observation Subject::observe(std::shared_ptr<const Call> call) const { return {std::move(call), profile_}; }

/// Where the weights can't be read the call says why: a law that looks at the output first may see what is wrong all
/// the same.
void Subject::read_weights(Call& call) try {
  const Problem& problem = call.problem;
  const std::size_t t_q = problem.sizes().t_q, t_k = problem.sizes().t_k, d_v = problem.sizes().d_v;
  if (d_v == 0) unsupported("weights cannot be read through values of width 0");
  const std::size_t d_model = reading_width(problem, describe().constraints.d_model);
  read_through_values_ = true;
  Tensor weights(problem.dtype(), t_q, t_k);
  for (std::size_t first = 0; first < t_k; first += d_v) {  // (eq. identity_values)
    Call reading = this->call(reading_columns(problem, first, d_v, d_model));
    // What was read is kept with the call whose weights it is: only a failure stands for itself.
    if (!reading.failure.empty()) keep(std::move(reading));
    const Tensor& columns = reading.answer.at(Part::output);
    for (std::size_t i = 0; i < t_q; ++i) {
      for (std::size_t c = 0; c < d_v && first + c < t_k; ++c) weights(i, first + c) = columns(i, c);
    }
  }
  // The bound on a column of Y depends on no other column of V: all blocks are bounded at once.
  const Problem whole = reading_columns(problem, 0, t_k, d_model);
  call.read_weight_bound = error_bound(whole, quick_oracle(whole), profile_)[Part::output];
  call.read_weights = std::move(weights);
} catch (const CaseEnded& ended) {
  if (ended.judgement.outcome != Judgement::Outcome::unsupported) throw;
  call.unread = ended.judgement.reason;
}

Observation::Observation(std::shared_ptr<const Call> call, const Profile& profile)
    : call_(std::move(call)), truth_(quick_oracle(problem())), bounds_(error_bound(problem(), truth_, profile)) {
  if (!call_->read_weights) return;
  read_weight_bound_ = call_->read_weight_bound;
  read_weight_bound_.trivial = bounds_[Part::weights].trivial;
}

const Tensor& Observation::weights() const {
  if (gives_weights()) return (*this)[Part::weights];
  if (!call_->unread.empty()) unsupported(call_->unread);
  if (!call_->read_weights) throw std::logic_error("weights are looked at that were not asked for");
  return *call_->read_weights;
}

const Bound& Observation::weight_bound() const {
  weights();  // throws where there are none
  return gives_weights() ? bounds_[Part::weights] : read_weight_bound_;
}

Bound Observation::row_sum_bound() const {
  if (gives_weights()) return bounds_.row_sums;
  // Columns that were read through different values share no denominator: their bounds add up. The sum that is judged
  // is rounded in long double.
  const Bound& each = weight_bound();
  Bound sums = bounds_.row_sums;
  const long double rounding =
      static_cast<long double>(each.columns) * (std::numeric_limits<long double>::epsilon() / 2);
  for (std::size_t i = 0; i < each.rows; ++i) {
    long double limit = 0;
    for (std::size_t j = 0; j < each.columns; ++j) limit += each.limit[each.at(i, j)];
    sums.limit[i] = limit + 2 * rounding * (1 + limit);
  }
  return sums;
}

long double Observation::trivial_weight(std::size_t i, std::size_t j) const {
  return bounds_[Part::weights].trivial[bounds_[Part::weights].at(i, j)];
}

long double Observation::trivial_output(std::size_t i, std::size_t c) const {
  return bounds_[Part::output].trivial[bounds_[Part::output].at(i, c)];
}

Measured Observation::Numbers::operator()(std::size_t i, std::size_t c) const {
  const std::size_t n = bound_->at(i, c);
  const bool known = std::isfinite(truth_->mid[n]) && std::isfinite(truth_->rad[n]);
  return {values_->values[n], bound_->limit[n], known ? truth_->mid[n] : std::numeric_limits<long double>::quiet_NaN(),
          source_of(call_, part_, i, c)};
}

Observation::Numbers Observation::numbers(Part part) const {
  const bool are_weights = part == Part::weights;
  Numbers numbers;
  numbers.values_ = are_weights ? &weights() : &(*this)[part];
  numbers.bound_ = are_weights ? &weight_bound() : &bound(part);
  numbers.truth_ = &truth(part);
  numbers.part_ = part;
  numbers.call_ = call_->number;
  return numbers;
}

Source Observation::source(Part part, std::size_t i, std::size_t c) const {
  return source_of(call_->number, part, i, c);
}

Measured Observation::weight(std::size_t i, std::size_t j) const { return numbers(Part::weights)(i, j); }

Measured Observation::output(std::size_t i, std::size_t c) const { return numbers(Part::output)(i, c); }

Measured Observation::lse(std::size_t i) const { return numbers(Part::lse)(i, 0); }

Measured Observation::score(std::size_t i, std::size_t j) const { return numbers(Part::scores)(i, j); }

}  // namespace attnref
