#!/usr/bin/env bats
# A part of the sandbox is missing: whether a session starts, and whether bawn reports it.

load attack
load restore

setup_file() {
  begin_world
}

@test "no session starts without bubblewrap or the seccomp filter" {
  local lib file
  lib=$(dirname "$(enter_program)")
  for file in /usr/bin/bwrap "$lib/session.bpf" "$lib/enter"; do
    mv "$file" "$file.away"
    launched -- sh -c 'echo went'
    mv "$file.away" "$file"
    assert_failure
    judge
  done
}

@test "no session starts with an empty or truncated seccomp filter" {
  local filter
  filter=$(dirname "$(enter_program)")/session.bpf
  cp -p "$filter" "$BATS_TEST_TMPDIR/filter"
  for length in 0 7; do
    head -c "$length" "$BATS_TEST_TMPDIR/filter" >"$filter"
    run in_session "$agent" sh -c 'echo went' </dev/null
    cp -p "$BATS_TEST_TMPDIR/filter" "$filter"
    assert_failure
    refute_line went
  done
  concludes 'refused: both'
  judge
}

@test "no session starts where the kernel permits no user namespace" {
  # The kernel creates no user namespace for a process whose root differs from the root of its mount namespace.
  install -d /elsewhere
  run unshare --mount sh -c "mount --rbind / /elsewhere && exec chroot /elsewhere sudo -H -u op sudo -n -u $agent $(enter_program) app $(serial) sh -c 'echo went'" </dev/null
  assert_failure
  judge
}

# bats test_tags=guest
@test "an agent that needs AppArmor does not start without its AppArmor policy" {
  bawn-admin create c.vert --profile standard --operator op --require-apparmor || true
  bawn-admin assign c.vert /home/op/app || true
  ! on_apparmor || echo -n bawn.c.vert >/sys/kernel/security/apparmor/.remove
  run in_session c.vert sh -c 'echo went' </dev/null
  assert_failure
  refute_line went
  run as op bawn launch --no-sync c.vert app -- sh -c 'echo went' </dev/null
  assert_failure
  judge
  bawn-admin delete c.vert --yes
}

# bats test_tags=guest
@test "no session starts with an AppArmor policy in complain mode, or another policy of the same name" {
  on_apparmor || { rm -rf /home/op/.local/state/bawn/told; launched -- sh -c 'echo went'; assert_output --partial 'no AppArmor'; judge; return; }
  printf 'abi <abi/4.0>,\nprofile bawn.%s flags=(complain) {\n}\n' "$agent" | apparmor_parser -K -r
  launched -- sh -c 'echo went'
  assert_equal "$status" 3
  judge
  printf 'abi <abi/4.0>,\nprofile bawn.%s flags=(unconfined) {\n}\n' "$agent" | apparmor_parser -K -r
  launched -- sh -c 'echo went'
  assert_equal "$status" 3
  judge
  bawn-admin reseal
}
