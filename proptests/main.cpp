// Catch2's own main, compiled once: with version 3 the library supplies it and this file is empty.
#if !__has_include(<catch2/catch_test_macros.hpp>)
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif
