# attnref_registry(<out> NAMESPACE <ns> TYPE <Type> HEADER <header> FUNCTION <name> FILES <sources>)
#
# Writes a source that lists what a folder holds. Each file <id>.cpp defines `Type ns::<id>()`; the source defines
# `std::span<const Type> FUNCTION()` with the results in the order of the ids, and sets <out> to its path. A file without
# its function, or under another name, does not link.
function(attnref_registry out)
  cmake_parse_arguments(ARG "" "NAMESPACE;TYPE;HEADER;FUNCTION" "FILES" ${ARGN})
  set(declarations "")
  set(calls "")
  list(SORT ARG_FILES)
  foreach(file IN LISTS ARG_FILES)
    get_filename_component(id "${file}" NAME_WE)
    string(APPEND declarations "${ARG_TYPE} ${id}();\n")
    string(APPEND calls "      ${ARG_NAMESPACE}::${id}(),\n")
  endforeach()
  set(source "${CMAKE_CURRENT_BINARY_DIR}/registry/${out}.cpp")
  file(CONFIGURE OUTPUT "${source}" @ONLY CONTENT [=[
// Generated from the folder of the files that it names.
#include "@ARG_HEADER@"

#include <span>
#include <vector>

namespace @ARG_NAMESPACE@ {
using attnref::@ARG_TYPE@;
@declarations@}

std::span<const attnref::@ARG_TYPE@> @ARG_FUNCTION@() {
  static const std::vector<attnref::@ARG_TYPE@> all{
@calls@  };
  return all;
}
]=])
  set(${out} "${source}" PARENT_SCOPE)
endfunction()
