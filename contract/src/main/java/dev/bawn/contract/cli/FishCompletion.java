package dev.bawn.contract.cli;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A completion script for fish. Names of agents and projects come from directories: no process is
 * started for them.
 */
final class FishCompletion {

  private static final String SCRIPT =
      """
      # Prints the names for a label of the help. Only set accepts a pattern that matches no file.
      function __FUNCTION_names
          set -q XDG_STATE_HOME; or set -l XDG_STATE_HOME ~/.local/state
          set -q XDG_DATA_HOME; or set -l XDG_DATA_HOME ~/.local/share
          set -q XDG_CONFIG_HOME; or set -l XDG_CONFIG_HOME ~/.config
          for part in (string split '|' -- $argv[1])
              set -l found
              switch $part
                  case AGENT
                      set found /var/lib/bawn/agents/*
                      path basename -- $found
                  case PROJECT
                      set found /var/lib/bawn/agents/*/recipe/*.args
                      path basename -- $found | path change-extension ''
                      __fish_complete_directories
                  case SESSION
                      set found $XDG_STATE_HOME/bawn/sessions/*/
                      path basename -- $found
                  case HOME
                      set found $XDG_DATA_HOME/bawn/homes/*/*/
                      string replace -r '.*/([^/]*/[^/]*)/$' '$1' -- $found
                  case TOOL
                      set found $XDG_CONFIG_HOME/bawn/tools.d/*.toml {/usr{,/local}/lib/bawn/tools,/etc/bawn/tools.d}/*.toml
                      path basename -- $found | path change-extension ''
                  case KEY
                      set found /etc/bawn/trusted/*.pub
                      path basename -- $found | path change-extension ''
                  case CMD
                      path basename -- /usr/bin/*
                  case USER
                      __fish_complete_users
                  case CHANGE
                      set -l words (commandline -opc)
                      set -l top $XDG_DATA_HOME/bawn/workspaces/$words[3]/upper
                      if test -d $top
                          set -l from (string unescape -- (commandline -ct))
                          set found $top/$from*
                          for each in $found
                              test -d $each; and set each $each/
                              string replace -- $top/ '' $each
                          end
                      else if test (count $words) -eq 3; and test -L /var/lib/bawn/agents/$words[3]
                          set found /var/lib/bawn/agents/$words[3]/recipe/*.args
                          path basename -- $found | path change-extension ''
                      else
                          __fish_complete_path (commandline -ct)
                      end
                  case FILE PATH
                      __fish_complete_path (commandline -ct)
                  case DIR
                      __fish_complete_directories
                  case '*'
                      string match -r '.*[a-z].*' -- $part
              end
          end
      end

      # Whether the cursor is among the words of that subcommand, before a --.
      function __FUNCTION_in
          set -l words (commandline -opc)
          test (count $words) -ge 2; and test $words[2] = $argv[1]; and not contains -- -- $words
      end

      # Whether it is at the word of that number (or a later one, with a +), options and their values aside.
      function __FUNCTION_at
          __FUNCTION_in $argv[1]; or return 1
          set -l words (commandline -opc)
          set -l place 1
          set -l before
          for word in $words[3..-1]
              if not string match -q -- '-*' $word; and not contains -- "$before" VALUED
                  set place (math $place + 1)
              end
              set before $word
          end
          contains -- "$before" VALUED; and return 1
          switch $argv[2]
              case '*+'
                  test $place -ge (string trim -r -c + $argv[2])
              case '*'
                  test $place -eq $argv[2]
          end
      end

      # What fish would offer for the command that stands after the first --.
      function __FUNCTION_command
          set -l words (commandline -opc)
          set -l after (contains -i -- -- $words)
          complete -C (string join ' ' -- (string escape -- $words[(math $after + 1)..-1]) (commandline -ct))
      end
      complete -c PROGRAM -n 'contains -- -- (commandline -opc)' -x -a '(__FUNCTION_command)'
      complete -c PROGRAM -f
      """;

  private FishCompletion() {}

  static String of(String program, List<Completable> all) {
    String function = program.replace('-', '_');
    StringBuilder text =
        new StringBuilder(
            "# Completion of %s for fish: made by `%s completion fish`.\n"
                .formatted(program, program));
    text.append(
        SCRIPT
            .replace("FUNCTION", function)
            .replace("PROGRAM", program)
            .replace("VALUED", String.join(" ", valued(all))));
    String begin = "complete -c " + program;
    for (Completable each : all) {
      text.append(begin).append(" -n __fish_use_subcommand -a ").append(each.name());
      text.append(" -d ").append(Completable.quoted(each.summary())).append('\n');
      for (Completable.Option option : each.options()) {
        text.append(begin).append(" -n '__").append(function).append("_in ").append(each.name());
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

  /** The options with a value. */
  private static Set<String> valued(List<Completable> all) {
    Set<String> valued = new TreeSet<>();
    for (Completable each : all) {
      for (Completable.Option option : each.options()) {
        if (!option.label().isEmpty()) {
          valued.add(option.name());
        }
      }
    }
    return valued;
  }

  private static String value(String function, Completable.Option option) {
    return option.label().isEmpty()
        ? ""
        : " -x -a '(__" + function + "_names \"" + option.label() + "\")'";
  }
}
