// Where a verb writes to: findings on `out`, progress and errors on `err`. A verb knows streams, not file descriptors.
#pragma once

#include "reports/heat_map.hpp"

#include <cstddef>
#include <ostream>
#include <string_view>

namespace attnref::cli {

/// A stream with what its reader can show.
struct Channel {
  std::ostream& stream;
  HeatMapStyle style;
  bool is_terminal = false;
  std::size_t (*columns_now)() = nullptr;  ///< of a terminal, which may be made narrower; null where there is none
};

/// The two channels of a command.
struct Console {
  Channel out;
  Channel err;
};

/// Puts a document where an option says: "-" is stdout, which it then has to itself, anything else a file, which
/// appears whole or not at all. Throws file_error, naming `option`.
void deliver(std::string_view document, std::string_view option, std::string_view file, Console& console);

/// Throws what `deliver` would throw for a file that can't be written, before the work and not after it.
void require_deliverable(std::string_view option, std::string_view file);

/// The channel for tables: stderr where a document has stdout to itself.
Channel& table_channel(std::string_view document_file, Console& console);

}  // namespace attnref::cli
