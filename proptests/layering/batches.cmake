# Fails on a mutant whose helpers another mutant of its batch would meet: what it declares beside its own function stands
# in a namespace of its own, in_<name>.
#   cmake -DMUTANTS=<folder> -P batches.cmake
file(GLOB files "${MUTANTS}/*.cpp")
set(faults "")
foreach(file IN LISTS files)
  get_filename_component(name "${file}" NAME_WE)
  file(STRINGS "${file}" lines REGEX "^(#define|using namespace|namespace)")
  foreach(line IN LISTS lines)
    if(NOT line MATCHES "^namespace (attnref::mutant|in_${name}) {$")
      string(APPEND faults "${file}: expected helpers in namespace in_${name}, found '${line}'\n")
    endif()
  endforeach()
endforeach()
if(NOT files)
  message(FATAL_ERROR "${MUTANTS}: expected mutants, found none")
elseif(faults)
  message(FATAL_ERROR "${faults}")
endif()
