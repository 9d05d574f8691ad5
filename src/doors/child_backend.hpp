// A program that speaks in documents, as a backend.
#pragma once

#include "attnref/backend.hpp"
#include "doors/child_process.hpp"

#include <stdexcept>

namespace attnref {

/// How long a program may take, in seconds.
struct Patience {
  double hello = 60;    ///< from its start to its hello: it may have libraries to load
  double answer = 10;   ///< for one problem. Once one has timed out, the next ones get ten times the slowest answer so
                        ///< far, at least a quarter of a second and at most this
  double silence = 30;  ///< without any answer, after which it is given up (lost_error)
};

/// The program never said what it is: it didn't start, said nothing in time, or something else.
struct no_hello_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The program said hello, and something in it that cannot be meant: bad input, as a wrong constraint is.
struct wrong_hello_error : no_hello_error {
  using no_hello_error::no_hello_error;
};

/// Starts the program, has it say hello, and puts problems to it. Each copy of the backend (AnyBackend::fresh) takes a
/// process of its own while it lives; processes are kept for the next copy. A process that crashes, ends, hangs or
/// answers nonsense is a Failed with what it did. After that, and after an answer that says `failed`, the next problem
/// goes to a process that is started for it; where that one says no hello, the problem is Unsupported. Its end says how
/// the processes ended, and notes memory that grew. Throws no_hello_error, of a hello that can't be meant
/// wrong_hello_error. Its attend throws lost_error once it is given up, and where a further process for another copy
/// says no hello although none had a fault.
AnyBackend child_backend(Program program, Patience patience = {});

}  // namespace attnref
