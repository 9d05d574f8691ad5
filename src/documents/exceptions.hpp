// The user's exceptions: laws that a backend is known to violate, each with the reason.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace attnref {

/// Reads a JSON object {law id: reason}. Throws file_error, its message starting with `option` if given, for what is no
/// such object, a law that is unknown or there twice, and a reason that is empty or no text.
std::map<std::string, std::string> read_exceptions(const std::filesystem::path& path, std::string_view option = {});

/// The same from the text of a file; `source` stands for the file in messages.
std::map<std::string, std::string> exceptions_of_json(std::string_view text, const std::string& source);

}  // namespace attnref
