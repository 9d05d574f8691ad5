# Installs attnref into a folder of its own, then configures, builds and runs a project that finds it there: with all
# packages, and without those that attnref::check alone needs.
#   cmake -DBUILD=<attnref's build> -DSOURCE=<this folder> -DWORK=<scratch folder> -DCXX=<compiler> -DNM=<nm> -DFLAGS=<flags> -P run.cmake
function(run)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nexited with ${status}:\n${output}")
  endif()
endfunction()

# Runs a command that must fail and say a text that the pattern describes.
function(run_refused pattern)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
  string(REGEX REPLACE "[ \n]+" " " said "${output}")
  if(status EQUAL 0 OR NOT said MATCHES "${pattern}")
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "${command}\nexpected it to fail with '${pattern}', found exit ${status}:\n${output}")
  endif()
endfunction()

file(REMOVE_RECURSE "${WORK}")
run("${CMAKE_COMMAND}" --install "${BUILD}" --prefix "${WORK}/prefix")
set(configure "${CMAKE_COMMAND}" -S "${SOURCE}" -G Ninja "-DCMAKE_PREFIX_PATH=${WORK}/prefix"
  "-DCMAKE_CXX_COMPILER=${CXX}" "-DCMAKE_CXX_FLAGS=${FLAGS}" -DCMAKE_BUILD_TYPE=Release)

run(${configure} -B "${WORK}/build" -DCOMPONENTS=check)
run("${CMAKE_COMMAND}" --build "${WORK}/build" -j 2)
run("${WORK}/build/typed_layer")
run("${WORK}/build/own_backend")
run("${WORK}/build/plain_backend" v=2,law=rows_sum_to_one,t_q=3,t_k=5,d_k=2,d_v=4,seed=7)
run("${WORK}/prefix/bin/attnref" --version)

# Whoever links check gets no mutant and no vector.
file(GLOB_RECURSE archive "${WORK}/prefix/libattnref_check.a")
foreach(file "${archive}" "${WORK}/build/own_backend")
  execute_process(COMMAND "${NM}" --demangle "${file}" OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  if(NOT symbols MATCHES "attnref::check\\(")
    message(FATAL_ERROR "${file}: expected attnref::check among its symbols")
  elseif(symbols MATCHES "[^\n]*attnref::(mutant|vectors|Textbook)[^\n]*")
    message(FATAL_ERROR "${file}: expected no mutant and no vector, found ${CMAKE_MATCH_0}")
  endif()
endforeach()

# Without asking for it, check is there too.
run(${configure} -B "${WORK}/default")

# The typed layer needs neither fmt nor rapidcheck.
set(without -DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON -DCMAKE_DISABLE_FIND_PACKAGE_rapidcheck=ON)
run(${configure} -B "${WORK}/typed" ${without} -DTYPED_LAYER_ONLY=ON)
run("${CMAKE_COMMAND}" --build "${WORK}/typed" -j 2)
run("${WORK}/typed/typed_layer")

run_refused("attnref::check needs packages that were not found: fmt, rapidcheck"
  ${configure} -B "${WORK}/refused" ${without} -DCOMPONENTS=check)
run_refused("not found: fmt" ${configure} -B "${WORK}/refused_fmt" -DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON -DCOMPONENTS=check)
run_refused("expected no component but check, found nonsense"
  ${configure} -B "${WORK}/unknown" -DCOMPONENTS=nonsense)
