# shellcheck shell=bash
# Where roots and images are kept between runs, and what they are called. Sourced by scripts outside the root.

cache_directory() {
  printf '%s\n' "${XDG_CACHE_HOME:-$HOME/.cache}/bawn-tests"
}

# content_id FILE…: twelve hex digits that change whenever one of the files does.
content_id() {
  cat -- "$@" | sha256sum | cut -c1-12
}

die() {
  printf '%s: error: %s\n' "${0##*/}" "$1" >&2
  [ $# -lt 2 ] || printf '%s: hint: %s\n' "${0##*/}" "$2" >&2
  exit 1
}

must_be_root() {
  [ "$(id -u)" -eq 0 ] || die 'only root can make accounts and mounts for a test root' 'run it with sudo'
}
