# Sets ATTNREF_OPENBLAS to the name by which the dynamic linker knows the BLAS, if that is OpenBLAS as a shared library of
# a system with ELF; otherwise to nothing.
set(ATTNREF_OPENBLAS "")
if(UNIX AND NOT APPLE AND CMAKE_OBJDUMP AND "${BLAS_LIBRARIES}" MATCHES "^([^;]*openblas[^/;]*[.]so[^/;]*)(;|$)")
  execute_process(COMMAND "${CMAKE_OBJDUMP}" -p "${CMAKE_MATCH_1}" OUTPUT_VARIABLE attnref_blas_headers ERROR_QUIET)
  if(attnref_blas_headers MATCHES "SONAME +([^ \n]+)")
    set(ATTNREF_OPENBLAS "${CMAKE_MATCH_1}")
  endif()
  unset(attnref_blas_headers)
endif()
