# shellcheck shell=bash
# What the tests of mirrors share: one project of alice's, one agent on it, and ways to look at the copy.

bats_require_minimum_version 1.5.0

project=/home/alice/app
mirror=/var/lib/bawn/mirrors/app
library=/usr/lib/bawn
[ -d "$library" ] || library=/usr/local/lib/bawn

# make_mirrored_project [OPTION…]: the options are those of assign.
make_mirrored_project() {
  make_person alice
  make_person bob
  make_project alice app >/dev/null
  SUDO_UID=$(id -u alice) SUDO_GID=$(id -g alice) SUDO_USER=alice
  export SUDO_UID SUDO_GID SUDO_USER
  bawn-admin init
  bawn-admin create a.noir
  bawn-admin assign a.noir "$project" "$@"
}

# in_project SCRIPT [ARG…]: a line of sh in the project, as its owner.
in_project() {
  as alice env -C "$project" sh -euc "$@"
}

sync_app() {
  bawn-admin sync a.noir app
}

# Everything in the mirror, one line each: type, mode, name, and where a link leads.
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

# Nothing that a sync started is alive. A namespace that ends takes a moment to be gone.
assert_no_children() {
  local left
  for _ in $(seq 300); do
    left=$(pgrep -l -u bawn-mirror || :; pgrep -l -u alice -x 'git|tar|bwrap|find' || :)
    [ -n "$left" ] || return 0
    sleep 0.1
  done
  fail "still there: $left"
}
