#!/usr/bin/env bats
# The first command of the README, on a machine that has never seen bawn: as root alone, by sudo, again, and undone.

bats_require_minimum_version 1.5.0

load ../lib/world

quickstart=/src/packaging/quickstart

setup_file() {
  make_person op
  echo 'op ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/op
}

# Every account, and every file with its mode and owner, other than logs, backups, temporary ones and the counter of uids.
machine() {
  getent passwd
  getent group
  find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /tmp -o -path /run -o -path /var/log \
    -o -path '/etc/*-' -o -path /etc/.pwd.lock \
    -o -path /var/lib/bawn.next-uid \) -prune -o -printf '%p %m %u %l\n' | sort
}

# shown: that the session of $output did what its walls let it do, and nothing else.
shown() {
  assert_line '  a.demo'
  assert_line '  hello, world'
  assert_line '  bawn: perl: not allowed for a.demo; ask: sudo bawn-admin allow a.demo perl'
  assert_line '  review.txt'
  assert_line "  touch: cannot touch 'src/mine.py': Read-only file system"
  assert_line '  cat: .env: No such file or directory'
  refute_output --partial 'this should not be'
  assert_line --regexp 'V3 .*the signature of the manifest is valid'
}

@test "an ordinary user is told to use sudo" {
  run -5 as op "$quickstart"
  assert_line 'bawn: hint: sudo packaging/quickstart'
}

@test "there is nothing to undo before it ran" {
  run -4 "$quickstart" --undo
}

@test "root alone sees a session of a demonstration account, and undo leaves no trace" {
  machine >"$BATS_TEST_TMPDIR/before"
  run -0 "$quickstart"
  shown
  assert_line --partial 'bawn-demo, made to show bawn'
  run -0 "$quickstart"
  shown
  run -0 "$quickstart" --undo
  machine >"$BATS_TEST_TMPDIR/after"
  diff "$BATS_TEST_TMPDIR"/{before,after}
  assert_line --partial '/var/lib/bawn.next-uid, which counts the uids of agents'
  assert_equal "$(stat -c '%U %a' /var/lib/bawn.next-uid) $(cat /var/lib/bawn.next-uid)" 'root 600 70001'
}

@test "a sudoer sees a session of an own agent, and undo leaves no trace" {
  machine >"$BATS_TEST_TMPDIR/before"
  run -0 as op sudo "$quickstart"
  shown
  refute_output --partial bawn-demo,
  [ "$(stat -c %U /home/op/bawn-demo/src/greet.py)" = op ]
  run -0 as op bawn launch a.demo bawn-demo -- true
  run -0 as op sudo "$quickstart" --undo
  machine >"$BATS_TEST_TMPDIR/after"
  diff "$BATS_TEST_TMPDIR"/{before,after}
}

@test "undo after Ctrl-C leaves no trace, whenever that came" {
  machine >"$BATS_TEST_TMPDIR/before"
  local seconds
  for seconds in 0.5 2 4 7; do
    interrupted_after "$seconds" "$quickstart"
    [ ! -e /var/lib/bawn-quickstart ] || "$quickstart" --undo
    machine >"$BATS_TEST_TMPDIR/after"
    diff "$BATS_TEST_TMPDIR"/{before,after}
  done
}

# interrupted_after SECONDS COMMAND...: as at a terminal, where the signal goes to all that run there.
interrupted_after() {
  local seconds=$1
  shift
  setsid env --default-signal=INT "$@" >"$BATS_TEST_TMPDIR/said" 2>&1 3>&- &
  sleep "$seconds"
  ! kill -0 $! || kill -INT -- -$!
  wait $! || true
  while pgrep -g $! >/dev/null; do sleep 0.1; done
}

@test "an agent that somebody else made keeps its walls" {
  "$quickstart" >/dev/null 2>&1
  bawn-admin create a.noir --operator op
  run -1 "$quickstart" --undo
  assert_line 'bawn: error: the agent a.noir would lose its walls'
  run -0 bawn-admin verify a.noir
  bawn-admin delete a.noir --yes
  run -0 "$quickstart" --undo
}

@test "an account that is there already is not adopted" {
  useradd --create-home bawn-demo
  run -1 "$quickstart"
  assert_line 'bawn: error: there is an account bawn-demo that quickstart did not make'
  id bawn-demo
  "$quickstart" --undo
}
