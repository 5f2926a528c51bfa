#!/usr/bin/env bats
# The screens of popular tools while they work, from their own packages at /packages; see real.bats.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own
load ../lib/screen

setup_file() {
  make_alice
}

teardown() {
  leave_terminal
  in_app bawn killall --force 2>/dev/null || :
}

# presses KEY…: presses the keys in the terminal of the session.
presses() {
  local key
  for key in "$@"; do
    as alice tmux -S /home/alice/.local/state/bawn/tmux/socket send-keys -t =seen: "$key"
    sleep 1
  done
}

@test "Claude Code shows whether it waits, is idle or works, in a session in the background" {
  as alice sh -c 'mkdir -p .local/bin; tar xzOf "$1" package/claude >.local/bin/claude; chmod 755 .local/bin/claude
    echo "{\"hasCompletedOnboarding\": true, \"theme\": \"dark\"}" >.claude.json' sh \
    '/packages/@anthropic-ai+claude-code-linux-x64@2.1.330.tgz'
  run -0 in_app env ANTHROPIC_API_KEY=sk-ant-none bawn spawn seen --tool claude
  # answers the questions of the screen: trust in the project, then use of the key
  run -0 in_app bawn wait seen --for waiting --timeout 120
  run -0 in_app bawn info seen --explain
  assert_line "activity   waiting: its screen shows 'Esc to cancel'"
  presses Down Enter
  run -0 in_app bawn wait seen --text 'Do you want to use this API key?' --timeout 60
  presses Up Enter
  run -0 in_app bawn wait seen --for idle --timeout 60
  run -0 in_app bawn info seen --explain
  assert_line 'activity   idle: the tool reports it in its home'
  # it tries to connect to its server for minutes
  run -0 in_app bawn send seen hello
  run -0 in_app bawn wait seen --for working --timeout 60
  run -0 in_app bawn info seen --explain
  assert_line 'activity   working: the tool reports it in its home'
  run -0 in_app bawn kill seen --grace 1
  # it continues at the same place
  at_terminal 100 30 ANTHROPIC_API_KEY=sk-ant-none
  types 'bawn resume seen'
  sees 'hello'
}
