# shellcheck shell=bash
# For attacks on the files of root: restores them after each test. Sourced after attack.bash.
# shellcheck disable=SC2154 # state and agent are set there

setup() {
  saved=$(mktemp -d)
  cp -a "$state" "$saved/state"
  cp -a /etc/bawn "$saved/settings"
  cp -a /etc/sudoers.d "$saved/sudoers.d"
  cp -a /home/op "$saved/op"
}

teardown() {
  restore
  rm -rf "$saved"
}

# restore: restores the state before the test.
restore() {
  rm -rf "$state" /etc/bawn /etc/sudoers.d /home/op
  cp -a "$saved/state" "$state"
  cp -a "$saved/settings" /etc/bawn
  cp -a "$saved/sudoers.d" /etc/sudoers.d
  cp -a "$saved/op" /home/op
}

serial() { basename "$(readlink "$state/agents/$agent")"; }

# launched [ARG…]: the operator runs `bawn launch`.
launched() {
  run as op timeout 60 bawn launch --no-sync "$agent" app "$@" </dev/null
}

# broken LINK: asserts that the launch was refused, and that its error names this link of the chain.
broken() {
  assert_equal "$status" 3
  assert_output --partial "$1"
  judge
}
