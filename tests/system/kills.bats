#!/usr/bin/env bats
# kill -9 of every command of root's at random moments: after the next command, either the old state or the new one is in effect,
# complete and without remains, and the killed command can run again.
#
# KILLS is the number of kills of each command (by default a few, so that the file ends within minutes; 60 take an hour). SEED is
# the seed of the random moments. Each failure prints it:
#   tests/root/enter --layer DIR/layer -- env KILLS=60 SEED=7 bats /src/tests/system/kills.bats

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/tools

setup_file() {
  make_user alice
  make_user bob
  make_project alice app
  make_project alice other
  make_tool alice demo 1.2.3
  define_tool demo >/tmp/demo.toml
  minisign -G -W -f -p /tmp/office.pub -s /tmp/office.key >/dev/null
  chmod 644 /tmp/office.pub
  SUDO_UID=$(id -u alice) SUDO_GID=$(id -g alice) SUDO_USER=alice
  export SUDO_UID SUDO_GID SUDO_USER
  export KILLS=${KILLS:-3} SEED=${SEED:-$((RANDOM * 32768 + RANDOM))}
  begin
}

# Creates a machine with an agent and its project.
begin() {
  bawn-admin init
  install -d /etc/bawn/tools.d
  cp /tmp/demo.toml /etc/bawn/tools.d
  bawn-admin create a.noir
  bawn-admin assign a.noir /home/alice/app
}

setup() {
  RANDOM=$SEED
  echo "SEED=$SEED"
}

state() { /src/tests/lib/state.py; }

# bawn creates and removes files in users' projects with the users' permissions, so root's journal cannot complete this. A
# second run of the command completes it.
state_and_links() {
  state
  find /home/alice -type l -printf '%p -> %l\n' | sort
  cat /home/alice/other/.git/info/exclude
}

# lasting COMMAND…: runs the command, and sets `lasted` to its duration in milliseconds.
lasting() {
  local start=${EPOCHREALTIME/./}
  "$@" >"$BATS_TEST_TMPDIR/output" 2>&1 || fail "'$*' failed: $(<"$BATS_TEST_TMPDIR/output")"
  lasted=$(((${EPOCHREALTIME/./} - start) / 1000))
}

# killed_within MILLISECONDS COMMAND…: kills the command and its process group at a random moment within this time.
killed_within() {
  local moment=$((RANDOM % $1)) victim
  shift
  setsid "$@" >/dev/null 2>&1 3>&- &
  victim=$!
  sleep "$((moment / 1000)).$(printf %03d $((moment % 1000)))"
  kill -KILL -- "-$victim" 2>/dev/null || true
  wait "$victim" 2>/dev/null || true
  echo "killed after $moment ms: $*"
}

# settled BEFORE AFTER: runs the next command and verify, and asserts one of the two states. Sets `found` to before or after.
settled() {
  local now
  bawn-admin init >/dev/null
  bawn-admin verify >/dev/null || fail 'verify finds something broken'
  now=$(state)
  if [ "$now" = "$1" ]; then
    found=before
  elif [ "$now" = "$2" ]; then
    found=after
  else
    diff <(printf '%s\n' "$1") <(printf '%s\n' "$now") | sed 's/^/before: /' || true
    diff <(printf '%s\n' "$2") <(printf '%s\n' "$now") | sed 's/^/after: /' || true
    fail 'neither the old state nor the new one'
  fi
}

# there_and_back FORTH BACK: kills each of the two functions KILLS times, and repeats one that was killed before its change.
there_and_back() {
  local before after forth back round
  "$1" >/dev/null
  "$2" >/dev/null
  before=$(state) && all_before=$(state_and_links)
  lasting "$1" && forth=$lasted
  after=$(state) && all_after=$(state_and_links)
  lasting "$2" && back=$lasted
  assert_equal "$(state_and_links)" "$all_before"
  for ((round = 0; round < KILLS; round++)); do
    killed_and_done_again "$forth" "$1" "$before" "$after" "$all_after"
    killed_and_done_again "$back" "$2" "$after" "$before" "$all_before"
  done
}

# killed_and_done_again MILLISECONDS FUNCTION BEFORE AFTER ALL-AFTER
killed_and_done_again() {
  local found
  killed_within "$1" bash -c "$(declare -f "$2"); $2"
  settled "$3" "$4"
  # an incomplete change can be repeated; after a complete one, nothing is left to do
  [ "$found" = after ] || lasting "$2"
  assert_equal "$(state_and_links)" "$5"
}

create() { bawn-admin create x.noir; }
delete() { bawn-admin delete --yes x.noir; }
@test "create and delete, killed at any moment, change all or nothing" {
  there_and_back create delete
}

allow() { bawn-admin allow a.noir perl gcc; }
restrict() { bawn-admin restrict a.noir perl gcc; }
@test "allow and restrict, killed at any moment, change all or nothing" {
  there_and_back allow restrict
}

assign() { bawn-admin assign a.noir /home/alice/other --link; }
unassign() { bawn-admin unassign a.noir other --purge-scratch --yes; }
@test "assign and unassign, killed at any moment, change all or nothing" {
  there_and_back assign unassign
}

# The first project of an agent creates the directory of its scratch directories.
@test "assign of an agent's first project, killed at any moment, changes all or nothing" {
  local before after round
  for ((round = -1; round < KILLS; round++)); do
    bawn-admin create x.noir
    before=$(state)
    if ((round < 0)); then
      lasting bawn-admin assign x.noir /home/alice/other
      after=$(state)
    else
      killed_within "$lasted" bawn-admin assign x.noir /home/alice/other
      settled "$before" "$after"
    fi
    bawn-admin delete --yes x.noir
  done
}

add_operator() { bawn-admin operator add a.noir bob; }
remove_operator() { bawn-admin operator remove --yes a.noir bob; }
@test "operator add and operator remove, killed at any moment, change all or nothing" {
  there_and_back add_operator remove_operator
}

add_trust() { bawn-admin trust add /tmp/office.pub; }
remove_trust() { bawn-admin trust remove "$(sed -n 's/.*public key //p' /tmp/office.pub)"; }
@test "trust add and trust remove, killed at any moment, change all or nothing" {
  there_and_back add_trust remove_trust
}

add_tool() { bawn-admin tool add demo --from /home/alice/demo; }
remove_tool() { bawn-admin tool remove demo; }
@test "tool add and tool remove, killed at any moment, change all or nothing" {
  there_and_back add_tool remove_tool
}

# same STATE COMMAND…: kills a command that keeps the state KILLS times, and asserts that the state is the same.
same() {
  local before round
  before=$(state)
  lasting "$@"
  for ((round = 0; round < KILLS; round++)); do
    killed_within "$lasted" "$@"
    settled "$before" "$before"
  done
  lasting "$@"
  assert_equal "$(state)" "$before"
}

@test "reseal, killed at any moment, keeps the state" {
  same bawn-admin reseal
}

@test "key rotate, killed at any moment, keeps the state" {
  bawn-admin tool add demo --from /home/alice/demo
  same bawn-admin key rotate
  bawn-admin tool remove demo
}

@test "a second init, killed at any moment, keeps the state" {
  same bawn-admin init
}

# Files of the mirror have the earlier or the later content; none is truncated, and the next sync copies the rest.
@test "a killed sync leaves whole files, and the next one copies the rest" {
  local round number mirror=/var/lib/bawn/mirrors/app
  for number in {1..300}; do
    printf 'round 0 %65536s\n' "$number" | as alice tee "app/file$number" >/dev/null
  done
  lasting bawn-admin sync
  for ((round = 1; round <= KILLS; round++)); do
    as alice sed -i "s/^round [0-9]*/round $round/" $(cd /home/alice && echo app/file*)
    killed_within "$lasted" bawn-admin sync
    run python3 - "$round" $mirror/file* <<'END'
import sys
rounds = range(int(sys.argv[1]) + 1)
for name in sys.argv[2:]:
    number = name.rpartition("file")[2]
    if open(name).read() not in ["round %d %65536s\n" % (each, number) for each in rounds]:
        print(name)
END
    assert_output ''
  done
  bawn-admin sync
  diff -r --exclude=.git --exclude=.env --exclude=.scratch --exclude=.claude /home/alice/app $mirror
  as alice sh -c 'rm app/file*'
  bawn-admin sync
}

# The last test, because it creates the machine again.
remove_all() { bawn-admin uninstall --purge --yes; }
@test "init and uninstall, killed at any moment, can be repeated" {
  local round before
  remove_all
  before=$(state)
  lasting begin
  for ((round = 0; round < KILLS; round++)); do
    killed_within "$lasted" bawn-admin uninstall --purge --yes
    run bawn-admin uninstall --purge --yes
    [[ $status == [04] ]]
    assert_equal "$(state)" "$before"
    killed_within "$lasted" bawn-admin init
    begin
    bawn-admin verify
  done
}
