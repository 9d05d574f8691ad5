// Text of others' making, as far as a message can show it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace attnref {

/// `text` fit for one line of a message: characters that a terminal obeys escaped, cut with "..." beyond `most` bytes.
std::string on_one_line(std::string_view text, std::size_t most = 48);

}  // namespace attnref
