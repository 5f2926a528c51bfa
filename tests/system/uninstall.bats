#!/usr/bin/env bats
# After `bawn-admin uninstall` the system is as it was before `bawn-admin init`, whatever happened in between.

load ../lib/world.bash
bats_require_minimum_version 1.5.0

setup() {
  if ! id alice 2>/dev/null; then
    make_user alice
    make_project alice app >/dev/null
  fi
  SUDO_UID=$(id -u alice) SUDO_GID=$(id -g alice) SUDO_USER=alice
  export SUDO_UID SUDO_GID SUDO_USER
  listing >"$BATS_TEST_TMPDIR/before"
}

# Prints names, types, modes, owners, links, access control lists and contents. Account tools keep a copy of each of their files,
# and bawn keeps the uid of the next agent.
listing() {
  local backup='/etc/(passwd|group|shadow|gshadow|subuid|subgid)-|/var/lib/bawn.next-uid'
  find /etc /var/lib /usr -regextype posix-extended ! -regex "$backup" -printf '%p %y %m %U %G %l\n' | sort
  find /etc /var/lib -regextype posix-extended ! -regex "$backup" -type f -print0 | sort -z | xargs -0 sha256sum
  find /usr -type f -newer /etc/hostname -print0 | sort -z | xargs -0r sha256sum
}

as_before() {
  diff "$BATS_TEST_TMPDIR/before" <(listing)
}

live_a_little() {
  bawn-admin init --operator alice
  bawn-admin create a.noir
  bawn-admin create b.noir
  bawn-admin assign a.noir /home/alice/app
  bawn-admin allow a.noir perl
  bawn-admin key rotate
  as alice bawn launch a.noir app -- sh -c 'echo done >.scratch/notes'
  bawn-admin sync
}

@test "uninstall refuses while there are agents, and names them" {
  live_a_little
  run bawn-admin uninstall
  assert_failure 3
  assert_output --partial 'there are agents: a.noir b.noir'
  run as alice bawn launch a.noir app -- true
  assert_success
  run bawn-admin uninstall --purge </dev/null
  assert_failure 2
  run bawn-admin uninstall --purge --yes
  assert_success
  assert_output --partial 'to remove the programs, type in the source directory of bawn: sudo packaging/uninstall PREFIX=/usr/local'
  as_before
  run bawn-admin uninstall --yes
  assert_failure 4
}

@test "uninstall --purge leaves the system as it was, running sessions or not" {
  live_a_little
  as alice bawn launch a.noir app -- sleep 300 >/dev/null 2>&1 3>&- &
  timeout 20 sh -c 'until pgrep -x -u a.noir sleep >/dev/null; do sleep 0.1; done'
  run bawn-admin uninstall --purge --yes
  assert_success
  run pgrep -x sleep
  assert_failure
  as_before
}

@test "uninstall keeps the uid of the next agent in a file of root, and says so" {
  bawn-admin init
  bawn-admin create a.noir --operator alice
  cp /var/lib/bawn/next-uid "$BATS_TEST_TMPDIR"
  run -0 bawn-admin uninstall --purge --yes
  assert_line --partial '/var/lib/bawn.next-uid stays: it has the next user ID'
  assert_equal "$(stat -c '%U %a' /var/lib/bawn.next-uid)" 'root 600'
  diff "$BATS_TEST_TMPDIR/next-uid" /var/lib/bawn.next-uid
  bawn-admin init
  run -0 bawn-admin create b.noir --operator alice
  assert_output --partial "created b.noir: uid $(cat "$BATS_TEST_TMPDIR/next-uid")"
  bawn-admin uninstall --purge --yes
}

@test "uninstall without agents asks, and leaves the system as it was" {
  bawn-admin init
  run -2 bawn-admin uninstall </dev/null
  assert_line 'bawn-admin: error: confirmation needed, but there is no terminal'
  run -1 bash -c 'script -qec "bawn-admin uninstall" /dev/null <<<n'
  assert_line --partial 'delete the settings, the keys, the adopted tools, and the audit log? [y/N]'
  run -0 bawn-admin audit
  run -0 bash -c 'script -qec "bawn-admin uninstall" /dev/null <<<y'
  as_before
}

@test "a kept home stops uninstall" {
  bawn-admin init
  bawn-admin create a.noir --operator alice
  bawn-admin delete a.noir --keep-home --yes
  run bawn-admin uninstall
  assert_failure 3
  assert_output --partial 'there are kept homes: /var/lib/bawn/homes/a.noir.kept-'
  bawn-admin uninstall --purge --yes
  as_before
}

@test "a group that was there before init stays" {
  groupadd agents
  listing >"$BATS_TEST_TMPDIR/before"
  bawn-admin init
  bawn-admin uninstall --yes
  as_before
  groupdel agents
}

@test "the next uninstall finishes one that was killed at any moment" {
  # shellcheck disable=SC2034 # it only counts
  for round in {1..6}; do
    bawn-admin init --operator alice
    bawn-admin create a.noir
    bawn-admin assign a.noir /home/alice/app
    setsid bawn-admin uninstall --purge --yes >/dev/null 2>&1 &
    local victim=$!
    sleep "0.$((RANDOM % 9))$((RANDOM % 10))"
    kill -KILL -- "-$victim" 2>/dev/null || true
    wait "$victim" 2>/dev/null || true
    run bawn-admin uninstall --purge --yes
    [[ $status == [04] ]]
    as_before
  done
}

@test "uninstall names the package to remove after an installation by a package manager" {
  bawn-admin init
  mv /usr/local/lib/bawn/files /root/files
  run bawn-admin uninstall --yes
  mv /root/files /usr/local/lib/bawn/files
  assert_success
  assert_output --partial "to remove the programs, remove the package bawn"
  as_before
}

@test "init and create work after an uninstall" {
  live_a_little
  bawn-admin uninstall --purge --yes
  rm -rf /home/alice/.local/state/bawn
  live_a_little
  run as alice bawn verify a.noir
  assert_success
}
