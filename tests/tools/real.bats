#!/usr/bin/env bats
# Popular agent tools from their own packages: root adopts them, and an agent session starts them. tests/tools/fetch keeps the
# packages at /packages; there is no other network.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/tools

setup_file() {
  make_user alice
  make_project alice app
  bawn-admin init
  bawn-admin create a.noir --operator alice
  bawn-admin assign a.noir /home/alice/app
  bawn-admin create c.vert --operator alice --compiled
  bawn-admin assign c.vert /home/alice/app
  start_registry /packages
  export registry_pid
}

teardown_file() {
  stop_registry
}

teardown() {
  as alice tmux -L test kill-server 2>/dev/null || :
}

# adopts TOOL PACKAGE: root adopts the tool, and allows it to both agents. c.vert may execute its own files.
adopts() {
  bawn-admin tool add "$1" --npm "$2" --registry "$registry"
  bawn-admin allow a.noir "$1"
  bawn-admin allow c.vert "$1"
}

# says TOOL VERSION: asserts that the tool prints its version on standard output with status 0, in a session of each agent.
says() {
  local agent
  for agent in a.noir c.vert; do
    run -0 --separate-stderr as alice timeout 120 bawn launch "$agent" app --no-sync -- "$1" --version
    assert_output --partial "$2"
  done
}

# shows TOOL TEXT: asserts that the first screen, of 100 columns and 30 lines, has this text, in a session of each agent.
shows() {
  local agent
  for agent in a.noir c.vert; do
    shows_in "$agent" "$@"
    as alice tmux -L test kill-server
  done
}
shows_in() {
  local agent=$1
  shift
  as alice tmux -L test -f /dev/null new-session -d -x 100 -y 30 \
    "bawn launch $agent app --no-sync --tool $1; echo ended; exec sleep 600" 3>&-
  for _ in $(seq 120); do
    screen=$(as alice tmux -L test capture-pane -p)
    [[ $screen != *"$2"* ]] || return 0
    sleep 0.5
  done
  fail "not seen with $agent: $2"$'\n'"$screen"
}

@test "Claude Code runs and shows its first screen, with and without --compiled" {
  adopts claude @anthropic-ai/claude-code
  says claude '2.1.330 (Claude Code)'
  shows claude 'Welcome to Claude Code'
}

@test "Codex runs and shows its first screen, with and without --compiled" {
  adopts codex @openai/codex
  says codex 'codex-cli 0.169.0'
  shows codex 'Sign in with ChatGPT'
}

@test "Gemini CLI runs and shows its first screen, with and without --compiled" {
  adopts gemini @google/gemini-cli
  says gemini 0.61.0
  shows gemini 'Do you trust the files in this folder?'
}

@test "OpenCode runs and shows its first screen, with and without --compiled" {
  adopts opencode opencode-ai
  says opencode 1.18.33
  shows opencode 'Ask anything'
}

@test "the tools write files in the agent's home, and their trees stay unchanged" {
  run -0 ls -A /var/lib/bawn/homes/a.noir
  assert_line .claude.json
  assert_line .codex
  assert_line .gemini
  assert_line .local
  run -0 --separate-stderr as alice bawn verify a.noir
  assert_output --partial '4 adopted tools, complete and unchanged'
}

@test "launch without a command starts the first tool of the definitions" {
  run -0 --separate-stderr as alice bawn launch a.noir app --no-sync --dry-run
  assert_line --regexp '^command +claude$'
}
