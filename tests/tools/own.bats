#!/usr/bin/env bats
# Popular agent tools, which npm installs into a home, in unprivileged sessions. The sessions see only the tool of this home.
# There is no network except a registry on loopback.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/tools
load ../lib/own

setup_file() {
  make_home_file_system
  make_user alice
  make_project alice app
  start_registry /packages
  export registry_pid
  as alice npm config set prefix /home/alice/.npm-global
}

teardown_file() {
  stop_registry
}

teardown() {
  as alice tmux -L test kill-server 2>/dev/null || :
}

# in_app ARGUMENT…: alice runs the command in her project.
in_app() {
  sudo -H -u alice -- env -C /home/alice/app "PATH=/home/alice/.npm-global/bin:$PATH" "$@"
}

# installs PACKAGE: alice installs the package, with its scripts.
installs() {
  # shellcheck disable=SC2154 # set by tools.bash
  as alice npm install --silent --no-audit --no-fund -g --registry "$registry" "$1"
}

# says TOOL VERSION: asserts that the tool prints its version inside, on standard output, with status 0.
says() {
  run -0 --separate-stderr in_app timeout 120 bawn launch --name "says-$1" -- "$1" --version
  assert_output --partial "$2"
}

# shows TOOL TEXT: asserts that the first screen has this text, on a terminal of 100 columns and 30 lines.
shows() {
  in_app tmux -L test -f /dev/null new-session -d -x 100 -y 30 \
    "bawn launch --name shows-$1 --tool $1; echo ended; exec sleep 600" 3>&-
  for _ in $(seq 120); do
    screen=$(as alice tmux -L test capture-pane -p)
    [[ $screen != *"$2"* ]] || return 0
    sleep 0.5
  done
  fail "not seen: $2"$'\n'"$screen"
}

@test "Claude Code from npm starts in an unprivileged session" {
  installs @anthropic-ai/claude-code
  says claude '2.1.330 (Claude Code)'
  shows claude 'Welcome to Claude Code'
}

@test "Codex from npm starts in an unprivileged session" {
  installs @openai/codex
  says codex 'codex-cli 0.169.0'
  shows codex 'Sign in with ChatGPT'
}

@test "Gemini CLI from npm starts in an unprivileged session" {
  installs @google/gemini-cli
  says gemini 0.61.0
  shows gemini 'Do you trust the files in this folder?'
}

@test "OpenCode from npm starts in an unprivileged session" {
  installs opencode-ai
  says opencode 1.18.33
  shows opencode 'Ask anything'
}

@test "the tools write files in the homes of their sessions, and none in the user's home" {
  [ -e /home/alice/.local/share/bawn/homes/claude ]
  run -0 ls -A /home/alice
  for name in .claude .claude.json .codex .gemini; do
    refute_line "$name"
  done
  run -0 as alice git -C app status --porcelain
  assert_output '?? .env'
}

@test "Claude Code starts with its user's settings, and does not ask for a theme" {
  as alice sh -c 'mkdir -p .claude/skills/mine; echo "be brief" >.claude/CLAUDE.md; echo mine >.claude/skills/mine/SKILL.md
    echo "{\"theme\":\"light\",\"hasCompletedOnboarding\":true,\"projects\":{\"/home/alice/x\":{}}}" >.claude.json
    bawn home wipe claude --yes; bawn destroy shows-claude --force'
  shows claude 'Is this a project you created or one you trust?'
  run -0 cat /home/alice/.local/share/bawn/homes/claude/app-*/.claude.json
  assert_output --partial '"theme"'
  refute_output --partial /home/alice/x
  rm -r /home/alice/.claude /home/alice/.claude.json
}

@test "the other tools start with the user's settings that contain no key and no command" {
  as alice sh -c 'mkdir -p .codex .gemini .config/opencode
    printf "model = \"gpt-5\"\nnotify = [\"left-out\"]\n[mcp_servers.left-out]\ncommand = \"x\"\n[tui]\ntheme = \"zenburn\"\n" >.codex/config.toml
    echo "{\"ui\":{\"theme\":\"GitHub\"},\"mcpServers\":{\"left-out\":{\"command\":\"x\"}}}" >.gemini/settings.json
    echo "{\"theme\":\"nord\",\"mcp\":{\"left-out\":{\"type\":\"local\",\"command\":[\"x\"]}}}" >.config/opencode/opencode.json
    for tool in codex gemini opencode; do bawn home wipe $tool --yes; bawn destroy shows-$tool --force; done'
  shows codex 'Sign in with ChatGPT'
  as alice tmux -L test kill-server
  shows gemini 'Do you trust the files in this folder?'
  as alice tmux -L test kill-server
  shows opencode 'Ask anything'
  cd /home/alice/.local/share/bawn/homes
  run -0 cat codex/app-*/.codex/config.toml gemini/app-*/.gemini/settings.json opencode/app-*/.config/opencode/*.json*
  assert_output --partial gpt-5
  assert_output --partial zenburn
  assert_output --partial GitHub
  assert_output --partial nord
  refute_output --partial left-out
  rm -r /home/alice/.codex /home/alice/.gemini /home/alice/.config
}
