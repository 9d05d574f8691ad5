# What every target of attnref's own is compiled with. None of it leaks to users of the installed packages.
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Release, Debug, RelWithDebInfo or MinSizeRel" FORCE)
endif()

add_library(attnref_options INTERFACE)
target_compile_options(attnref_options INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion
  # Designated initialisers leave out what has a default; that is what they are for.
  -Wno-missing-field-initializers
  # GCC 12 sees overlaps in "text" + std::string that are not there (its bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # A contracted a*b+c rounds once where the text rounds twice: bits would depend on the compiler.
  -ffp-contract=off)
