// SHA-256 (FIPS 180-4), to name a file by its bytes. Not for secrets: nothing here takes care of timing.
#pragma once

#include <string>
#include <string_view>

namespace attnref {

/// The digest of `bytes` in 64 lower-case hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace attnref
