#include "vectors/verify.hpp"

#include "documents/computed_problem.hpp"
#include "files/file_error.hpp"
#include "files/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <variant>

namespace attnref::vectors {
namespace {

Problem problem_of_vector(const StoredVector& vector) {
  const std::string source = source_name(vector.file);
  return computed_problem_of(parse_safetensors(vector.bytes, source), source);
}

/// The outputs of all the answer's files. Throws file_error.
Reply read_answer(const AnswerFiles& files) {
  Answer answer;
  if (!files.document.empty()) {
    Reply reply = reply_of(read_safetensors(files.document), source_name(files.document));
    if (!std::holds_alternative<Answer>(reply)) return reply;
    answer = std::get<Answer>(std::move(reply));
  }
  for (const auto& [output, file] : files.arrays) {
    if (!answer.tensors.add(output, tensor_of(read_npy(file)))) {
      throw file_error(source_name(file), "output", "one answer",
                       std::string(name_of(output)) + " in " + files.document.filename().string() + " too");
    }
  }
  return answer;
}

AnswerVerdict verdict_of(ComparisonVerdict verdict) {
  switch (verdict) {
    case ComparisonVerdict::holds:
      return AnswerVerdict::holds;
    case ComparisonVerdict::violated:
      return AnswerVerdict::violated;
    case ComparisonVerdict::not_run:
      break;
  }
  return AnswerVerdict::not_run;
}

/// The verdict on what was read, or on that it couldn't be.
void judge(VerifiedAnswer& verified, const StoredVector& vector, const Problem& problem,
           const CompareOptions& options) {
  const auto settle = [&verified](AnswerVerdict verdict, std::string_view reason) {
    verified.verdict = verdict;
    verified.reason = on_one_line(reason, 1000);
  };
  try {
    const Reply reply = read_answer(vector.answer);
    if (const auto* no = std::get_if<Unsupported>(&reply)) return settle(AnswerVerdict::unsupported, no->reason);
    if (const auto* no = std::get_if<Failed>(&reply)) return settle(AnswerVerdict::violated, "failed: " + no->reason);
    verified.comparison = compare_with_golden(problem, std::get<Answer>(reply), options);
    verified.verdict = verdict_of(verified.comparison->verdict());
  } catch (const answer_error& error) {
    settle(AnswerVerdict::violated, error.what());
  } catch (const file_error& error) {
    settle(AnswerVerdict::violated, error.what());
  }
}

}  // namespace

std::string_view name_of(AnswerVerdict verdict) {
  switch (verdict) {
    case AnswerVerdict::holds:
      return "holds";
    case AnswerVerdict::violated:
      return "violated";
    case AnswerVerdict::unsupported:
      return "unsupported";
    case AnswerVerdict::not_run:
      break;
  }
  return "not_run";
}

std::size_t Verification::count(AnswerVerdict verdict) const {
  return static_cast<std::size_t>(
      std::count_if(answers.begin(), answers.end(), [&](const VerifiedAnswer& one) { return one.verdict == verdict; }));
}

std::size_t Verification::missing() const { return vectors - answers.size() + count(AnswerVerdict::unsupported); }

AnswerVerdict Verification::verdict() const {
  for (const AnswerVerdict verdict : {AnswerVerdict::violated, AnswerVerdict::holds, AnswerVerdict::unsupported}) {
    if (count(verdict) > 0) return verdict == AnswerVerdict::unsupported ? AnswerVerdict::not_run : verdict;
  }
  return AnswerVerdict::not_run;
}

std::vector<SuspectedMistake> Verification::suspects() const {
  std::map<std::string, SuspectedMistake> by_flag;
  for (const VerifiedAnswer& answer : answers) {
    for (const Note& note : answer.notes) {
      SuspectedMistake& mistake = by_flag.try_emplace(note.flag, SuspectedMistake{note, 0, 0}).first->second;
      ++mistake.answered;
      mistake.violated += answer.verdict == AnswerVerdict::violated ? 1 : 0;
    }
  }
  std::vector<SuspectedMistake> suspects;
  for (auto& [flag, mistake] : by_flag) {
    if (mistake.violated > 0) suspects.push_back(std::move(mistake));
  }
  std::stable_sort(suspects.begin(), suspects.end(), [](const SuspectedMistake& a, const SuspectedMistake& b) {
    const std::size_t left = a.violated * b.answered, right = b.violated * a.answered;
    return left != right ? left > right : a.violated > b.violated;
  });
  return suspects;
}

Verification verify(std::span<const StoredVector> vectors, const CompareOptions& options) {
  Verification verification{.vectors = vectors.size(), .answers = {}};
  CompareOptions quiet = options;
  quiet.progress = {};
  for (std::size_t n = 0; n < vectors.size(); ++n) {
    const StoredVector& vector = vectors[n];
    if (vector.answer.empty()) continue;
    if (options.progress) options.progress(vector.id, n, vectors.size());
    VerifiedAnswer& verified = verification.answers.emplace_back();
    verified.id = vector.id;
    verified.notes = vector.notes;
    judge(verified, vector, problem_of_vector(vector), quiet);
  }
  if (options.progress) options.progress("", vectors.size(), vectors.size());
  return verification;
}

}  // namespace attnref::vectors
