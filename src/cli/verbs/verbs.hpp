// What is typed after each verb becomes plain options, and the verb runs on them: one file a verb, in this folder.
#pragma once

#include "cli/parser.hpp"

#include <cstdint>

namespace attnref::cli {

inline constexpr std::uint64_t most_cases = 1000000000;
inline constexpr std::uint64_t most_jobs = 1024;

void declare_check(VerbParser& parser);
void declare_attend(VerbParser& parser);
void declare_compare(VerbParser& parser);
void declare_show(VerbParser& parser);
void declare_lesson(VerbParser& parser);
void declare_laws(VerbParser& parser);
void declare_mutants(VerbParser& parser);
void declare_vectors(VerbParser& parser);
void declare_serve(VerbParser& parser);
void declare_example(VerbParser& parser);
void declare_help(VerbParser& parser);
void declare_completion(VerbParser& parser);

}  // namespace attnref::cli
