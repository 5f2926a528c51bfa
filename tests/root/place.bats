#!/usr/bin/env bats
# Scripts for the test root refuse to run outside of it. For "outside", these tests use a copy of the test root without its
# mark, so that a script that does not refuse does no harm.

bats_require_minimum_version 1.5.0

setup() {
  PATH=$BATS_TEST_DIRNAME:$PATH
}

# elsewhere SCRIPT: runs the script in the copy without the mark, and prints each account and mount that it made.
elsewhere() {
  # shellcheck disable=SC2016 # the shell inside expands it
  run --separate-stderr enter -- bash -c 'rm /dev/bawn-tests
    before=$(cat /etc/passwd /proc/mounts)
    bash -c "$1"
    echo "status $?"
    diff <(echo "$before") <(cat /etc/passwd /proc/mounts)' elsewhere "$1"
}

# refuses COMMAND: asserts that the command prints the error of require_test_root, and makes no account and no mount.
# shellcheck disable=SC2154 # run sets stderr
refuses() {
  elsewhere "$1"
  echo "$1: $output $stderr"
  [ "$output" = 'status 1' ]
  [[ $stderr == *': error: this makes accounts and mounts, so it runs only in the test root'* ]]
}

@test "a bench refuses to run outside the test root" {
  local bench benches=0
  for bench in "$BATS_TEST_DIRNAME"/../bench/*; do
    case ${bench##*/} in
      run | figures.bash) ;;
      *) refuses "/src/tests/bench/${bench##*/} --inside 1" && benches=$((benches + 1)) ;;
    esac
  done
  [ "$benches" -ge 6 ]
}

@test "a script that adds packages to the test root refuses to add them elsewhere" {
  local script scripts=0
  for script in $(cd "$BATS_TEST_DIRNAME/.." && grep -lE '^ *apt-get .*install ' -r older packages shells systemd tools); do
    refuses "/src/tests/$script --inside"
    scripts=$((scripts + 1))
  done
  [ "$scripts" -ge 4 ]
}

@test "tests of accounts, systemd and kept places refuse to run outside the test root" {
  refuses '. /src/tests/lib/world.bash'
  refuses '. /src/tests/lib/kept.bash; put_back first'
  refuses /src/tests/systemd/boot
}

@test "a bats file of the test root makes no file outside it" {
  elsewhere 'bats /src/tests/system/root.bats 2>&1 >/tmp/tap | cat >&2; ! grep -q "^ok" /tmp/tap'
  [ "$output" = 'status 0' ]
}

@test "the test root has the mark, and this machine has not" {
  enter -- test -e /dev/bawn-tests
  [ ! -e /dev/bawn-tests ]
}
