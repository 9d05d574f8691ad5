# Installs attnref into a folder of its own, then configures, builds and runs a project that finds it there.
#   cmake -DBUILD=<attnref's build> -DSOURCE=<this folder> -DWORK=<scratch folder> -DCXX=<compiler> -DFLAGS=<flags> -P run.cmake
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nexited with ${status}:\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE "${WORK}")
run("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${WORK}/prefix")
run("${CMAKE_COMMAND}" -S "${SOURCE}" -B "${WORK}/build" -G Ninja "-DCMAKE_PREFIX_PATH=${WORK}/prefix"
  "-DCMAKE_CXX_COMPILER=${CXX}" "-DCMAKE_CXX_FLAGS=${FLAGS}" -DCMAKE_BUILD_TYPE=Release)
run("${CMAKE_COMMAND}" --build "${WORK}/build" -j 2)
run("${WORK}/build/typed_layer")
run("${WORK}/build/own_backend")
run("${WORK}/prefix/bin/attnref" --version)
