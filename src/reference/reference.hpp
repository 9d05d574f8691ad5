#pragma once
#include "attnref/reference.hpp"
