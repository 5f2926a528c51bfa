#!/usr/bin/env bats
# Completion in bash for both programs: commands, options, and the names of agents, projects and sessions.

load ../lib/world.bash
bats_require_minimum_version 1.5.0

setup_file() {
  make_user alice
  make_project alice app >/dev/null
  SUDO_UID=$(id -u alice) SUDO_GID=$(id -g alice) SUDO_USER=alice
  export SUDO_UID SUDO_GID SUDO_USER
  bawn-admin init
  bawn-admin create a.noir
  bawn-admin create b.blanc
  bawn-admin assign a.noir /home/alice/app
}

# completes PROGRAM ARGUMENT…: prints bash's completions for the last argument, one a line.
completes() {
  # shellcheck disable=SC2016 # it is the inner shell's
  run as alice bash -euc '
    source "/usr/local/share/bash-completion/completions/$1"
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    "_${1//-/_}"
    printf "%s\n" "${COMPREPLY[@]}"' bash "$@"
  assert_success
}

@test "the installed completions are those that the programs print" {
  local program
  for program in bawn bawn-admin; do
    as alice "$program" completion bash | cmp - "/usr/local/share/bash-completion/completions/$program"
    as alice "$program" completion zsh | cmp - "/usr/local/share/zsh/site-functions/_$program"
    as alice "$program" completion fish | cmp - "/etc/fish/completions/$program.fish"
  done
  as alice bawn help --man | cmp - /usr/local/share/man/man1/bawn.1
  for program in bawn.toml bawn-tool; do
    as alice bawn help --man "$program" | cmp - "/usr/local/share/man/man5/$program.5"
  done
  as alice bawn-admin help --man | cmp - /usr/local/share/man/man8/bawn-admin.8
}

@test "bash completes commands and options" {
  completes bawn la
  assert_output launch
  completes bawn launch --no-s
  assert_output --regexp '^--no-sync$'
  completes bawn-admin trust ''
  assert_output $'add\nremove\nlist'
  completes bawn-admin reseal --pin s
  assert_output strict
  completes bawn-admin create x --profile n
  assert_output network-isolated
}

@test "bash completes existing names of agents, projects, tools, keys, users and commands" {
  completes bawn launch ''
  assert_line a.noir
  assert_line b.blanc
  completes bawn launch a.noir a
  assert_line app
  completes bawn launch --tool cl
  assert_output claude
  as alice sh -c 'mkdir -p .config/bawn/tools.d; : >.config/bawn/tools.d/mytool.toml'
  completes bawn tools show myt
  assert_output mytool
  completes bawn-admin trust remove ''
  assert_line "$(basename /etc/bawn/trusted/*.pub .pub)"
  completes bawn-admin operator add a.noir ali
  assert_output alice
  completes bawn-admin allow a.noir perlb
  assert_output perlbug
  completes bawn-admin allow a.noir git perlb
  assert_output perlbug
}

@test "bash completes both agents and sessions where an argument can be either" {
  as alice mkdir -p .local/state/bawn/sessions/app-9
  completes bawn why ''
  assert_output $'a.noir\nb.blanc\napp-9'
  completes bawn why ap
  assert_output app-9
}

@test "bash completes agents and their projects where a command takes them in the place of a session" {
  local command
  for command in status diff review merge log undo; do
    completes bawn "$command" ''
    assert_line a.noir
    assert_line app-9
    completes bawn "$command" a.noir ''
    assert_line app
  done
  completes bawn merge b.blanc ''
  assert_output ''
  completes bawn attach ''
  refute_line a.noir
}

@test "bash completes the paths that a session changed, where a command takes them" {
  local upper=.local/share/bawn/workspaces/app-9/upper
  as alice sh -c "mkdir -p $upper/new '$upper/a b' $upper/.git; : >$upper/new/z; : >$upper/list"
  completes bawn merge app-9 ''
  assert_output $'a\\ b/\nlist\nnew/'
  completes bawn discard app-9 new/
  assert_output new/z
  completes bawn diff app-9 list n
  assert_output new/
  as alice rm -r .local/share/bawn/workspaces/app-9
}

@test "bash offers no projects of an agent to a user who may not see them" {
  make_user bob
  # shellcheck disable=SC2016 # it is the inner shell's
  run as bob bash -c 'source /usr/local/share/bash-completion/completions/bawn
    COMP_WORDS=(bawn launch a.noir "") COMP_CWORD=3; _bawn; printf "%s\n" "${COMPREPLY[@]}"'
  refute_line app
}

@test "bash completes words after -- as a command of its own" {
  completes bawn launch a.noir app -- perlb
  assert_line perlbug
}

@test "completion refuses an unknown shell" {
  run as alice bawn completion csh
  assert_failure 2
  assert_output --partial "unknown shell: 'csh'"
}
