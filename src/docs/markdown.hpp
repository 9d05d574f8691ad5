// Text of the library's own in Markdown.
#pragma once

#include <string>
#include <string_view>

namespace attnref::docs {

/// Plain text as Markdown that shows just that: emphasis, code, links, bars of tables and tags are escaped.
std::string in_markdown(std::string_view text);

}  // namespace attnref::docs
