# FLINT with its ball arithmetic: FLINT 3, which holds Arb (headers in flint/), or FLINT 2 beside Arb 2 (Debian calls that
# library flint-arb). Sets FLINT_FOUND and defines FLINT::FLINT.
find_path(FLINT_INCLUDE_DIR flint/fmpz_mat.h)
find_library(FLINT_LIBRARY flint)
# FLINT's headers call GMP from inline functions.
find_library(FLINT_GMP_LIBRARY gmp)
if(FLINT_INCLUDE_DIR AND NOT EXISTS "${FLINT_INCLUDE_DIR}/flint/arb.h")
  find_path(FLINT_ARB_INCLUDE_DIR arb.h)
  find_library(FLINT_ARB_LIBRARY NAMES flint-arb arb)
  set(_flint_arb FLINT_ARB_INCLUDE_DIR FLINT_ARB_LIBRARY)
endif()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(FLINT REQUIRED_VARS FLINT_LIBRARY FLINT_GMP_LIBRARY FLINT_INCLUDE_DIR ${_flint_arb})
mark_as_advanced(FLINT_INCLUDE_DIR FLINT_GMP_LIBRARY FLINT_LIBRARY FLINT_ARB_INCLUDE_DIR FLINT_ARB_LIBRARY)

if(FLINT_FOUND AND NOT TARGET FLINT::FLINT)
  add_library(FLINT::FLINT INTERFACE IMPORTED)
  # Its headers aren't written for our warnings: as system headers they give none.
  set_target_properties(FLINT::FLINT PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES "${FLINT_INCLUDE_DIR}"
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES "${FLINT_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "${FLINT_ARB_LIBRARY};${FLINT_LIBRARY};${FLINT_GMP_LIBRARY}")
  if(FLINT_ARB_INCLUDE_DIR)
    set_property(TARGET FLINT::FLINT APPEND PROPERTY INTERFACE_INCLUDE_DIRECTORIES "${FLINT_ARB_INCLUDE_DIR}")
  endif()
  if(NOT FLINT_ARB_LIBRARY)
    set_property(TARGET FLINT::FLINT PROPERTY INTERFACE_LINK_LIBRARIES "${FLINT_LIBRARY};${FLINT_GMP_LIBRARY}")
  endif()
endif()
unset(_flint_arb)
