# shellcheck shell=bash
# Functions for the tests of mirrors: they create a project of alice and an agent on it, and compare the copy.

bats_require_minimum_version 1.5.0

project=/home/alice/app
mirror=/var/lib/bawn/mirrors/app
library=/usr/lib/bawn
[ -d "$library" ] || library=/usr/local/lib/bawn

# make_owned_project: makes the users and the project. From then on, bawn-admin runs as if alice had typed sudo.
make_owned_project() {
  make_user alice
  make_user bob
  make_project alice app >/dev/null
  SUDO_UID=$(id -u alice) SUDO_GID=$(id -g alice) SUDO_USER=alice
  export SUDO_UID SUDO_GID SUDO_USER
}

# make_mirrored_project [OPTION…]: makes the project, and assigns it to the agent with these options.
make_mirrored_project() {
  make_owned_project
  bawn-admin init
  bawn-admin create a.noir
  bawn-admin assign a.noir "$project" "$@"
}

# in_project SCRIPT [ARG…]: sh runs the script in the project, as its owner.
in_project() {
  as alice env -C "$project" sh -euc "$@"
}

sync_app() {
  bawn-admin sync a.noir app
}

# Prints one line for each file in the mirror: type, mode, name, and the target of a link.
mirrored() {
  find "$mirror" -mindepth 1 -printf '%y %m %P %l\n' | sed 's/ $//' | sort
}

# assert_copied NAME…, assert_left_out NAME…
assert_copied() {
  local name
  for name; do
    diff -- "$project/$name" "$mirror/$name" || fail "$name differs"
  done
}

assert_left_out() {
  local name
  for name; do
    if [ -e "$mirror/$name" ] || [ -L "$mirror/$name" ]; then
      fail "$name is in the mirror"
    fi
  done
}

# Asserts that no process of a sync remains. A namespace ends a moment after its last process.
assert_no_children() {
  local left
  for _ in $(seq 300); do
    left=$(pgrep -l -u bawn-mirror || :; pgrep -l -u alice -x 'git|tar|bwrap|find' || :)
    [ -n "$left" ] || return 0
    sleep 0.1
  done
  fail "still there: $left"
}
