# cmake --install: headers, the check library, the command, and a package that find_package(attnref) finds, with the targets
# attnref::attnref (typed layer, headers only) and attnref::check.
include(CMakePackageConfigHelpers)

set(attnref_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/attnref")

install(DIRECTORY include/attnref DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
install(TARGETS attnref attnref_check EXPORT attnrefTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
if(TARGET attnref_command)
  install(TARGETS attnref_command RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
endif()
install(EXPORT attnrefTargets NAMESPACE attnref:: DESTINATION "${attnref_package_dir}")

configure_package_config_file(src/cmake/attnrefConfig.cmake.in "${CMAKE_CURRENT_BINARY_DIR}/attnrefConfig.cmake"
  INSTALL_DESTINATION "${attnref_package_dir}")
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/attnrefConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES src/cmake/FindFLINT.cmake "${CMAKE_CURRENT_BINARY_DIR}/attnrefConfig.cmake" "${CMAKE_CURRENT_BINARY_DIR}/attnrefConfigVersion.cmake"
  DESTINATION "${attnref_package_dir}")
