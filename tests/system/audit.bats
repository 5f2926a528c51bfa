#!/usr/bin/env bats
# bawn-admin records each command in the audit log, and does nothing that it cannot record.

load ../lib/world.bash
bats_require_minimum_version 1.5.0

journal=/var/lib/bawn/audit.jsonl

setup_file() {
  make_user alice
  make_project alice app
  SUDO_UID=$(id -u alice) SUDO_GID=$(id -g alice) SUDO_USER=alice
  export SUDO_UID SUDO_GID SUDO_USER
  bawn-admin init
  bawn-admin create a.noir
  bawn-admin assign a.noir /home/alice/app --role reviewer
}

# told [OPTION…]: prints the journal without times.
told() {
  bawn-admin audit "$@" | sed -E 's/^[0-9TZ:-]{20}  //'
}

@test "audit lists each command with its caller and its result" {
  run told
  assert_success
  assert_line --regexp '^alice +done +init$'
  assert_line --regexp '^alice +done +create a.noir$'
  assert_line --regexp '^alice +done +assign a.noir /home/alice/app --role reviewer$'
}

@test "audit names root for a command without sudo" {
  run env -u SUDO_UID -u SUDO_GID -u SUDO_USER bawn-admin reseal a.noir
  assert_success
  run told
  assert_line --regexp '^root +done +reseal a.noir$'
}

@test "audit lists a refused command with its reason, and no command with a wrong usage" {
  run bawn-admin create bob --profile nonsense
  assert_failure
  run bawn-admin allow a.noir sudo
  assert_equal "$status" 3
  run bawn-admin frobnicate
  run bawn-admin create --nonsense x.noir
  run as alice bawn-admin delete a.noir --yes
  run told
  assert_line --regexp '^alice +refused +create bob --profile nonsense$'
  assert_line --partial "unknown profile: 'nonsense'"
  assert_line --regexp '^alice +refused +allow a.noir sudo$'
  refute_output --partial frobnicate
  refute_output --partial x.noir
  refute_output --partial delete
}

@test "commands that change nothing are not in the journal" {
  local before
  before=$(sha256sum <"$journal")
  bawn-admin list
  bawn-admin show a.noir
  bawn-admin verify a.noir
  bawn-admin sync a.noir app
  bawn-admin audit
  assert_equal "$(sha256sum <"$journal")" "$before"
}

@test "only root can read the journal" {
  assert_equal "$(stat -c '%u %a' "$journal")" '0 600'
  run as alice cat "$journal"
  assert_failure
  run as alice bawn-admin audit
  assert_equal "$status" 5
}

@test "the JSON of audit names agent and serial" {
  bawn-admin allow a.noir perl
  bawn-admin audit --json >"$BATS_TEST_TMPDIR/acts"
  run python3 -c '
import json, sys
last = json.load(open(sys.argv[1]))[-1]
print(last["by"], last["agent"], last["serial"], last["result"], *last["argv"])' "$BATS_TEST_TMPDIR/acts"
  assert_output "$SUDO_UID a.noir $(basename "$(readlink /var/lib/bawn/agents/a.noir)") done allow a.noir perl"
}

@test "audit --since lists only later commands" {
  run told --since 1h
  assert_line --partial 'create a.noir'
  run told --since 2099-01-01
  assert_output ''
  run bawn-admin audit --since yesterday
  assert_equal "$status" 2
}

@test "audit lists a killed command as begun" {
  hold_lock /var/lib/bawn/.lock # it waits there
  setsid bawn-admin assign a.noir /home/alice/app --mask '*.x' >/dev/null 2>&1 3>&- &
  # shellcheck disable=SC2016 # for the inner shell
  timeout 25 sh -c 'until grep -q -F "\"*.x\"" "$1"; do sleep 0.02; done' sh "$journal"
  kill -KILL -- "-$!"
  let_lock_go
  run told
  assert_line --regexp "^alice +begun +assign a.noir /home/alice/app --mask '\*.x'$"
}

@test "audit counts damaged lines, shows no control characters, and continues" {
  {
    printf 'rubbish\n{"act":"x","argv":[1]}\n\xff\xfe\0\n'
    printf '%s\n' '{"act":"y","time":"2026-11-21T10:02:11Z","by":0,"argv":["\u001b[31mred"],"result":"done","reason":""}'
    printf '{"act":"cut'
  } >>"$journal"
  bawn-admin restrict a.noir perl
  run bawn-admin audit
  assert_success
  assert_line 'bawn-admin: 4 lines of the audit log are not readable'
  assert_line --partial 'restrict a.noir perl'
  assert_line --partial '?[31mred'
  refute_output --partial $'\e'
}

@test "bawn-admin opens the journal only to append, so an append-only attribute is possible" {
  strace -f -qq -e trace=openat -o "$BATS_TEST_TMPDIR/calls" bawn-admin allow a.noir perl
  run grep -E 'audit\.jsonl.*(O_WRONLY|O_RDWR)' "$BATS_TEST_TMPDIR/calls"
  assert_success
  run grep -v O_APPEND <<<"$output"
  assert_failure
}

@test "fifty commands at the same time lose no line of the journal" {
  local number
  for number in {1..50}; do
    bawn-admin allow a.noir "no-such-command-$number" >/dev/null 2>&1 3>&- &
    ((number % 5)) || wait
  done
  wait
  run bash -c "bawn-admin audit 2>/dev/null | grep -c 'refused  allow a.noir no-such-command-'"
  assert_output 50
}

@test "a command on a full disk changes nothing, because the journal cannot record it" {
  local before small=$BATS_TEST_TMPDIR/small
  mkdir "$small"
  mount -t tmpfs -o "size=$(($(du -sm /var/lib/bawn | cut -f 1) + 8))m,mode=755" small "$small"
  cp -a /var/lib/bawn/. "$small"
  mount --bind "$small" /var/lib/bawn
  dd if=/dev/zero of=/var/lib/bawn/filler bs=4k 2>/dev/null || true
  # The last block of the journal has room left; empty lines mean nothing.
  yes '' 2>/dev/null | head -c 8192 >>/var/lib/bawn/audit.jsonl || true
  before=$(readlink /var/lib/bawn/agents/a.noir)
  run bawn-admin restrict a.noir git
  local full_status=$status full_output=$output
  after=$(readlink /var/lib/bawn/agents/a.noir)
  rm /var/lib/bawn/filler
  run bawn-admin restrict a.noir git
  umount /var/lib/bawn
  umount "$small"
  assert_equal "$full_status" 3
  [[ $full_output == *'cannot write to the audit log /var/lib/bawn/audit.jsonl: No space left on device'* ]]
  assert_equal "$after" "$before"
  assert_success
}

@test "a directory in the place of the log is named, and nothing is done" {
  mv "$journal" "$journal.kept"
  mkdir "$journal"
  run -3 bawn-admin audit
  assert_line "bawn-admin: error: the audit log $journal is not a file"
  assert_line "bawn-admin: hint: look into it, and move it away: sudo mv $journal $journal.old"
  run -3 bawn-admin create b.own
  assert_line "bawn-admin: error: the audit log $journal is not a file"
  run bawn-admin doctor
  assert_output --partial "the audit log $journal is not a file"
  rmdir "$journal"
  mv "$journal.kept" "$journal"
}
