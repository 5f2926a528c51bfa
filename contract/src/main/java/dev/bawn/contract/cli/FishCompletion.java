package dev.bawn.contract.cli;

import java.util.List;

/** A script for fish. Live names come from directories: nothing is started for them. */
final class FishCompletion {

  private static final String SCRIPT =
      """
      # Prints the names that labels stand for.
      function __FUNCTION_names
          for part in (string split '|' -- $argv[1])
              switch $part
                  case AGENT
                      path basename /var/lib/bawn/agents/*
                  case PROJECT
                      path basename /var/lib/bawn/agents/*/recipe/*.args | path change-extension ''
                      __fish_complete_directories
                  case SESSION
                      set -q XDG_STATE_HOME; or set -l XDG_STATE_HOME ~/.local/state
                      path basename $XDG_STATE_HOME/bawn/sessions/*
                  case HOME
                      set -q XDG_DATA_HOME; or set -l XDG_DATA_HOME ~/.local/share
                      for home in $XDG_DATA_HOME/bawn/homes/*/*/
                          string replace -r '.*/([^/]*/[^/]*)/$' '$1' -- $home
                      end
                  case TOOL
                      set -q XDG_CONFIG_HOME; or set -l XDG_CONFIG_HOME ~/.config
                      path basename $XDG_CONFIG_HOME/bawn/tools.d/*.toml | path change-extension ''
                      path basename /usr/lib/bawn/tools/*.toml /usr/local/lib/bawn/tools/*.toml /etc/bawn/tools.d/*.toml | path change-extension ''
                  case KEY
                      path basename /etc/bawn/trusted/*.pub | path change-extension ''
                  case CMD
                      path basename /usr/bin/*
                  case USER
                      __fish_complete_users
                  case FILE PATH DIR
                      __fish_complete_path
                  case '*'
                      string match -r '.*[a-z].*' -- $part
              end
          end
      end

      # Whether the cursor is at the word of that number (or a later one, with a +) of a subcommand.
      function __FUNCTION_at
          set -l words (commandline -opc)
          test (count $words) -ge 2; and test $words[2] = $argv[1]; or return 1
          contains -- -- $words; and return 1
          set -l place (count (string match -v -- '-*' $words[3..-1]))
          switch $argv[2]
              case '*+'
                  test (math $place + 1) -ge (string trim -r -c + $argv[2])
              case '*'
                  test (math $place + 1) -eq $argv[2]
          end
      end
      complete -c PROGRAM -f
      """;

  private FishCompletion() {}

  static String of(String program, List<Completable> all) {
    String function = program.replace('-', '_');
    StringBuilder text =
        new StringBuilder(
            "# Completion of %s for fish: made by `%s completion fish`.\n"
                .formatted(program, program));
    text.append(SCRIPT.replace("FUNCTION", function).replace("PROGRAM", program));
    String begin = "complete -c " + program;
    for (Completable each : all) {
      text.append(begin).append(" -n __fish_use_subcommand -a ").append(each.name());
      text.append(" -d ").append(Completable.quoted(each.summary())).append('\n');
      for (Completable.Option option : each.options()) {
        text.append(begin).append(" -n '__fish_seen_subcommand_from ").append(each.name());
        text.append("' -l ").append(option.name().substring(2)).append(value(function, option));
        text.append(" -d ").append(Completable.quoted(option.description())).append('\n');
      }
      for (int at = 0; at < each.words().size(); at++) {
        boolean last = each.repeats() && at == each.words().size() - 1;
        text.append(begin).append(" -n '__").append(function).append("_at ").append(each.name());
        text.append(' ').append(at + 1).append(last ? "+" : "").append("' -a '(__");
        text.append(function).append("_names \"").append(each.words().get(at)).append("\")'\n");
      }
    }
    return text.toString();
  }

  private static String value(String function, Completable.Option option) {
    return option.label().isEmpty()
        ? ""
        : " -x -a '(__" + function + "_names \"" + option.label() + "\")'";
  }
}
