package dev.bawn.contract.cli;

import java.util.List;

/**
 * A completion script for bash. Names of agents and projects come from directories: no process is
 * started for them.
 */
final class BashCompletion {

  private static final String SCRIPT =
      """
      # Adds the projects of an agent to `names`; without an agent, those of all.
      _PROGRAM_projects() {
        local path
        for path in /var/lib/bawn/agents/${1:-*}/recipe/*.args; do
          [[ ! -e $path ]] || { path=${path##*/} && names+=("${path%.args}"); }
        done
      }

      # Adds the names that a label stands for to `names`.
      _PROGRAM_names() {
        local part path at
        local -a parts
        IFS='|' read -ra parts <<<"$1"
        for part in "${parts[@]}"; do
          case $part in
            AGENT) for path in /var/lib/bawn/agents/*; do [[ ! -L $path ]] || names+=("${path##*/}"); done ;;
            PROJECT)
              _PROGRAM_projects
              files=-d
              ;;
            SESSION)
              for path in "${XDG_STATE_HOME:-$HOME/.local/state}"/bawn/sessions/*/; do
                [[ ! -e $path ]] || { path=${path%/} && names+=("${path##*/}"); }
              done
              ;;
            HOME)
              for path in "${XDG_DATA_HOME:-$HOME/.local/share}"/bawn/homes/*/*/; do
                [[ ! -e $path ]] || { path=${path%/} && names+=("${path#*/bawn/homes/}"); }
              done
              ;;
            TOOL)
              for path in /usr{,/local}/lib/bawn/tools/*.toml /etc/bawn/tools.d/*.toml \\
                "${XDG_CONFIG_HOME:-$HOME/.config}"/bawn/tools.d/*.toml; do
                [[ ! -e $path ]] || { path=${path##*/} && names+=("${path%.toml}"); }
              done
              ;;
            KEY)
              for path in /etc/bawn/trusted/*.pub; do
                [[ ! -e $path ]] || { path=${path##*/} && names+=("${path%.pub}"); }
              done
              ;;
            CMD) for path in /usr/bin/"$current"*; do names+=("${path##*/}"); done ;;
            USER) mapfile -t -O "${#names[@]}" names < <(compgen -u -- "$current") ;;
            CHANGE)
              path=${XDG_DATA_HOME:-$HOME/.local/share}/bawn/workspaces/${COMP_WORDS[2]}/upper
              if [[ ! -d $path && $place == 2 && -L /var/lib/bawn/agents/${COMP_WORDS[2]} ]]; then
                _PROGRAM_projects "${COMP_WORDS[2]}"
                continue
              fi
              [[ -d $path ]] || files=-f
              for at in "$path/$current"*; do
                [[ -e $at ]] || continue
                at=${at#"$path/"}
                [[ ! -d $path/$at ]] || { at+=/ && compopt -o nospace 2>/dev/null; } || :
                names+=("$at")
              done
              ;;
            FILE | PATH) files=-f ;;
            DIR) files=-d ;;
            *[a-z]*) names+=("$part") ;;
          esac
        done
      }

      _PROGRAM() {
        local words=("${COMP_WORDS[@]:0:COMP_CWORD}") current=${COMP_WORDS[COMP_CWORD]} kind files= place=1 at name
        local -a names=() offered=()
        COMPREPLY=()
        # bash takes --option=value for three words
        [[ $current != = ]] || { words+=(=) && current=; }
        for ((at = 2; at < ${#words[@]}; at++)); do
          [[ ${words[at]} != -- ]] || break
          [[ ${words[at]} != = ]] || words=("${words[@]:0:at}" "${words[@]:at+1}")
        done
        if ((COMP_CWORD == 1)); then
          names=(COMMANDS)
        else
          _PROGRAM_options "${words[1]}"
          for ((at = 2; at < ${#words[@]}; at++)); do
            if [[ ${words[at]} == -- ]]; then
              compopt -o filenames 2>/dev/null || : # or names of files are inserted without quotes
              mapfile -t COMPREPLY < <(compgen -c -f -- "$current")
              return
            fi
            _PROGRAM_kind "${words[1]}" "${words[at - 1]}"
            [[ ${words[at]} == -* || ${words[at - 1]} == -* && $kind ]] || place=$((place + 1))
          done
          kind=
          [[ ${words[-1]} != -* ]] || _PROGRAM_kind "${words[1]}" "${words[-1]}"
          if [[ ! $kind && $current == -* ]]; then
            names=("${offered[@]}")
          else
            [[ $kind ]] || _PROGRAM_kind "${words[1]}" "$place"
            _PROGRAM_names "$kind"
          fi
        fi
        [[ ! $files ]] || compopt -o filenames 2>/dev/null || :
        # not by compgen -W, which expands $(…) in a name; bash quotes with "filenames" only
        for name in "${names[@]}"; do
          [[ $files ]] || printf -v name %q "$name"
          [[ $name != "$current"* ]] || COMPREPLY+=("$name")
        done
        [[ ! $files ]] || mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen "$files" -- "$current")
      }
      complete -F _PROGRAM PROGRAM
      """;

  private BashCompletion() {}

  static String of(String program, List<Completable> all) {
    String commands = String.join(" ", all.stream().map(Completable::name).toList());
    String function = program.replace('-', '_');
    return "# Completion of "
        + program
        + " for bash: made by `"
        + program
        + " completion bash`.\n"
        + ShellTables.kinds(function, all)
        + ShellTables.options(function, all)
        + SCRIPT
            .replace("complete -F _PROGRAM PROGRAM", "complete -F _" + function + " " + program)
            .replace("_PROGRAM", "_" + function)
            .replace("COMMANDS", commands);
  }
}
