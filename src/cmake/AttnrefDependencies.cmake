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
