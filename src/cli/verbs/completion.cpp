#include "cli/completion.hpp"

#include "cli/command.hpp"
#include "cli/console.hpp"
#include "cli/usage.hpp"
#include "cli/verbs/verbs.hpp"

#include <memory>
#include <string>

namespace attnref::cli {

void declare_completion(VerbParser& parser) {
  auto shell = std::make_shared<std::string>();
  parser.add("shell", "bash|zsh|fish", "The shell", [shell](Text, Text text) { *shell = text; });
  parser.footer(
      "\n  source <(attnref completion bash)        in ~/.bashrc\n"
      "  source <(attnref completion zsh)         in ~/.zshrc, after compinit\n"
      "  attnref completion fish | source         in ~/.config/fish/config.fish\n\n"
      "cmake --install puts the three where the shells look for them.\n"
      "Exit codes: 0 done, 2 bad usage.\n");
  parser.run = [shell](Console& console) {
    require_one_of({"bash", "zsh", "fish"}, "completion", *shell);
    const auto script = *shell == "bash" ? bash_completion : *shell == "zsh" ? zsh_completion : fish_completion;
    console.out.stream << script(attnref_command());
    return 0;
  };
}

}  // namespace attnref::cli
