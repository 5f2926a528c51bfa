# shellcheck shell=bash disable=SC2034
# Sessions under a person's own uid: who starts them, and on which bubblewrap. The person is alice, with a project app.

# make_home_file_system: where the root's own files lie on an overlay, upon which another one keeps nothing.
make_home_file_system() {
  [ "$(stat -f -c %T /)" = overlayfs ] || return 0
  mount -t tmpfs -o mode=0755 home /home
}

# make_alice: her, her project, and a place where her sessions can keep something.
make_alice() {
  make_home_file_system
  make_person alice
  make_project alice app
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

# in_app WORD…: alice types it in her project, app.
in_app() { sudo -H -u alice -- env -C /home/alice/app -- "$@"; }
launches() { in_app bawn launch "$@"; }

# What a script does in a session until goes_on is called.
# shellcheck disable=SC2034 # tests read it
pause='touch ~/begun; until [ -e ~/go-on ]; do sleep 0.1; done'

# in_background [OPTION…] SCRIPT: a session that has come to its pause.
in_background() {
  in_app bawn launch "${@:1:$#-1}" -- sh -c "${!#}" &
  timeout 60 sh -c 'until ls /home/alice/.local/share/bawn/homes/command/*/begun >/dev/null 2>&1; do sleep 0.1; done'
}

let_go() {
  local home
  for home in /home/alice/.local/share/bawn/homes/command/*/; do as alice touch "$home/go-on"; done
}

goes_on() {
  let_go
  wait
}

# at_a_terminal: what alice types and must see there, as Tcl on stdin; $bawn begins a session, or what $begins says.
at_a_terminal() {
  in_app env PS1='$ ' TERM=xterm-256color expect -c "
    set bawn {${begins:-bawn launch --}}
    source /src/tests/lib/terminal.tcl
    $(cat)"
}

# make_program PATH TEXT: a program of alice's that says so.
make_program() {
  # shellcheck disable=SC2016 # the shell inside expands it
  as alice sh -c 'mkdir -p "${1%/*}"; printf "#!/usr/bin/env sh\necho %s \"\$@\"; cat \"\$(dirname \"\$0\")/beside\" 2>/dev/null; true\n" "$2" >"$1"; chmod 755 "$1"' make "$1" "$2"
}
