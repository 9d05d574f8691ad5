// Plain loops in f32 that err by nearly as much as their bound allows, on problems made for it.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace attnref::docs {

/// The largest error / bound of plain loops in f32.
struct AttainedByLoops {
  /// 1024 coordinates whose products are 1 and then 2^-24: no addition moves the sum.
  double scores = 0;
  /// Two keys like that, of which one rounds down at each addition and the other up.
  double output = 0;
  /// 1024 keys whose weights before the division are 1 and then a little less than 2^-24: no addition moves their sum.
  double weights = 0;
};

AttainedByLoops attained_by_loops();

/// "tolerance.attained" and the table.
std::pair<std::string, std::string> attained_table();

}  // namespace attnref::docs
