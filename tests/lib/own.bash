# shellcheck shell=bash
# Sessions under a person's own uid: who starts them, and on which bubblewrap.

# make_home_file_system: the root's own files lie on an overlay, upon which another one keeps nothing.
make_home_file_system() {
  mount -t tmpfs -o mode=0755 home /home
}

# make_older_bubblewrap: one that bawn takes for one before 0.11, in /tmp/older/bwrap. What tells it apart is a word in the
# program; the rest of it is this root's own.
make_older_bubblewrap() {
  mkdir -p /tmp/older
  sed 's/--overlay-src/--overlay-sre/g' /usr/bin/bwrap >/tmp/older/bwrap
  chmod 0755 /tmp/older /tmp/older/bwrap
}

# with_older_bubblewrap COMMAND…: that one stands in the other's place for as long.
with_older_bubblewrap() {
  local ended=0
  mount --bind /tmp/older/bwrap /usr/bin/bwrap
  "$@" || ended=$?
  umount /usr/bin/bwrap
  return "$ended"
}
