// Text of the library's own in Markdown.
#pragma once

#include <string>
#include <string_view>

namespace attnref::docs {

/// Plain text as Markdown that shows just that: what would be emphasis, code, a link, a table's bar or a tag is escaped.
std::string in_markdown(std::string_view text);

}  // namespace attnref::docs
