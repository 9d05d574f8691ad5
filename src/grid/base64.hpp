// Bytes as text, for a page that is opened from the file system, where nothing can be fetched.
#pragma once

#include <string>
#include <string_view>

namespace attnref::grid {

/// RFC 4648, section 4.
std::string base64(std::string_view bytes);

}  // namespace attnref::grid
