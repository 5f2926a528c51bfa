#!/usr/bin/env bats
# Verifies what the other files of this directory require of the guest: AppArmor is enabled in its kernel, and refuses.

load ../lib/world

@test "AppArmor is enabled" {
  run on_apparmor
  assert_success
}

@test "the kernel loads a small profile and refuses access that it does not list" {
  cat >"$BATS_TEST_TMPDIR/profile" <<'PROFILE'
abi <abi/4.0>,
profile bawn-tests-small {
  /usr/bin/cat mr,
  /usr/lib/** mr,
  /etc/ld.so.cache r,
  /etc/hostname r,
}
PROFILE
  apparmor_parser -r "$BATS_TEST_TMPDIR/profile"
  run aa-exec -p bawn-tests-small -- cat /etc/hostname
  assert_success
  run aa-exec -p bawn-tests-small -- cat /etc/passwd
  assert_failure
  assert_output --partial 'Permission denied'
  run dmesg
  assert_output --regexp 'apparmor="DENIED" operation="open"[^\n]*profile="bawn-tests-small" name="/etc/passwd"'
  apparmor_parser -R "$BATS_TEST_TMPDIR/profile"
}

@test "an ordinary user starts bubblewrap" {
  make_user op
  run as op bwrap --unshare-all --ro-bind / / true
  assert_success
}
