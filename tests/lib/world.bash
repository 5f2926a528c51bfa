# shellcheck shell=bash
# Functions for all tests inside the test root (or the guest): make accounts and projects, and examine the machine.

# shellcheck source-path=SCRIPTDIR source=place.bash
source "$(dirname "${BASH_SOURCE[0]}")/place.bash"
require_test_root

bats_load_library bats-support
bats_load_library bats-assert

# on_apparmor: whether this kernel has AppArmor: the kernel of the guest has it, and the test root hides it.
on_apparmor() {
  local enabled=N
  [ ! -r /sys/module/apparmor/parameters/enabled ] || read -r enabled </sys/module/apparmor/parameters/enabled
  [ "$enabled" = Y ]
}

# make_state_file_system: mounts a file system on which agents can have overlays: an upper layer cannot be on an overlay, and the
# test root is one.
make_state_file_system() {
  mkdir -p /var/lib/bawn
  mount -t tmpfs -o mode=0755 state /var/lib/bawn
}

# make_user NAME: makes an ordinary account with a private home.
make_user() {
  useradd --create-home --shell /bin/bash "$1"
  chmod 700 "/home/$1"
}

# as NAME COMMAND…: runs the command as this user, in the user's home and environment, without variables of root. (Not by
# sudo -i: it joins the arguments to one line, in which the shell expands $.)
as() {
  local user=$1
  shift
  sudo -H -u "$user" -- env -C "/home/$user" -- "$@"
}

# make_project OWNER NAME: makes a small git project with a secret file that git does not ignore. Prints its path.
make_project() {
  local owner=$1 path
  path=/home/$1/$2
  # shellcheck disable=SC2016
  as "$owner" sh -c '
    set -e
    git init -q "$1"
    cd "$1"
    git config user.name Owner
    git config user.email owner@localhost
    mkdir src
    echo "print(\"hello\")" >src/hello.py
    echo "# A small project" >README.md
    echo "TOKEN=a-secret" >.env
    echo "build/" >.gitignore
    git add README.md src .gitignore
    git commit -qm "A beginning"
  ' make_project "$path"
  printf '%s\n' "$path"
}

# refused STATUS SENTENCE HINT COMMAND…: asserts that the command ends with the status, and prints only this error and hint.
# shellcheck disable=SC2154 # run sets output and stderr
refused() {
  local expected=$1 sentence=$2 hint=$3
  shift 3
  run "-$expected" --separate-stderr "$@"
  assert_equal "$output" ''
  assert_equal "$stderr" "bawn: error: $sentence"$'\n'"bawn: hint: $hint"
}

# sentence_of KEY: prints a regular expression for the error that has this key in tests/sentences.
sentence_of() {
  local line
  line=$(grep -h "^$1"$'\t' /src/tests/sentences/*.tsv | cut -f3)
  [ -n "$line" ] || fail "tests/sentences has no key $1"
  sed 's/[][().*+?^${}|\\]/\\&/g; s/…/.*/g' <<<"$line"
}

# hold_lock FILE: locks the file; other processes that lock it wait until let_lock_go.
hold_lock() {
  rm -f /run/lock-is-held
  python3 -c 'import fcntl, sys, time
lock = open(sys.argv[1], "w")
fcntl.lockf(lock, fcntl.LOCK_EX)
open("/run/lock-is-held", "w").close()
time.sleep(600)' "$1" 3>&- &
  lock_holder=$!
  timeout 30 sh -c 'until [ -e /run/lock-is-held ]; do sleep 0.05; done'
}

let_lock_go() {
  kill "$lock_holder"
  wait || true
}
