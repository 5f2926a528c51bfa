#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # the shells of sessions expand what is quoted; run sets output and stderr
# bawn run: one command in a session that bawn removes at its end.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own
load ../lib/screen

setup_file() { make_alice; }
teardown() { forget_sessions; }

runs() { in_app bawn run "$@"; }

# nothing_is_left: asserts that no session, workspace, pipe or process remains.
nothing_is_left() {
  run -0 in_app bawn list -q
  assert_output ''
  run -0 bash -c 'find /home/alice/.local/{share/bawn/workspaces,state/bawn/run} -mindepth 1 ! -name .new 2>/dev/null; pgrep -u alice -x sleep || :'
  assert_output ''
}

@test "run prints the output of its command alone, passes the exit status and leaves nothing" {
  run -7 --separate-stderr runs -- sh -c 'echo out; echo err >&2; exit 7'
  assert_equal "$output" out
  assert_equal "$stderr" err
  nothing_is_left
}

@test "run passes standard input and works without any stream" {
  run -0 bash -c 'echo words | sudo -H -u alice env -C /home/alice/app bawn run -- cat'
  assert_output words
  run -3 in_app sh -c 'bawn run -- sh -c "exit 3" <&- >&- 2>&-'
  nothing_is_left
}

@test "run keeps a session with unmerged work, and with --keep each session" {
  run -0 --separate-stderr runs --name work -- sh -c 'echo new >new'
  assert_regex "$stderr" 'bawn: kept: session .work. has unmerged work: 1 change'
  run -0 in_app bawn list -q
  assert_output work
  run -0 --separate-stderr runs --keep --name kept -- true
  assert_equal "$stderr" ''
  run -0 in_app bawn list -q
  assert_output $'kept\nwork'
  run -3 runs --name work -- true
  assert_line "bawn: error: session 'work' already exists"
}

@test "run --ignored removes a session that made only ignored files" {
  as alice sh -c 'cd app && echo out/ >.gitignore && git add .gitignore && git commit -qm ignore'
  run -0 --separate-stderr runs --name work -- sh -c 'mkdir out; echo new >out/product'
  assert_regex "$stderr" 'bawn: kept: session .work. has unmerged work: 1 ignored file'
  assert_regex "$stderr" 'remove them with the session: bawn destroy work --ignored'
  run -0 in_app bawn clean work --ignored
  run -0 --separate-stderr runs --ignored -- sh -c 'mkdir out; echo new >out/product'
  assert_equal "$stderr" ''
  nothing_is_left
}

@test "run ends its command after the time, with 124" {
  local begun=$SECONDS
  run -124 --separate-stderr runs --timeout 1 --name slow -- sleep 300
  assert_equal "$stderr" 'bawn: timed out after 1 s; ended slow'
  ((SECONDS - begun < 60))
  nothing_is_left
  run -2 runs --timeout 0 -- true
  run -2 runs --timeout soon -- true
}

@test "a signal to run ends its session, and run removes it" {
  local signal
  for signal in TERM INT HUP; do
    # bash starts a background job with SIGINT ignored, and Java leaves that so
    in_app env --default-signal=INT sh -c 'exec bawn run -- sh -c "touch ~/begun; exec sleep 300"' 3>&- &
    timeout 60 sh -c 'until ls /home/alice/.local/share/bawn/homes/command/*/begun >/dev/null 2>&1; do sleep 0.1; done'
    rm /home/alice/.local/share/bawn/homes/command/*/begun
    pkill "-$signal" -u alice -f 'dev.bawn.launcher.cli.Main run'
    wait
    nothing_is_left
  done
}

@test "run leaves no files when it is interrupted during the start" {
  local moment
  for moment in 0.2 0.4 0.6 0.8 1; do
    run -124 in_app env --default-signal=INT timeout -s INT "$moment" bawn run -- sleep 300
    nothing_is_left
  done
}

@test "run shows the error of a session that cannot start" {
  run -4 runs nowhere -- true
  assert_line --partial "there is no directory '/home/alice/app/nowhere'"
  run -127 --separate-stderr runs -- no-such-command
  nothing_is_left
}

@test "run at a terminal gives its command the terminal" {
  at_a_terminal <<'TCL'
    sits_down bash --norc
    types "bawn run -- sh -c 'echo be\"\"gun; read x; echo \"got \$x\"; stty size'"
    sees "begun"
    types "words"
    sees "got words"
    sees "33 101"
    sees "ready> "
    types "bawn run -- sh -c 'echo be\"\"gun; exec sleep 300'"
    sees "begun"
    presses Ctrl-C
    sees "ready> "
TCL
  nothing_is_left
}

@test "a second Ctrl-C does not interrupt the removal of a session" {
  local tries
  at_terminal 80 24
  for tries in 1 2 3; do
    types 'clear; bawn launch --rm -- sh -c "echo beg\"\"un; sleep 100"'
    sees begun
    presses C-c
    sleep 0.2
    presses C-c
    sleep 0.2
    presses C-c
    types 'echo status=$?'
    sees 'status=130'
    nothing_is_left
  done
  leave_terminal
}

@test "the setting shell sets SHELL of each session, and a missing shell stops the start" {
  as alice sh -c 'mkdir -p .config/bawn; echo "default_shell = \"dash\"" >.config/bawn/config.toml'
  # shellcheck disable=SC2016 # the session expands it
  run -0 in_app bawn run -- sh -c 'echo "$SHELL"'
  assert_output /usr/bin/dash
  as alice sh -c 'echo "default_shell = \"nosh\"" >.config/bawn/config.toml'
  run -4 --separate-stderr in_app bawn launch
  # shellcheck disable=SC2154 # run sets it
  assert_equal "$stderr" 'bawn: error: there is no /usr/bin/nosh; default_shell in config.toml names it
bawn: hint: change default_shell: bawn config edit'
  as alice rm .config/bawn/config.toml
  in_app sh -c 'echo "default_shell = \"nosh\"" >.bawn.toml; bawn trust --yes'
  run -4 --separate-stderr in_app bawn launch
  assert_equal "$stderr" 'bawn: error: there is no /usr/bin/nosh; default_shell in .bawn.toml names it
bawn: hint: change default_shell'
  in_app rm .bawn.toml
}
