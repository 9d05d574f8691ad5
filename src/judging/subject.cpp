// Puts problems to the backend under judgement and looks at what comes back before any law does.
#include "attnref/law.hpp"

#include "judging/largest_size.hpp"
#include "problem/one_line.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <limits>
#include <new>

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
  if (problem.scale && !capabilities.can("scale")) unsupported("takes no scale of its caller's");
  if (problem.projected() && !capabilities.can("projections")) unsupported("takes no projections");
  if (problem.projected() || !capabilities.constraints.only_projected) return problem;
  if (problem.sizes.t_q != problem.sizes.t_k)
    unsupported("takes X and projections only, and this law needs other queries than keys");
  const std::size_t width = 2 * problem.sizes.d_k + problem.sizes.d_v;
  const auto allowed = allowed_width(width, capabilities.constraints.d_model);
  if (!allowed) unsupported("takes no X as wide as queries, keys and values beside each other");
  return as_projected(problem, *allowed);
}

/// What is wrong with an output before any law looks at its numbers; empty where nothing is.
std::string fault_of(const Tensor& tensor, std::string_view name, const Problem& problem) {
  const auto expected = shape_of(name, problem.sizes);
  if (tensor.shape != expected) {
    return fmt::format("{}: expected shape ({}), found ({})", name, fmt::join(expected, " x "),
                       fmt::join(tensor.shape, " x "));
  }
  if (tensor.dtype != problem.dtype)
    return fmt::format("{}: expected dtype {}, found {}", name, name_of(problem.dtype), name_of(tensor.dtype));
  std::size_t count = 1;
  for (const std::size_t size : expected) count *= size;
  if (tensor.values.size() != count)
    return fmt::format("{}: expected {} numbers, found {}", name, count, tensor.values.size());
  for (const double value : tensor.values) {
    if (round_to(problem.dtype, value) != value && !std::isnan(value))
      return fmt::format("{}: {:.17g} is not a number of dtype {}", name, value, name_of(problem.dtype));
  }
  return "";
}

/// Takes the outputs that were asked for out of `given`, and says what is wrong with the first that is missing or
/// wrong.
void take_outputs(Call& call, Answer given) {
  for (const std::string& name : call.problem.outputs) {
    auto found = given.tensors.extract(name);
    std::string fault = found ? fault_of(found.mapped(), name, call.problem)
                              : fmt::format("{}: asked for, and not in the answer", name);
    if (fault.empty()) {
      call.answer.tensors.insert(std::move(found));
    } else if (call.failure.empty()) {
      call.failure = std::move(fault);
    }
  }
}

/// The problem whose values are the `count` columns from `first` on of the identity, so that its output is those
/// columns of the weights. With projections X is widened to `d_model`, at least T columns more: T of them are one-hot,
/// which W^Q and W^K ignore and W^V selects.
Problem reading_columns(const Problem& problem, std::size_t first, std::size_t count, std::size_t d_model) {
  const std::size_t t = problem.sizes.t_k, width = problem.sizes.d_model;
  Problem reading = problem;
  reading.outputs = {"output"};
  reading.sizes.d_v = count;
  if (!problem.projected()) {
    Tensor v(problem.dtype, t, count);
    for (std::size_t c = 0; c < count && first + c < t; ++c) v(first + c, c) = 1;
    reading.at("v") = std::move(v);
    return reading;
  }
  const auto enlarged = [&](const char* name) {
    const Tensor& old = problem.at(name);
    Tensor larger(problem.dtype, d_model, old.columns());
    std::copy(old.values.begin(), old.values.end(), larger.values.begin());
    return larger;
  };
  Tensor x(problem.dtype, t, d_model), wv(problem.dtype, d_model, count);
  for (std::size_t i = 0; i < t; ++i) {
    for (std::size_t j = 0; j < width; ++j) x(i, j) = problem.at("x")(i, j);
    x(i, width + i) = 1;
  }
  for (std::size_t c = 0; c < count && first + c < t; ++c) wv(width + first + c, c) = 1;
  reading.sizes.d_model = d_model;
  reading.at("wq") = enlarged("wq");
  reading.at("wk") = enlarged("wk");
  reading.at("x") = std::move(x);
  reading.at("wv") = std::move(wv);
  return reading;
}

/// The width of X that the weights are read with.
std::size_t reading_width(const Problem& problem, const AxisConstraint& allowed) {
  if (!problem.projected()) return problem.sizes.d_model;
  const auto width = allowed_width(problem.sizes.d_model + problem.sizes.t_k, allowed);
  if (!width) unsupported("takes no X as wide as weights of this length are read with");
  return *width;
}

/// The output of that name among all Bounds, or all Enclosures.
const auto& by_name(const auto& all, std::string_view name) {
  if (name == "output") return all.output;
  if (name == "weights") return all.weights;
  if (name == "lse") return all.lse;
  if (name == "scores") return all.scores;
  if (name == "queries") return all.queries;
  if (name == "keys") return all.keys;
  if (name == "values") return all.values;
  throw std::out_of_range(fmt::format("there is no output named '{}'", name));
}

/// More answers than there are bits share the last.
Source source_of(std::size_t call, std::string_view name, std::size_t i, std::size_t c) {
  return {.answers = std::uint32_t{1} << std::min<std::size_t>(call - 1, 31),
          .output = name,
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

std::vector<std::string_view> Subject::offered() const {
  std::vector<std::string_view> names;
  for (const std::string_view name : {"weights", "lse", "scores"}) {
    if (can(name)) names.push_back(name);
  }
  if (can("queries_keys_values")) names.insert(names.end(), {"queries", "keys", "values"});
  return names;
}

std::vector<std::string_view> Subject::offered(std::initializer_list<std::string_view> among) const {
  std::vector<std::string_view> names = offered();
  std::erase_if(names,
                [&](std::string_view name) { return std::find(among.begin(), among.end(), name) == among.end(); });
  return names;
}

/// Asks, and looks at the reply. Throws CaseEnded where the backend declines.
Call Subject::put(Problem problem) {
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
void Subject::keep(std::shared_ptr<const Call> call) {
  calls_.push_back(std::move(call));
  if (const std::string& failure = calls_.back()->failure; !failure.empty()) violated(failure);
}

Observation Subject::attend(const Problem& problem, const std::vector<std::string_view>& also) {
  Problem asked = in_its_form(problem, describe());
  asked.outputs = {"output"};
  if (can("weights")) asked.outputs.insert("weights");
  for (const std::string_view name : also) {
    if (name != "weights") asked.outputs.emplace(name);
  }
  Observation observation;
  observation.subject_ = this;
  observation.call_ = std::make_shared<Call>(put(std::move(asked)));
  keep(observation.call_);
  observation.call_number_ = calls_.size();
  const Call& call = *observation.call_;
  observation.output_ = &call.answer.at("output");
  if (call.problem.outputs.contains("weights")) observation.weights_ = &call.answer.at("weights");
  return observation;
}

void Subject::read_weights(const Observation& observation) {
  const Problem& problem = observation.problem();
  const std::size_t t_q = problem.sizes.t_q, t_k = problem.sizes.t_k, d_v = problem.sizes.d_v;
  if (d_v == 0) unsupported("weights cannot be read through values of width 0");
  const std::size_t d_model = reading_width(problem, describe().constraints.d_model);
  read_through_values_ = true;
  Tensor weights(problem.dtype, t_q, t_k);
  for (std::size_t first = 0; first < t_k; first += d_v) {  // (eq. identity_values)
    Call reading = put(reading_columns(problem, first, d_v, d_model));
    // What was read is kept with the call whose weights it is: only a failure stands for itself.
    if (!reading.failure.empty()) keep(std::make_shared<Call>(std::move(reading)));
    const Tensor& columns = reading.answer.at("output");
    for (std::size_t i = 0; i < t_q; ++i) {
      for (std::size_t c = 0; c < d_v && first + c < t_k; ++c) weights(i, first + c) = columns(i, c);
    }
  }
  // The bound on a column of Y depends on no other column of V: all blocks are bounded at once.
  const Problem whole = reading_columns(problem, 0, t_k, d_model);
  Bound bound = error_bound(whole, quick_oracle(whole), profile_).output;
  bound.trivial = observation.bounds().weights.trivial;
  observation.call_->read_weights = std::move(weights);
  observation.call_->read_weight_bound = std::move(bound);
}

const Tensor& Observation::operator[](std::string_view name) const { return call_->answer.at(name); }

const Tensor& Observation::weights() const {
  if (weights_) return *weights_;
  if (!call_->read_weights) subject_->read_weights(*this);
  return *call_->read_weights;
}

const Bound& Observation::weight_bound() const {
  if (weights_) return bounds().weights;
  if (!call_->read_weights) subject_->read_weights(*this);
  return call_->read_weight_bound;
}

Bound Observation::row_sum_bound() const {
  if (weights_) return bounds().row_sums;
  // Columns that were read through different values share no denominator: their bounds add up. The sum that is judged
  // is rounded in long double.
  const Bound& each = weight_bound();
  Bound sums = bounds().row_sums;
  const long double rounding = static_cast<long double>(each.columns) * 0x1p-64L;
  for (std::size_t i = 0; i < each.rows; ++i) {
    long double limit = 0;
    for (std::size_t j = 0; j < each.columns; ++j) limit += each.limit[each.at(i, j)];
    sums.limit[i] = limit + 2 * rounding * (1 + limit);
  }
  return sums;
}

long double Observation::trivial_weight(std::size_t i, std::size_t j) const {
  return bounds().weights.trivial[bounds().weights.at(i, j)];
}

long double Observation::trivial_output(std::size_t i, std::size_t c) const {
  return bounds().output.trivial[bounds().output.at(i, c)];
}

const Enclosure& Observation::truth() const {
  if (!truth_) truth_ = quick_oracle(problem());
  return *truth_;
}

const Bounds& Observation::bounds() const {
  if (!bounds_) bounds_ = error_bound(problem(), truth(), subject_->profile());
  return *bounds_;
}

const Bound& Observation::bound(std::string_view name) const { return by_name(bounds(), name); }

const Enclosed& Observation::truth(std::string_view name) const { return by_name(truth(), name); }

Measured Observation::Numbers::operator()(std::size_t i, std::size_t c) const {
  const std::size_t n = bound_->at(i, c);
  const bool known = std::isfinite(truth_->mid[n]) && std::isfinite(truth_->rad[n]);
  return {values_->values[n], bound_->limit[n], known ? truth_->mid[n] : std::numeric_limits<long double>::quiet_NaN(),
          source_of(call_, name_, i, c)};
}

Observation::Numbers Observation::numbers(std::string_view name) const {
  const bool are_weights = name == "weights";
  Numbers numbers;
  numbers.values_ = are_weights ? &weights() : &(*this)[name];
  numbers.bound_ = are_weights ? &weight_bound() : &bound(name);
  numbers.truth_ = &truth(name);
  numbers.name_ = name;
  numbers.call_ = call_number_;
  return numbers;
}

Source Observation::source(std::string_view name, std::size_t i, std::size_t c) const {
  return source_of(call_number_, name, i, c);
}

Measured Observation::weight(std::size_t i, std::size_t j) const { return numbers("weights")(i, j); }

Measured Observation::output(std::size_t i, std::size_t c) const { return numbers("output")(i, c); }

Measured Observation::lse(std::size_t i) const { return numbers("lse")(i, 0); }

Measured Observation::score(std::size_t i, std::size_t j) const { return numbers("scores")(i, j); }

}  // namespace attnref
