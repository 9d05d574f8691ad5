# cmake --install: headers, the check library, the command, and a package that find_package(attnref) finds, with the targets
# attnref::attnref (typed layer, headers only) and attnref::check (its component `check`, which needs more packages).
include(CMakePackageConfigHelpers)

set(attnref_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/attnref")

install(DIRECTORY include/attnref DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}" FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")
install(TARGETS attnref EXPORT attnrefTargets)
install(TARGETS attnref_check EXPORT attnrefCheckTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
if(TARGET attnref_command)
  install(TARGETS attnref_command RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
  # Where the command looks for it: ../share/attnref from its own folder.
  install(DIRECTORY "${CMAKE_BINARY_DIR}/share/attnref/" DESTINATION "share/attnref")
  foreach(pages man bash-completion zsh fish)
    install(DIRECTORY "${CMAKE_BINARY_DIR}/share/${pages}" DESTINATION "share")
  endforeach()
endif()
foreach(targets attnrefTargets attnrefCheckTargets)
  install(EXPORT ${targets} NAMESPACE attnref:: DESTINATION "${attnref_package_dir}")
endforeach()

configure_package_config_file(src/cmake/attnrefConfig.cmake.in "${CMAKE_CURRENT_BINARY_DIR}/attnrefConfig.cmake"
  INSTALL_DESTINATION "${attnref_package_dir}")
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file("${CMAKE_CURRENT_BINARY_DIR}/attnrefConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES src/cmake/FindFLINT.cmake "${CMAKE_CURRENT_BINARY_DIR}/attnrefConfig.cmake" "${CMAKE_CURRENT_BINARY_DIR}/attnrefConfigVersion.cmake"
  DESTINATION "${attnref_package_dir}")
