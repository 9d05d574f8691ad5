# Precompiles attnref/attention.hpp for check.cmake, which works without as well, but ten times as slowly:
#
#   cmake -DHEADER=<attention.hpp> -DSETTINGS=<file> -P precompile.cmake
#
# g++ looks for <dir>/attnref/attention.hpp.gch wherever it looks for attnref/attention.hpp; clang must be told.
cmake_minimum_required(VERSION 3.20)
include("${SETTINGS}")
foreach(compiler IN LISTS COMPILERS)
  get_filename_component(name "${compiler}" NAME)
  execute_process(COMMAND "${compiler}" --version OUTPUT_VARIABLE version)
  set(output "${PRECOMPILED}/${name}/attnref/attention.hpp.gch")
  if(version MATCHES "clang")
    set(output "${PRECOMPILED}/${name}/attention.pch")
  endif()
  get_filename_component(folder "${output}" DIRECTORY)
  file(MAKE_DIRECTORY "${folder}")
  execute_process(COMMAND "${compiler}" ${FLAGS} -x c++-header "${HEADER}" -o "${output}" COMMAND_ERROR_IS_FATAL ANY)
endforeach()
