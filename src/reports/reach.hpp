// What a verdict rests on, in words that every report uses: the sizes and the profile that the backend declares, what
// it declined, and the largest sizes that were judged.
#pragma once

#include "attnref/report.hpp"

#include <string>

namespace attnref {

/// {"t": {"least": 1}, ...}, or "none".
std::string constraints_text(const Report& report);

/// "f64", or "f32 (profile NAME)" where another than the plain one judged, with what it changes if NAME is the
/// backend's.
std::string profile_text(const Report& report, Dtype dtype);

/// "0%".
std::string declined_text(const Report& report);

/// "129 queries, 129 keys, d_model 129, d_k 129, d_v 129", or "none".
std::string largest_text(const Report& report);

}  // namespace attnref
