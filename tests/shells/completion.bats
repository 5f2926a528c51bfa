#!/usr/bin/env bats
# The completions of zsh and fish when a user presses Tab (tests/system has those of bash), and the effect of hostile names in
# all three shells.

# shellcheck disable=SC2016 # names that shells would expand
bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  make_alice
  as alice sh -c '
    mkdir -p .config/bawn/tools.d .config/fish dir/inner "dir/two words"
    : >.config/bawn/tools.d/mytool.toml
    : >dir/file
    echo "set -g fish_greeting; function fish_prompt; echo ready\>; end; function ended --on-event fish_postexec; echo ended\>; end" >.config/fish/config.fish
    printf "%s\n" "PS1=\"ready> \" PROMPT_COMMAND=\"echo ended\\>\"" "source /usr/local/share/bash-completion/completions/bawn" "bind \"set enable-bracketed-paste off\"" >.bashrc
    printf "%s\n" "PS1=\"ready> \"" "precmd() { echo ended\\>; }" "autoload -Uz compinit && compinit -u" "zstyle \":completion:*\" list-prompt \"\"" >.zshrc'
  in_app bawn launch --name first -- true
  SUDO_UID=$(id -u alice) SUDO_GID=$(id -g alice) SUDO_USER=alice sh -c "bawn-admin init && bawn-admin create a.noir"
}

# in_fish WORDS: prints the completions of fish for the last word, one a line.
in_fish() {
  # shellcheck disable=SC2016 # fish expands it
  run -0 as alice env XDG_DATA_DIRS= fish -c 'cd dir; complete -C "$argv[1]" | string replace -r "\t.*" ""; true' "$1"
  # mainly fish's message about a file name pattern that matches nothing
  refute_output --partial 'fish:'
}

# in_zsh WORDS SEEN…: alice types the words, presses Tab twice, and sees these texts; zsh adds only the rest of a word.
in_zsh() {
  local words=$1 seen
  shift
  seen=$(printf 'sees "%s"\n' "$@")
  run -0 as alice env -C /home/alice/dir TERM=dumb expect -c "
    source /src/tests/lib/terminal.tcl
    spawn -noecho zsh -i
    sees {ready> }
    send -- {$words}
    send -- \"\t\t\"
    $seen"
}

@test "fish finds the installed completions, and offers commands" {
  in_fish 'bawn la'
  assert_output launch
  in_fish 'bawn-admin all'
  assert_output allow
}

@test "fish offers the values of an option, in each spelling" {
  in_fish 'bawn launch --workspace '
  assert_output $'bind\nclone\nempty\noverlay\nreadonly\nworktree'
  in_fish 'bawn launch --etc=f'
  assert_output -- --etc=full
  in_fish 'bawn launch --home e'
  assert_line ephemeral
  in_fish 'bawn list --status in'
  assert_output interrupted
}

@test "zsh and fish offer the paths that a session changed" {
  as alice sh -c "cd .local/share/bawn/workspaces/first/upper && mkdir new && : >new/z && : >'two words' && : >list"
  in_fish 'bawn merge first '
  assert_output $'list\nnew/\ntwo words'
  in_fish 'bawn diff first new/'
  assert_output new/z
  in_zsh 'bawn merge first ' list new/ 'two'
  as alice sh -c "cd .local/share/bawn/workspaces/first/upper && rm -r new 'two words' list"
}

@test "fish offers sessions, homes, the user's tools, agents and directories" {
  in_fish 'bawn resume '
  assert_output first
  in_fish 'bawn rename '
  assert_output first
  in_fish 'bawn home wipe com'
  assert_output --regexp '^command/app-[0-9a-f]+$'
  in_fish 'bawn launch --tool my'
  assert_output mytool
  in_fish 'bawn launch '
  assert_line a.noir
  assert_line inner/
  refute_line file
  in_fish 'bawn launch --name x i'
  assert_output inner/
  in_fish 'bawn launch --ro f'
  assert_output file
}

@test "fish completes words after -- as a command of its own" {
  in_fish 'bawn launch -- perlb'
  assert_output perlbug
  in_fish 'bawn exec first -- ls f'
  assert_output file
  in_fish 'bawn launch -- --'
  refute_output --partial --workspace
}

@test "zsh offers commands, values of options and names" {
  in_zsh 'bawn la' unch
  in_zsh 'bawn launch --workspace ' bind empty overlay readonly
  in_zsh 'bawn launch --network=n' one
  in_zsh 'bawn resume ' first
  in_zsh 'bawn launch --tool my' tool
  in_zsh 'bawn launch ' a.noir inner/
  in_zsh 'bawn launch in' ner/
}

@test "zsh completes words after -- as a command of its own" {
  in_zsh 'bawn launch -- perlb' ug
  in_zsh 'bawn exec first -- ls fi' le
}

# presses_tab SHELL WORDS…: alice types each word, presses Tab and then Enter, in dir; output is the text of the terminal. A
# name that runs creates the file "ran". Each one waits for the end of the command before, whose session would read the
# keys: a prompt alone is not enough, because fish draws it again.
presses_tab() {
  local shell=$1 words keys=
  shift
  for words; do
    keys+="send -- {$words}; send -- \"\t\"; after 700; send -- \"\r\"; sees {ended>}; sees {ready>}
    "
  done
  run -0 as alice env -C /home/alice/dir TERM=dumb INPUTRC=/dev/null expect -c "
    source /src/tests/lib/terminal.tcl
    spawn -noecho $shell -i
    sees {ready>}
    $keys
    send -- \"echo the-\\\"\\\"end\r\"
    sees the-end"
}

@test "a shell treats names of sessions, tools and files as text when it completes them" {
  local shell names=('1$(touch ran)' '2;touch ran;' "3'\`touch ran\`" '4"$(touch ran)' $'5\ntouch ran' $'6\e]0;taken\a')
  local state=/home/alice/.local/state/bawn/sessions
  for shell in "${names[@]}"; do
    as alice mkdir -- "$state/session$shell"
    as alice touch -- "dir/file$shell" ".config/bawn/tools.d/tool$shell.toml"
  done
  for shell in bash zsh fish; do
    presses_tab "$shell" 'bawn why session'{1..6} 'bawn launch --tool tool'{1..6} 'bawn launch --ro file'{1..6} \
      'bawn launch -- true file'{1..6} 'bawn why session' 'bawn launch --tool tool'
    [[ $output != *$'\e]0;taken'* ]] || fail "$shell passes an escape code on"
    run find /home/alice -name ran
    assert_output ''
  done
}
