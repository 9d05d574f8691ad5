# What attnref is built on, found once for the whole tree (imported targets are visible below the folder that finds them).

# xtensor-blas calls whatever BLAS is found; OpenBLAS unless the user names another.
if(NOT BLA_VENDOR)
  set(BLA_VENDOR OpenBLAS)
endif()
find_package(xtensor REQUIRED)
find_package(xtensor-blas REQUIRED)
find_package(fmt REQUIRED)
find_package(rapidcheck REQUIRED)
find_package(Threads REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(CLI11 REQUIRED)

# Golden values need FLINT; everything else is built without it too.
option(ATTNREF_WITH_FLINT "Build golden values, on FLINT where it is found" ON)
if(ATTNREF_WITH_FLINT)
  find_package(FLINT)
endif()
set(ATTNREF_HAS_FLINT OFF)
if(FLINT_FOUND)
  set(ATTNREF_HAS_FLINT ON)
endif()
