#!/usr/bin/env bats
# Many commands of root's at the same time: none is lost, and each succeeds or gives an error.

bats_require_minimum_version 1.5.0

load ../lib/world

setup_file() {
  make_user alice
  make_project alice app
  SUDO_UID=$(id -u alice) SUDO_GID=$(id -g alice) SUDO_USER=alice
  export SUDO_UID SUDO_GID SUDO_USER
  bawn-admin init
  local number
  for number in {1..50}; do
    cp -p /usr/bin/true "/usr/local/bin/tool$number"
  done
  bawn-admin create a.noir
  bawn-admin assign a.noir /home/alice/app
  # shellcheck disable=SC2046 # words are wanted
  bawn-admin allow a.noir $(printf 'tool%s ' {26..50}) >/dev/null
}

allowed() { [ -L "/var/lib/bawn/agents/a.noir/bin/$1" ]; }

@test "fifty concurrent allow and restrict commands all take effect" {
  local number status pids=()
  for number in {1..25}; do
    bawn-admin allow a.noir "tool$number" >"$BATS_TEST_TMPDIR/$number" 2>&1 3>&- &
    pids[number]=$!
    bawn-admin restrict a.noir "tool$((number + 25))" >"$BATS_TEST_TMPDIR/$((number + 25))" 2>&1 3>&- &
    pids[number + 25]=$!
  done
  for number in {1..50}; do
    status=0
    wait "${pids[number]}" || status=$?
    [ "$status" -eq 0 ] || fail "status $status: $(<"$BATS_TEST_TMPDIR/$number")"
    if [ "$number" -le 25 ]; then allowed "tool$number"; else ! allowed "tool$number"; fi
  done
  bawn-admin verify a.noir
  # the serial counts one state for each completed command, without a gap
  run bawn-admin audit --json
  assert_equal "$(readlink /var/lib/bawn/agents/a.noir)" .gen/a.noir/53
}

@test "concurrent init commands create one key" {
  local number
  bawn-admin uninstall --purge --yes
  for number in {1..6}; do
    bawn-admin init >/dev/null 2>&1 3>&- &
  done
  wait
  bawn-admin init
  run sh -c 'ls /etc/bawn/keys /etc/bawn/trusted | grep -c "^[0-9A-F]"'
  assert_output 2
}

@test "concurrent assign, unassign, create and delete leave each agent whole" {
  local number
  for number in 1 2 3 4; do
    (
      bawn-admin create "p$number.noir"
      bawn-admin assign "p$number.noir" /home/alice/app || true
      bawn-admin unassign "p$number.noir" app || true
      bawn-admin delete --yes "p$number.noir"
    ) >"$BATS_TEST_TMPDIR/$number" 2>&1 3>&- &
  done
  wait
  # another command may change the agent between mirror and signature; then this one reports that and changes nothing
  bawn-admin init >/dev/null
  bawn-admin verify
  for number in 1 2 3 4; do
    if grep -q 'error' "$BATS_TEST_TMPDIR/$number"; then
      grep -qE "another bawn-admin command changed the policy at the same time|no project 'app'" "$BATS_TEST_TMPDIR/$number" ||
        fail "$(<"$BATS_TEST_TMPDIR/$number")"
    fi
    [ ! -e "/var/lib/bawn/agents/p$number.noir" ]
    ! id "p$number.noir" 2>/dev/null
  done
}

# for_20_seconds COMMAND…: repeats the command in the background, for 20 seconds.
for_20_seconds() {
  local end=$((SECONDS + 20))
  while ((SECONDS < end)); do
    "$@" >/dev/null 2>&1 || :
  done
}

make_agent_again() {
  cp -p /usr/bin/true /usr/local/bin/toggled
  bawn-admin init >/dev/null
  bawn-admin create a.whole >/dev/null
  bawn-admin assign a.whole /home/alice/app
}

toggle() {
  bawn-admin allow a.whole toggled
  bawn-admin restrict a.whole toggled
}

@test "a session that starts during a change of its policy has one whole generation or is refused" {
  local began serial tool refusals=0
  make_agent_again
  began=$(readlink /var/lib/bawn/agents/a.whole)
  for_20_seconds toggle 3>&- &
  while [ "$(jobs -rp)" ]; do
    # shellcheck disable=SC2016 # the session expands it
    run --separate-stderr as alice bawn launch a.whole app --no-sync -- sh -c '
      grep -o "agents/[.]gen/a[.]whole/[0-9]*" /proc/self/mountinfo | sort -u
      echo "$PATH"
      command -v toggled || echo none'
    if [ "$status" -ne 0 ]; then
      # shellcheck disable=SC2154 # run sets it
      [[ $stderr == *'bawn: error: '*'bawn: hint: '* && $output == '' ]] || fail "status $status: $output$stderr"
      refusals=$((refusals + 1))
      continue
    fi
    serial=${lines[0]##*/}
    assert_equal "${#lines[@]}" 3
    assert_equal "${lines[1]}" "/var/lib/bawn/agents/.gen/a.whole/$serial/bin"
    tool=none
    (((serial - ${began##*/}) % 2 == 0)) || tool=${lines[1]}/toggled
    assert_equal "${lines[2]}" "$tool"
    ran=yes
  done
  echo "$refusals refusals"
  [ "$ran" ]
}

# shellcheck disable=SC2016 # the inner shells expand it
@test "a session reads whole files during a sync" {
  [ -d /var/lib/bawn/agents/a.whole ] || make_agent_again
  flip() {
    as alice sh -euc 'cd app; yes "$1" | head -c 300000 >new; mv new large; rm -rf place
      if [ "$(($1 % 2))" = 0 ]; then mkdir place; echo "$1" >place/file; else ln -s src place; fi' flip "$((flips += 1))"
    bawn-admin sync a.whole app
  }
  flips=0
  flip
  for_20_seconds flip 3>&- &
  while [ "$(jobs -rp)" ]; do
    run -0 --separate-stderr as alice bawn launch a.whole app --no-sync -- sh -c '
      for round in 1 2 3 4 5 6 7 8 9; do cat large >/tmp/large && stat -c %s /tmp/large && sort -u /tmp/large | wc -l; done | sort -u'
    assert_output $'1\n300000'
  done
}
