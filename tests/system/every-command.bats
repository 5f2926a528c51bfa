#!/usr/bin/env bats
# Runs every command of both programs once, in the order of a first week with bawn. Part of `tests/run --quick`. The last test
# fails when the help lists a command that no test of this file ran.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  make_alice
  export called=$BATS_FILE_TMPDIR/called
}

# root_runs COMMAND ARGUMENT…: runs bawn-admin; alice_runs COMMAND ARGUMENT…: runs bawn in alice's project. Both record the command.
root_runs() {
  echo "bawn-admin $1" >>"$called"
  bawn-admin "$@"
}
alice_runs() {
  echo "bawn $1" >>"$called"
  in_app bawn "$@"
}

# prints TEXT COMMAND…: asserts success and this text in the output. ends STATUS TEXT COMMAND…: asserts this exit status, too.
prints() { ends 0 "$@"; }
ends() {
  run "-$1" "${@:3}"
  assert_output --partial "$2"
}

@test "root creates an agent with a tool and a project, and shows it" {
  prints '' root_runs init
  prints '' root_runs create a.noir --operator alice
  as alice sh -c 'mkdir tool && printf "#!/bin/sh\necho demo\n" >tool/demo && chmod 755 tool/demo'
  prints '' root_runs tool add demo --from /home/alice/tool/demo
  prints demo root_runs tool list
  prints '' root_runs allow a.noir demo stty tty
  prints '' root_runs restrict a.noir tty
  prints '' root_runs assign a.noir /home/alice/app
  prints TZ=UTC root_runs env a.noir set TZ=UTC
  prints a.noir root_runs list
  prints stty root_runs show a.noir
  prints '' root_runs verify a.noir
  prints '' root_runs key list
  prints '' root_runs trust list
}

@test "an action that takes no argument refuses one" {
  local line
  for line in 'home list x' 'env list x' 'env edit x' 'env path x' 'tools list x'; do
    # shellcheck disable=SC2086
    run -2 in_app bawn $line
    assert_line 'bawn: error: unexpected argument: x'
  done
  run -2 bawn-admin tool list x
  assert_line 'bawn-admin: error: unexpected argument: x'
}

@test "the agent's operator starts, inspects and verifies it" {
  prints a.noir alice_runs agents
  prints a.noir alice_runs launch a.noir -- id -un
  prints demo alice_runs launch a.noir --tool demo
  prints /work/app bash -c 'echo pwd | sudo -H -u alice env -C /home/alice/app bawn shell a.noir app'
  prints '' alice_runs shell a.noir app --dry-run
  prints V11 alice_runs verify a.noir
  prints '' alice_runs why a.noir
  prints 'a.noir' alice_runs report a.noir
}

@test "a user merges files and commits of a session" {
  prints '' alice_runs launch --name one -- sh -c 'echo more >>README.md; git commit -qam "A second step"; echo new >new'
  prints one alice_runs list
  prints README.md alice_runs status one
  ends 1 +more alice_runs diff one
  ends 1 +more alice_runs export one --patch
  prints 'A second step' alice_runs log one
  prints 'A second step' alice_runs report one
  prints one alice_runs info one
  prints 'bawn receipt 1' alice_runs receipt one
  prints '' alice_runs why one
  prints new alice_runs exec one -- cat new
  prints new alice_runs merge one new
  assert_equal "$(cat /home/alice/app/new)" new
  prints '' alice_runs undo one
  [ ! -e /home/alice/app/new ]
  prints '' alice_runs discard one --all
  prints '' alice_runs destroy one --force
  as alice sh -c 'mkdir -p .local/bin .config/bawn/tools.d; printf "#!/bin/sh\nmkdir -p ~/.mine; echo token >~/.mine/auth; echo \"\$@\"\n" >.local/bin/mine
    chmod 755 .local/bin/mine
    printf "format = 1\nlabel = \"Mine\"\nrank = 9\ncommand = \"mine\"\nfind = [\"~/.local/bin/mine\"]\nlogin_links = [\".mine/auth\"]\nlogin_command = [\"logged\", \"in\"]\n[prompt]\ninteractive = []\nonce = []\n" >.config/bawn/tools.d/mine.toml'
  prints 'logged in' alice_runs login mine
  assert_equal "$(cat /home/alice/.local/share/bawn/logins/mine/auth)" token
  prints 'removed the login of mine' alice_runs logout mine
  rm /home/alice/.config/bawn/tools.d/mine.toml
  prints '' alice_runs launch --name idle -- true
  prints 'removed idle' alice_runs clean --yes
}

@test "a user reviews changes of a session at a terminal" {
  alice_runs launch --name seen -- sh -c 'echo more >>README.md'
  echo 'bawn review' >>"$called"
  run -0 in_app env TERM=xterm-256color expect -c '
    set timeout 30
    spawn bawn review seen
    expect README.md
    send q
    expect eof
    exit [lindex [wait] 3]'
  assert_output --partial README.md
}

@test "a user watches all sessions at a terminal" {
  echo 'bawn watch' >>"$called"
  run -0 in_app env TERM=xterm-256color expect -c '
    set timeout 30
    spawn bawn watch
    expect "seen"
    send q
    expect eof
    exit [lindex [wait] 3]'
  assert_output --partial 'seen'
}

@test "a user kills a session and resumes it" {
  in_background --name two "$pause"
  prints '' alice_runs kill two
  wait || true
  prints again alice_runs resume two -- echo again
}

@test "a user lists settings, homes, tools and keys" {
  prints command alice_runs home list
  prints claude alice_runs tools list
  prints network alice_runs config show
  as alice sh -c 'echo "network = \"none\"" >app/.bawn.toml'
  prints '' alice_runs trust --yes
  prints '' alice_runs env list
  ends 1 checks alice_runs doctor
}

@test "a user starts, answers and kills sessions in the background" {
  prints hello alice_runs run -- echo hello
  prints 'started back' alice_runs spawn back -- sh -c 'echo ready; read answer; echo "got $answer"'
  prints 'started other' alice_runs spawn other a.noir app -- true
  prints '' alice_runs wait back --text ready --timeout 60
  prints '' alice_runs send back words
  prints '' alice_runs wait back --timeout 60
  prints 'got words' alice_runs logs back
  prints 'started back' alice_runs restart back
  prints 'renamed back to front' alice_runs rename back front
  prints '' alice_runs wait front --text ready --timeout 60
  prints '' alice_runs kill front
  prints 'copied front to rear' alice_runs clone front rear
  prints 'started pair-2' alice_runs swarm pair 2 -- sleep 60
  ends 3 'needs a terminal' alice_runs attach pair-1
  prints 'typed into pair-2' alice_runs broadcast words
  prints 'pair-1' alice_runs ps
  prints 'paused pair-1' alice_runs pause pair-1
  prints 'unpaused pair-1' alice_runs unpause pair-1
  prints 'pair-2 ended' alice_runs killall
  prints 'killed' alice_runs history pair-2
  prints 'largest' alice_runs stats
  prints workspaces alice_runs root
  prints 'workspace ' alice_runs open pair-1
  ends 4 'no session runs in the background' alice_runs grid
  prints 'prepared later' alice_runs spawn later --no-start -- true
  prints 'no sessions match' alice_runs purge -t none=1
}

@test "root changes an agent's operators and projects, deletes it, and uninstalls bawn" {
  make_user bob
  prints '' root_runs operator add a.noir bob
  prints '' root_runs sync a.noir app
  prints '' root_runs reseal
  # the test root has no log
  ends 1 'no kernel log can be read' root_runs denials a.noir
  prints 'create' root_runs audit
  ends 1 checks root_runs doctor
  prints '' root_runs session-filter
  prints '' root_runs unassign a.noir app
  prints '' root_runs delete a.noir --yes
  prints '' root_runs uninstall --purge --yes
}

@test "both programs print help, version and completions" {
  local who
  for who in alice_runs root_runs; do
    prints Commands: "$who" help
    prints . "$who" version
    prints complete "$who" completion bash
  done
}

@test "this file runs each command of both programs" {
  local program
  for program in bawn bawn-admin; do
    as alice "$program" --help | sed -n "/^Commands:/,/^\$/s/^  \([a-z][a-z-]*\)  .*/$program \1/p"
  done | sort >"$BATS_TEST_TMPDIR/there"
  run -0 comm -23 "$BATS_TEST_TMPDIR/there" <(sort -u "$called")
  assert_output ''
}
