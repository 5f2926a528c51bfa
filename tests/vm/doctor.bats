#!/usr/bin/env bats
# doctor on a kernel with AppArmor: its findings about policies, and the results of its attacks.

load ../lib/world
bats_require_minimum_version 1.5.0

setup_file() {
  type -P bawn-admin >/dev/null || PREFIX=/usr /src/packaging/install --no-train
  make_user op
  make_project op app
  bawn-admin init --operator op
  bawn-admin create a.noir
  bawn-admin assign a.noir /home/op/app
}

# found: prints the names of all findings, one a line.
found() {
  bawn-admin doctor --json | sed -n 's/.*"finding" : "\([a-z-]*\)".*/\1/p'
}

@test "doctor finds that AppArmor enforces the signed policies" {
  run found
  refute_line --regexp 'apparmor|aa-exec|securityfs|policy|userns'
}

@test "doctor finds a policy that is not loaded, and its line loads it" {
  printf bawn.a.noir >/sys/kernel/security/apparmor/.remove
  run found
  assert_line policy-not-enforced
  run bawn-admin doctor
  assert_line --regexp '^ +sudo bawn-admin reseal a.noir$'
  bawn-admin reseal a.noir
  run found
  refute_line policy-not-enforced
}

@test "AppArmor refuses each attack of doctor --try that it must stop" {
  run as op bawn doctor --try a.noir app
  assert_success
  assert_line --regexp '^  refused +run a program that it wrote$'
  assert_line --regexp '^  refused +start a program through the dynamic linker$'
  assert_line --regexp '^  refused +leave its AppArmor policy$'
  assert_line 'every attack that must fail has failed'
}
