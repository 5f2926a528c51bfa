package dev.bawn.contract.cli;

import java.util.List;

/**
 * A completion script for zsh. Names of agents and projects come from directories: no process is
 * started for them.
 */
final class ZshCompletion {

  private static final String SCRIPT =
      """
      # Offers the names that a label stands for.
      _PROGRAM_names() {
        local part
        local -a names
        for part in ${(s:|:)1}; do
          case $part in
            AGENT) names+=(/var/lib/bawn/agents/*(N@:t)) ;;
            PROJECT)
              names+=(/var/lib/bawn/agents/*/recipe/*.args(N:t:r))
              _files -/
              ;;
            SESSION) names+=(${XDG_STATE_HOME:-$HOME/.local/state}/bawn/sessions/*(N/:t)) ;;
            HOME) names+=(${XDG_DATA_HOME:-$HOME/.local/share}/bawn/homes/*/*(N/:t2)) ;;
            TOOL)
              names+=(/usr/{,local/}lib/bawn/tools/*.toml(N:t:r) /etc/bawn/tools.d/*.toml(N:t:r))
              names+=(${XDG_CONFIG_HOME:-$HOME/.config}/bawn/tools.d/*.toml(N:t:r))
              ;;
            KEY) names+=(/etc/bawn/trusted/*.pub(N:t:r)) ;;
            CMD) names+=(/usr/bin/*(N:t)) ;;
            USER) _users ;;
            CHANGE)
              local top=${XDG_DATA_HOME:-$HOME/.local/share}/bawn/workspaces/$words[3]/upper
              local agent=/var/lib/bawn/agents/$words[3]
              if [[ -d $top ]]; then
                _files -W $top
              elif [[ $place == 2 && -L $agent ]]; then
                names+=($agent/recipe/*.args(N:t:r))
              else
                _files
              fi
              ;;
            FILE|PATH) _files ;;
            DIR) _files -/ ;;
            *[a-z]*) names+=($part) ;;
          esac
        done
        compadd -a names
      }

      _PROGRAM() {
        local kind place=1 at
        # (commands and options are names of zsh's own)
        local -a offered subcommands
        if ((CURRENT == 2)); then
          subcommands=(COMMANDS)
          _describe command subcommands
          return
        fi
        _PROGRAM_options $words[2]
        for ((at = 3; at < CURRENT; at++)); do
          if [[ $words[at] == -- ]]; then
            shift at words
            ((CURRENT -= at))
            _normal
            return
          fi
          _PROGRAM_kind $words[2] "$words[at-1]"
          [[ $words[at] == -* || $words[at-1] == -* && -n $kind ]] || place=$((place + 1))
        done
        kind=
        if [[ $words[CURRENT] == --*=* ]]; then
          _PROGRAM_kind $words[2] "${words[CURRENT]%%=*}"
          compset -P '*='
        elif [[ $words[CURRENT-1] == -* ]]; then
          _PROGRAM_kind $words[2] "$words[CURRENT-1]"
        fi
        if [[ -z $kind && $words[CURRENT] == -* ]]; then
          compadd -a offered
        else
          [[ -n $kind ]] || _PROGRAM_kind $words[2] $place
          _PROGRAM_names $kind
        fi
      }
      """;

  private ZshCompletion() {}

  static String of(String program, List<Completable> all) {
    String function = program.replace('-', '_');
    String commands =
        String.join(
            " ",
            all.stream()
                .map(each -> Completable.quoted(each.name() + ":" + each.summary()))
                .toList());
    return "#compdef "
        + program
        + "\n# Completion of "
        + program
        + " for zsh: made by `"
        + program
        + " completion zsh`.\n"
        + ShellTables.kinds(function, all)
        + ShellTables.options(function, all)
        + SCRIPT.replace("_PROGRAM", "_" + function).replace("COMMANDS", commands)
        + "_"
        + function
        + " \"$@\"\n";
  }
}
