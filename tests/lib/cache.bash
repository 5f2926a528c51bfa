# shellcheck shell=bash
# The directories of roots and images between two runs, and their names. Sourced by scripts outside the root.

# shellcheck source-path=SCRIPTDIR source=place.bash
. "$(dirname "${BASH_SOURCE[0]}")/place.bash"

# In the test root, these scripts call themselves with this argument.
[ "${1:-}" != --inside ] || require_test_root

cache_directory() {
  printf '%s\n' "${XDG_CACHE_HOME:-$HOME/.cache}/bawn-tests"
}

# content_id FILE…: prints twelve hex digits that depend on the content of the files.
content_id() {
  cat -- "$@" | sha256sum | cut -c1-12
}

# made_once PLACE NAME COMMAND…: prints PLACE, a directory of the cache. If PLACE does not exist, COMMAND… creates it under the
# path in its last argument, and other callers wait. COMMAND is a program, because a function would continue after its first
# error here.
made_once() {
  local place=$1 what=$2 lock
  shift 2
  mkdir -p "${place%/*}"
  exec {lock}>"$place.lock"
  flock "$lock"
  if [ ! -d "$place" ]; then
    echo "making $what (log: $place.log)" >&2
    rm -rf "$place.part"
    "$@" "$place.part" >"$place.log" 2>&1 {lock}>&- || {
      tail -n 20 "$place.log" >&2
      die "$what could not be made" "the whole log is $place.log"
    }
    mv "$place.part" "$place"
  fi
  exec {lock}>&-
  printf '%s\n' "$place"
}

die() {
  printf '%s: error: %s\n' "${0##*/}" "$1" >&2
  [ $# -lt 2 ] || printf '%s: hint: %s\n' "${0##*/}" "$2" >&2
  exit 1
}

must_be_root() {
  [ "$(id -u)" -eq 0 ] || die 'only root can make accounts and mounts for a test root' 'run it with sudo'
}
