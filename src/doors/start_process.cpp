#include "doors/start_process.hpp"

#include "doors/find_program.hpp"

#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <linux/capability.h>
#include <sys/prctl.h>
#endif

#include <cerrno>
#include <condition_variable>
#include <deque>
#include <future>
#include <mutex>
#include <system_error>
#include <thread>

namespace attnref {
namespace {

/// All that the new process needs, made before it starts: it shares this process's memory until it becomes its program.
struct Beginning {
  const char* file;
  char* const* arguments;
  char* const* environment;
  int input;
  int output;
  pid_t parent;
};

void reset_signals() {
  struct sigaction usual {};
  usual.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; ++number) ::sigaction(number, &usual, nullptr);
  sigset_t none;
  ::sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

/// False where the parent has ended already.
bool tie_to_parent([[maybe_unused]] pid_t parent) {
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Of a parent that root started; otherwise it is not there to be dropped, and this fails.
  ::prctl(PR_CAPBSET_DROP, CAP_SYS_PTRACE);
  return ::getppid() == parent;
#else
  return true;
#endif
}

/// Becomes the program. Returns errno where it can't.
int become(const Beginning& beginning) {
  if (!tie_to_parent(beginning.parent)) return ESRCH;
  if (::setpgid(0, 0) != 0) return errno;
  if (::dup2(beginning.input, STDIN_FILENO) < 0 || ::dup2(beginning.output, STDOUT_FILENO) < 0) return errno;
  reset_signals();
  ::execve(beginning.file, beginning.arguments, beginning.environment);
  return errno;
}

/// In a function of its own, since vfork returns twice.
__attribute__((noinline)) pid_t vforked(const Beginning& beginning) {
  volatile int error = 0;
  const pid_t pid = ::vfork();
  if (pid == 0) {
    error = become(beginning);
    ::_exit(127);
  }
  if (pid < 0) error = errno;
  if (error == 0) return pid;
  if (pid > 0) ::waitpid(pid, nullptr, 0);
  throw std::system_error(error, std::generic_category(), beginning.arguments[0]);
}

/// The thread that starts all processes. Linux ends them when the thread that started them ends, so this one never
/// does.
class StartingThread {
 public:
  /// This process's. One that was forked from another has none yet.
  static StartingThread& instance() {
    static std::mutex mutex;
    static StartingThread* thread = nullptr;
    const std::lock_guard lock(mutex);
    if (thread == nullptr || thread->process_ != ::getpid()) thread = new StartingThread;
    return *thread;
  }

  pid_t start(const Beginning& beginning) {
    std::packaged_task<pid_t()> task([&beginning] { return vforked(beginning); });
    std::future<pid_t> pid = task.get_future();
    {
      const std::lock_guard lock(mutex_);
      tasks_.push_back(std::move(task));
    }
    asked_.notify_one();
    return pid.get();
  }

 private:
  StartingThread() {
    // Its new processes share its memory for a moment, in which no handler may run.
    sigset_t all, before;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &before);
    try {
      std::thread([this] { work(); }).detach();
    } catch (...) {
      ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
      throw;
    }
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }

  [[noreturn]] void work() {
    for (;;) {
      std::unique_lock lock(mutex_);
      asked_.wait(lock, [this] { return !tasks_.empty(); });
      std::packaged_task<pid_t()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
    }
  }

  const pid_t process_ = ::getpid();
  std::mutex mutex_;
  std::condition_variable asked_;
  std::deque<std::packaged_task<pid_t()>> tasks_;
};

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  for (std::string& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

pid_t start_process(std::vector<std::string> arguments, std::vector<std::string> environment, int input, int output) {
  const std::optional<std::string> file = find_program(arguments.front());
  if (!file) throw std::system_error(ENOENT, std::generic_category(), arguments.front());
  const std::vector<char*> argv = pointers(arguments), variables = pointers(environment);
  return StartingThread::instance().start({file->c_str(), argv.data(), variables.data(), input, output, ::getpid()});
}

}  // namespace attnref
