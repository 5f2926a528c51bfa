#!/usr/bin/env bats
# Real agent tools under AppArmor, adopted from trees that were unpacked and hashed outside of the guest (tests/vm/trees).

bats_require_minimum_version 1.5.0

load ../lib/world

setup_file() {
  make_user alice
  make_project alice app >/dev/null
  bawn-admin init
  bawn-admin create a.noir --operator alice
  bawn-admin assign a.noir /home/alice/app
  bawn-admin tool add gemini --from /trees/gemini --program bundle/gemini.js
  bawn-admin tool add codex --from /trees/codex
  bawn-admin allow a.noir gemini codex
}

teardown() {
  as alice tmux -L test kill-server 2>/dev/null || :
}

launches() { as alice timeout 120 bawn launch a.noir app --no-sync "$@"; }

# shows TOOL TEXT: starts the tool on a terminal of 100 columns and 30 lines, and waits until its screen shows the text.
shows() {
  as alice tmux -L test -f /dev/null new-session -d -x 100 -y 30 \
    "bawn launch a.noir app --no-sync --tool $1; echo ended; exec sleep 600" 3>&-
  for _ in $(seq 180); do
    screen=$(as alice tmux -L test capture-pane -p)
    [[ $screen != *"$2"* ]] || return 0
    sleep 1
  done
  fail "not seen: $2"$'\n'"$screen"
}

@test "an adopted tool is the unpacked one, except for the line with the path of node" {
  cd /var/lib/bawn/tools/gemini/current/
  run -0 sha256sum --check --quiet <(sed -n '/gemini.js$/d; s: \./gemini/: ./:p' /trees/sums)
  assert_output ''
  run -1 diff bundle/gemini.js /trees/gemini/bundle/gemini.js
  assert_line --index 0 1c1
  cd ../../codex/current/bin
  run -0 sha256sum --check --quiet <(sed -n 's: \./codex$: ./codex:p' /trees/sums)
}

@test "Codex runs under AppArmor and shows its first screen" {
  run -0 --separate-stderr launches -- codex --version
  assert_output 'codex-cli 0.169.0'
  shows codex 'Sign in with ChatGPT'
}

@test "Gemini CLI runs under AppArmor and shows its first screen" {
  run -0 --separate-stderr launches -- gemini --version
  assert_output 0.61.0
  shows gemini 'Do you trust the files in this folder?'
}
