#!/usr/bin/env bats
# A wrong clock: set back, so that files, signatures and sessions have times in the future, or set ahead.

# shellcheck disable=SC2016,SC2154 # what is in single quotes is for other shells; the loaded files define the variables
load ../lib/world.bash
load ../lib/mirrors.bash

setup_file() {
  gcc -Wall -O1 -shared -fPIC -o /usr/lib/libclock_test.so /src/tests/lib/clock.c
  make_mirrored_project
  echo /usr/lib/libclock_test.so >/etc/ld.so.preload
}

teardown() {
  rm -f /run/clock-is-off
}

day=86400

# off SECONDS: sets the difference of the clock from now on.
off() { echo "$1" >/run/clock-is-off; }

# launches COMMAND…: alice starts the agent, with a sync before.
launches() { as alice bawn launch a.noir app -- "$@"; }

@test "the clock of these tests is wrong for bawn, and right for files" {
  off $((-400 * day))
  run date +%Y
  assert [ "$output" -lt "$(stat -c %z /run/clock-is-off | cut -d - -f 1)" ]
  run env LC_ALL=C bash -c 'echo "${EPOCHREALTIME%.*}"'
  assert [ "$output" -lt "$(($(stat -c %Z /run/clock-is-off) - day))" ]
}

@test "a sync misses no change while the clock goes back and forth" {
  local at seconds=(0 $((-day)) $((3650 * day)) $((-3650 * day)) -5 0)
  for at in "${seconds[@]}"; do
    off "$at"
    in_project 'echo "$1" >same; touch -d "2026-01-01 10:00" same' change "$((RANDOM % 9000 + 1000))"
    sync_app
    assert_copied same
  done
  run -0 sync_app
  run -0 sync_app
  assert_output ''
}

@test "a sync copies files with a time in the future or before 1970 once" {
  in_project 'echo 1 >late; touch -d 2099-01-01 late; echo 1 >early; touch -d 1955-01-01 early; ln -s late way; touch -h -d 2099-01-01 way'
  run -0 sync_app
  assert_copied late early
  run -0 sync_app
  assert_output ''
  in_project 'echo 2 >late; touch -d 2099-01-01 late; echo 2 >early; touch -d 1955-01-01 early'
  sync_app
  assert_copied late early
}

@test "an agent with a signature from the future starts, and root can sign it again and rotate keys" {
  local at
  for at in $((-3650 * day)) $((3650 * day)) 0; do
    off "$at"
    run -0 launches cat README.md
    bawn-admin reseal a.noir
    run -0 launches cat README.md
    run -0 as alice bawn verify a.noir
    bawn-admin key rotate
    run -0 launches cat README.md
    run -0 bawn-admin verify
    refute_output --partial '✗'
    run -0 bawn-admin list
    run -0 as alice bawn list
  done
}
