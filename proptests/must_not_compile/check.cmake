# Whether a mistake is refused in the library's own words, and its twin is not refused. Run by CTest as
#
#   cmake -DSOURCE=<file> -DSETTINGS=<file> -P check.cmake
#
# where the settings are COMPILERS, FLAGS and the folder PRECOMPILED. The file's line "// says: WORD ..." lists what the
# first line with an error must contain: the operation, the axes.
# With MISTAKE defined the file must fail to compile with those words, in at most ten lines; without, it must compile.
cmake_minimum_required(VERSION 3.20)
include("${SETTINGS}")
set(ENV{LC_ALL} C)  # quotation marks in ASCII
set(most_lines 10)

file(STRINGS "${SOURCE}" says REGEX "^// says: ")
if(NOT says MATCHES "^// says: (.+)$")
  message(FATAL_ERROR "${SOURCE}: no line '// says: WORD ...'")
endif()
separate_arguments(words UNIX_COMMAND "${CMAKE_MATCH_1}")

# Compiles SOURCE without making anything of it; the exit code and the diagnostics.
function(compile compiler exit_code diagnostics)
  get_filename_component(name "${compiler}" NAME)
  set(precompiled "${PRECOMPILED}/${name}")
  if(EXISTS "${precompiled}/attention.pch")
    list(APPEND FLAGS -include-pch "${precompiled}/attention.pch")
  endif()
  execute_process(COMMAND "${compiler}" "-I${precompiled}" ${FLAGS} ${ARGN} -fsyntax-only "${SOURCE}"
    RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
  set(${exit_code} "${code}" PARENT_SCOPE)
  set(${diagnostics} "${text}" PARENT_SCOPE)
endfunction()

foreach(compiler IN LISTS COMPILERS)
  compile("${compiler}" code text)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${compiler}: the twin does not compile\n${text}")
  endif()

  compile("${compiler}" code text -DMISTAKE)
  if(code EQUAL 0)
    message(FATAL_ERROR "${compiler}: the mistake compiles")
  endif()
  string(REGEX MATCH "[^\n]*error: [^\n]*" first_error "${text}")
  string(REPLACE "attnref::" "" plain "${first_error}")
  string(REPLACE "> >" ">>" plain "${plain}")
  string(REPLACE "> >" ">>" plain "${plain}")
  foreach(word IN LISTS words)
    string(FIND "${plain}" "${word}" found)
    if(found EQUAL -1)
      message(FATAL_ERROR "${compiler}: the first error does not say '${word}'\n${text}")
    endif()
  endforeach()
  string(REGEX MATCHALL "\n" lines "${text}")
  list(LENGTH lines count)
  if(count GREATER most_lines)
    message(FATAL_ERROR "${compiler}: ${count} lines, at most ${most_lines} expected\n${text}")
  endif()
  message(STATUS "${compiler}: ${plain}")
endforeach()
