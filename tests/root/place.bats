#!/usr/bin/env bats
# What is meant for the test root refuses to run elsewhere. "Elsewhere" is a copy of it without its mark here, so that a
# refusal that is missing harms nothing.

bats_require_minimum_version 1.5.0

setup() {
  PATH=$BATS_TEST_DIRNAME:$PATH
}

# elsewhere SCRIPT: sh runs it there, and then names each account and mount that was made.
elsewhere() {
  # shellcheck disable=SC2016 # the shell inside expands it
  run --separate-stderr enter -- bash -c 'rm /dev/bawn-tests
    before=$(cat /etc/passwd /proc/mounts)
    bash -c "$1"
    echo "status $?"
    diff <(echo "$before") <(cat /etc/passwd /proc/mounts)' elsewhere "$1"
}

# refuses COMMAND: with a sentence, and without any account or mount.
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

@test "a bats file of the test root makes nothing outside it" {
  elsewhere 'bats /src/tests/system/root.bats 2>&1 >/tmp/tap | cat >&2; ! grep -q "^ok" /tmp/tap'
  [ "$output" = 'status 0' ]
}

@test "the mark is there in the test root and not on this machine" {
  enter -- test -e /dev/bawn-tests
  [ ! -e /dev/bawn-tests ]
}
