// What a file is that is not what it should be, told from its first bytes: what was downloaded or named wrongly.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace attnref {

/// So many bytes tell.
inline constexpr std::size_t telling_bytes = 64;

/// The kind of file that begins so, in words for a message; nothing where the bytes tell nothing.
std::optional<std::string> kind_of_file(std::string_view begin);

}  // namespace attnref
