// Text for XML and HTML: what comes from outside can't become markup, and is text that both admit.
#pragma once

#include <string>
#include <string_view>

namespace attnref {

/// `text` as the content of an element or, between double quotes, of an attribute. The five characters of markup become
/// references; so do line breaks and tabs, which attributes would lose. What XML 1.0 forbids even as a reference
/// (section 2.2: control characters, U+FFFE, U+FFFF; here also bytes that are no UTF-8) becomes U+FFFD, the replacement
/// character; so do the control characters from U+007F to U+009F, which HTML forbids.
std::string escaped(std::string_view text);

}  // namespace attnref
