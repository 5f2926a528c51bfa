#!/usr/bin/env bats
# A full disk at any write: every command of root's fails with one error. When there is space again, either the old state or the
# new one is in effect, complete.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/tools

# The numbers of free blocks (4 KiB) with which each command runs: with few, an early write fails, with many, a late one. When a
# number is enough for a command, a greater one is, too.
blocks=(0 1 3 6 14 35 60 80 100)
small=/small

setup_file() {
  make_user alice
  make_user bob
  make_project alice app
  make_project alice other
  make_tool alice demo 1.2.3
  minisign -G -W -f -p /tmp/office.pub -s /tmp/office.key >/dev/null
  chmod 644 /tmp/office.pub
  SUDO_UID=$(id -u alice) SUDO_GID=$(id -g alice) SUDO_USER=alice
  export SUDO_UID SUDO_GID SUDO_USER
  bawn-admin init
  install -d /etc/bawn/tools.d
  define_tool demo >/etc/bawn/tools.d/demo.toml
  bawn-admin create a.noir
  bawn-admin assign a.noir /home/alice/app
  on_a_small_disk /var/lib/bawn /etc/bawn /etc/sudoers.d
}

# on_a_small_disk DIRECTORY…: mounts a small file system for these directories, with enough space for a command.
on_a_small_disk() {
  local directory
  mkdir "$small"
  mount -t tmpfs -o size=64m,mode=755 small "$small"
  for directory; do
    mkdir -p "$small$directory"
    cp -a --reflink=never "$directory/." "$small$directory"
    chmod --reference="$directory" "$small$directory"
    chown --reference="$directory" "$small$directory"
    mount --bind "$small$directory" "$directory"
  done
}

state() { /src/tests/lib/state.py; }

# leave BLOCKS: fills the disk except for this number of blocks.
leave() {
  local free
  free=$(stat -f -c %a "$small")
  head -c "$(((free - $1) * 4096))" /dev/zero >"$small/filler"
}

# with_little_room FUNCTION [UNDO]: runs the function with each number of blocks, and UNDO after each success.
with_little_room() {
  local before after free refused=0
  # runs both once, because the first run may change more: a profile is custom from the first change on
  "$1" >/dev/null 2>&1 && "${2:-:}" >/dev/null 2>&1
  before=$(state)
  "$1" >/dev/null 2>&1
  after=$(state)
  "${2:-:}" >/dev/null 2>&1
  diff <(printf '%s\n' "$before") <(state)
  for free in "${blocks[@]}"; do
    leave "$free"
    run --separate-stderr "$1"
    rm "$small/filler"
    # shellcheck disable=SC2154 # bats sets it
    [ "$status" -eq 0 ] || clear_sentence "$free" "$stderr"
    [ "$status" -eq 0 ] || refused=$((refused + 1))
    finisher=$(bawn-admin init 2>&1)
    bawn-admin verify >/dev/null
    now=$(state)
    if [ "$now" != "$before" ] && [ "$now" != "$after" ]; then
      diff <(printf '%s\n' "$before") <(printf '%s\n' "$now") || true
      fail "with $free blocks $1 left neither the old state nor the new one: $status $stderr"
    fi
    reported_as_it_was "$free" "$1"
    [ "$now" = "$before" ] || "${2:-:}" >/dev/null 2>&1
    [ "$status" -ne 0 ] || break
  done
  [ "$refused" -gt 0 ] || fail 'the disk was never full'
}

# reported_as_it_was BLOCKS NAME: asserts that a failed command changed nothing, that a partial one was completed, and that the
# journal agrees. (The journal has no end of a command if it had no space for it.)
reported_as_it_was() {
  local result expected=failed
  [ "$before" != "$after" ] || return 0
  case $status in
    0) return ;;
    6) expected=decided ;;
    3) expected=refused ;;
  esac
  if [ "$status" -eq 6 ]; then
    [ "$now" = "$after" ] || fail "with $1 blocks $2 was decided and is not done: $stderr"
    [[ $finisher == *"an earlier '"*"' was only partly in effect; bawn-admin has completed it: "* ]] || fail "$finisher"
  else
    [ "$now" = "$before" ] || fail "with $1 blocks $2 failed and is done: $stderr"
  fi
  result=$(bawn-admin audit --json | python3 -c 'import json, sys
acts = [each for each in json.load(sys.stdin) if each["argv"][0] != "init"]
print(acts[-1]["result"])')
  [[ $result == "$expected" || $stderr == *"is not recorded"* || $stderr == *"cannot write to the audit log"* ]] ||
    fail "with $1 blocks $2: status $status, and the journal says $result"
}

# clear_sentence BLOCKS STDERR: asserts one error without a class name, and the exit status 1, or 6 for a change that is partly in
# effect, or 3 for a change that the journal could not record.
clear_sentence() {
  local errors
  errors=$(grep -c '^bawn-admin: error: ' <<<"$2") || true
  if [ "$errors" -ne 1 ] || grep -qE 'Exception|\bat [a-z]+\.|dev\.bawn' <<<"$2"; then
    fail "with $1 blocks: status $status: $2"
  fi
  grep -qiE 'no space left|disk|space' <<<"$2" || fail "with $1 blocks it does not say why: $2"
  [[ $2 != *'error: No space left'* || $2 == *'hint: free some space, then run it again; df -h '* ]] || fail "with $1 blocks no way out: $2"
  [[ $status == 1 || $status == 6 && $2 == *' is only partly in effect: '* || $status == 3 && $2 == *'cannot write to the audit log'* ]] || fail "with $1 blocks: status $status: $2"
}

create() { bawn-admin create x.noir; }
delete() { bawn-admin delete --yes x.noir; }
@test "create on a full disk changes all or nothing" { with_little_room create delete; }
@test "delete on a full disk changes all or nothing" {
  create
  with_little_room delete create
  delete
}

allow() { bawn-admin allow a.noir perl gcc; }
restrict() { bawn-admin restrict a.noir perl gcc; }
@test "allow on a full disk changes all or nothing" { with_little_room allow restrict; }
@test "restrict on a full disk changes all or nothing" {
  allow
  with_little_room restrict allow
  restrict
}

assign() { bawn-admin assign a.noir /home/alice/other; }
unassign() { bawn-admin unassign a.noir other --purge-scratch --yes; }
@test "assign on a full disk changes all or nothing" { with_little_room assign unassign; }
@test "unassign on a full disk changes all or nothing" {
  assign
  with_little_room unassign assign
  unassign
}

add_operator() { bawn-admin operator add a.noir bob; }
remove_operator() { bawn-admin operator remove --yes a.noir bob; }
@test "operator add on a full disk changes all or nothing" { with_little_room add_operator remove_operator; }
@test "operator remove on a full disk changes all or nothing" {
  add_operator
  with_little_room remove_operator add_operator
  remove_operator
}

add_trust() { bawn-admin trust add /tmp/office.pub; }
remove_trust() { bawn-admin trust remove "$(sed -n 's/.*public key //p' /tmp/office.pub)"; }
@test "trust add on a full disk changes all or nothing" { with_little_room add_trust remove_trust; }

add_tool() { bawn-admin tool add demo --from /home/alice/demo; }
remove_tool() { bawn-admin tool remove demo; }
@test "tool add on a full disk changes all or nothing" { with_little_room add_tool remove_tool; }

reseal() { bawn-admin reseal; }
@test "reseal on a full disk changes all or nothing" { with_little_room reseal; }

rotate() { bawn-admin key rotate; }
@test "key rotate on a full disk changes all or nothing" { with_little_room rotate; }

sync() { bawn-admin sync; }
@test "sync on a full disk leaves whole files, and the next one copies the rest" {
  local free
  as alice sh -c 'seq 20000 >app/large; seq 30 | while read n; do echo $n >app/file$n; done'
  for free in "${blocks[@]}"; do
    as alice sh -c 'echo more >>app/large'
    leave "$free"
    run --separate-stderr sync
    rm "$small/filler"
    [ "$status" -eq 0 ] || clear_sentence "$free" "$stderr"
    local ended=$status
    run -0 bawn-admin verify
    [ "$ended" -ne 0 ] || break
  done
  sync
  diff -r --exclude=.git --exclude=.env --exclude=.scratch --exclude=.claude /home/alice/app /var/lib/bawn/mirrors/app
}

@test "an agent starts on a full disk" {
  leave 0
  run as alice bawn launch a.noir app --no-sync -- true
  rm "$small/filler"
  assert_success
}
