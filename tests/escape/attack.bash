# shellcheck shell=bash
# Functions of the attacks: two agents with signed policies, the start of their sessions, and the verdict on an attack.
#
# An attack prints "went" when it succeeded, and otherwise the error. The table, expected.tsv, says which of the two is right on
# this kernel. So an attack that could not even be tried counts as neither.

bats_require_minimum_version 1.5.0

here=$(cd -P "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source-path=SCRIPTDIR source=../lib/world.bash
source "$here/../lib/world.bash"
# shellcheck source-path=SCRIPTDIR source=../lib/kept.bash
source "$here/../lib/kept.bash"
# shellcheck source-path=SCRIPTDIR source=open.bash
source "$here/open.bash"

state=/var/lib/bawn
agent=a.noir
other=b.rouge

# Messages of the kernel, the shell and Python for a refusal, and for a missing file.
refusals='Permission denied|Operation not permitted|Read-only file system|PermissionError|cannot be preloaded|failed to map segment|Function not implemented|not supported'
refusals+='|password is required|not allowed|Authentication failure|bawn: error: |bawn-admin: error: '
refusals+='|No permissions to create a new namespace|Connection refused|EPERM|EACCES|EROFS|ENOSYS|EAFNOSUPPORT|ECONNREFUSED|EAGAIN|EMFILE|Bad system call|refused:'
absences='No such file or directory|command not found|not found|ENOENT|ESRCH|No such process'

# begin_world: an operator, a neighbour without any rights on the project, one project, and two agents on it: one without a
# network, one with the machine's network. Files that share a guest make them once.
begin_world() {
  if is_kept world; then
    put_back world
    "$(dirname "$(enter_program)")/load-policies"
  else
    make_world
    ! is_kept first || keep world
  fi
  [ -z "${ATTACK_WITHOUT:-}" ] || remove_protection "$ATTACK_WITHOUT"
}

make_world() {
  type -P bawn-admin >/dev/null || PREFIX=/usr /src/packaging/install --no-train
  make_user op
  make_user neighbour
  as neighbour sh -c 'echo "the secret of the neighbour" >secret'
  make_project op app >/dev/null
  bawn-admin init --operator op ${agent_uids:+--agent-uids "$agent_uids"}
  bawn-admin create "$agent" --profile network-isolated
  bawn-admin allow "$agent" git chmod rm mv
  bawn-admin create "$other" --profile standard
  bawn-admin assign "$agent" /home/op/app
  bawn-admin assign "$other" /home/op/app
}

# enter_program: prints the path of `enter` in this installation.
enter_program() {
  local admin
  admin=$(type -P bawn-admin)
  printf '%s\n' "${admin%/bin/*}/lib/bawn/enter"
}

# in_session AGENT COMMAND…: starts the command as an operator does.
in_session() {
  local who=$1 serial
  shift
  serial=$(readlink "$state/agents/$who")
  as op timeout -k 5 60 sudo -n -u "$who" "$(enter_program)" app "${serial##*/}" "$@"
}

# inside SCRIPT: bash runs the script in a session of the first agent. Sets output.
inside() {
  run in_session "$agent" bash -c "$1"$'\n''echo the end' </dev/null
  [ "${lines[-1]}" = 'the end' ] || fail "the session did not print its last line: $output"
  # bash's hint for a missing command must not count as a refusal: the attack was not tried.
  output=$(sed -E 's/^bawn: (.*): not allowed for .*/\1: command not found/' <<<"${output%the end}")
  mapfile -t lines <<<"$output"
}

# bring PROGRAM…: copies these programs into the agent's home, as the agent's own files.
bring() {
  local program
  for program; do
    install -o "$agent" -g "$agent" -m 0755 "$here/programs/$program" "$state/homes/$agent/$program"
  done
}

# compile PROGRAM: compiles the C program outside, and copies it into the agent's home.
compile() {
  gcc -O1 -Wall -o "$BATS_FILE_TMPDIR/$1" "$here/programs/$1.c"
  install -o "$agent" -g "$agent" -m 0755 "$BATS_FILE_TMPDIR/$1" "$state/homes/$agent/$1"
}

# eventually COMMAND…: repeats the command until it succeeds, for at most a minute.
eventually() {
  local deadline=$((SECONDS + 60))
  until "$@"; do
    ((SECONDS < deadline)) || fail "no success within a minute: $*" || return
    sleep 0.05
  done
}

# expected: prints the result that the table lists for this test on this kernel.
expected() {
  local column=4
  ! on_apparmor || column=3
  awk -F '\t' -v name="$BATS_TEST_DESCRIPTION" -v column="$column" '$1 == name { print $column; found = 1 }
    END { if (!found) exit 1 }' "$here/expected.tsv"
}

# judge: compares the output with the result that the table lists.
judge() {
  local verdict
  verdict=$(expected) || fail "expected.tsv does not list this test"
  case $verdict in
    possible) assert_line --regexp '(^|: )went$' ;;
    refused) assert_output --regexp "$refusals" ;;&
    absent) assert_output --regexp "$absences" ;;&
    refused | absent) refute_line --regexp '(^|: )went$' ;;
    *) fail "expected.tsv says '$verdict'" ;;
  esac
}

# concludes TEXT: replaces output by the result that the test itself found.
concludes() {
  output=$1
  lines=("$1")
}

# print_of PATH…: prints a digest of the content, owner, mode and time of all files below these paths.
print_of() {
  find "$@" -printf '%p %y %m %U:%G %s %T@ %l\n' 2>/dev/null | sort | sha256sum
  find "$@" -type f -exec sha256sum {} + 2>/dev/null | sort | sha256sum
}
