#!/usr/bin/env bats
# The agent tools that people have, from their own packages: adopted by root, started in a sealed session. The packages
# are those that tests/tools/fetch keeps, at /packages; there is no other network.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/tools

setup_file() {
  make_person alice
  make_project alice app
  bawn-admin init
  bawn-admin create a.noir --operator alice
  bawn-admin assign a.noir /home/alice/app
  start_registry /packages
  export registry_pid
}

teardown_file() {
  stop_registry
}

teardown() {
  as alice tmux -L test kill-server 2>/dev/null || :
}

# adopts TOOL PACKAGE: root does, and allows it.
adopts() {
  bawn-admin tool add "$1" --npm "$2" --registry "$registry"
  bawn-admin allow a.noir "$1"
}

# says TOOL VERSION: it says its version inside, on standard output and with status 0.
says() {
  run -0 --separate-stderr as alice timeout 120 bawn launch a.noir app --no-sync -- "$1" --version
  assert_output --partial "$2"
}

# shows TOOL TEXT: its first screen, on a terminal of 100 columns and 30 lines.
shows() {
  as alice tmux -L test -f /dev/null new-session -d -x 100 -y 30 \
    "bawn launch a.noir app --no-sync --tool $1; echo ended; exec sleep 600" 3>&-
  for _ in $(seq 120); do
    screen=$(as alice tmux -L test capture-pane -p)
    [[ $screen != *"$2"* ]] || return 0
    sleep 0.5
  done
  fail "not seen: $2"$'\n'"$screen"
}

@test "Claude Code runs inside and shows its first screen" {
  adopts claude @anthropic-ai/claude-code
  says claude '2.1.330 (Claude Code)'
  shows claude 'Welcome to Claude Code'
}

@test "Codex runs inside and shows its first screen" {
  adopts codex @openai/codex
  says codex 'codex-cli 0.169.0'
  shows codex 'Sign in with ChatGPT'
}

@test "Gemini CLI runs inside and shows its first screen" {
  adopts gemini @google/gemini-cli
  says gemini 0.61.0
  shows gemini 'Do you trust the files in this folder?'
}

@test "OpenCode runs inside and shows its first screen" {
  adopts opencode opencode-ai
  says opencode 1.18.33
  shows opencode 'Ask anything'
}

@test "what they keep is in the agent's home, and they are whole afterwards" {
  run -0 ls -A /var/lib/bawn/homes/a.noir
  assert_line .claude.json
  assert_line .codex
  assert_line .gemini
  assert_line .local
  run -0 --separate-stderr as alice bawn verify a.noir
  assert_output --partial '4 adopted tools, complete and unchanged'
}

@test "without a command it is the one that comes first among the definitions" {
  run -0 --separate-stderr as alice bawn launch a.noir app --no-sync --dry-run
  assert_line --regexp '^command +claude$'
}
