#!/bin/sh
# What `bawn doctor --try` runs inside a session: attacks that harm nothing where they succeed. It uses what the agent is
# allowed and nothing else, so some need a program that is not there.
#
#   attacks.sh HOME PID PORT CANARY NUMBER    the operator's home; a process, a loopback port and a file of the machine's;
#                                             a number that makes names and arguments of this run its own
#
# Prints a line for each, "possible NAME", "refused NAME", "absent NAME" (nothing of that name is there) or "untried NAME".
home=$1 pid=$2 port=$3 canary=$4 number=$5
mine=bawn-try-$number

# attempt NAME FUNCTION: in a shell of its own, which a refused redirection would end.
attempt() {
  if ("$2") >/dev/null 2>&1 </dev/null; then
    echo "possible $1"
  else
    echo "refused $1"
  fi
}
there() { # NAME FUNCTION PATH: as above, if the path is there at all
  if [ -e "$3" ] || [ -L "$3" ]; then
    attempt "$1" "$2"
  else
    echo "absent $1"
  fi
}
with() { # PROGRAM NAME FUNCTION: as above, if the agent may run the program
  if command -v "$1" >/dev/null; then
    attempt "$2" "$3"
  else
    echo "untried $2"
  fi
}

write_project() { # appends nothing to a file: an agent without rm could not remove a new one
  for file in ./*; do [ ! -f "$file" ] || { : >>"$file"; return; }; done
  : >"./$mine"
}
write_commands() { : >"$PATH/$mine"; }
write_system() { (: >"/etc/$mine") || (: >"/usr/bin/$mine") || (: >"/$mine"); }
read_passwords() { read -r _ </etc/shadow; }
see_home() { [ -e "$home" ]; }
see_tmp() { [ -e "$canary" ]; }
see_others() { [ -e /var/lib/bawn/homes ] || [ -e /var/lib/bawn/mirrors ]; }
see_processes() { read -r name <"/proc/$pid/comm" && [ "$name" = java ]; }
become_root() { /usr/bin/sudo -n true || /usr/bin/su -c true || /usr/bin/pkexec true; }
read_disk() { for disk in /dev/[shv]d[a-z] /dev/nvme[0-9]* /dev/mem; do [ ! -r "$disk" ] || return 0; done && return 1; }
kernel_setting() { # writes what is there already
  read -r setting </proc/sys/kernel/core_pattern && echo "$setting" >/proc/sys/kernel/core_pattern
}
shed_label() { echo 'changeprofile unconfined' >/proc/self/attr/current; }
own_program() { # in its home only if it can remove the file; /compiled exists with --compiled
  for place in /var/tmp /compiled "$HOME"; do
    if [ "$place" = "$HOME" ] && ! command -v rm; then continue; fi
    ! cp /usr/bin/cp "$place/$mine" || ! "$place/$mine" --version || return 0
  done
  return 1
}
loader() { for ld in /lib*/ld-linux*.so.?; do "$ld" "$(readlink -f "$(command -v cat)")" /dev/null && return; done; return 1; }
# shellcheck disable=SC3025 # only where bash runs this
reach_loopback() { # the shells that cannot connect have python3 do it
  if [ "${BASH_VERSION-}" ]; then
    : 3<>"/dev/tcp/127.0.0.1/$port"
  else
    python3 -I -c 'import socket, sys; socket.create_connection(("127.0.0.1", int(sys.argv[1])), 2)' "$port"
  fi
}
user_namespace() { python3 -I -c 'import os; os.unshare(os.CLONE_NEWUSER)'; }
keep_setuid() { python3 -I -c 'import os, sys; os.close(os.open(sys.argv[1], os.O_CREAT)); os.chmod(sys.argv[1], 0o4755)' "/tmp/$mine.s"; }
type_ahead() { # into the terminal of whoever started this
  python3 -I -c 'import fcntl, termios; fcntl.ioctl(open("/dev/tty"), termios.TIOCSTI, b" ")'
}

attempt write-project write_project
attempt write-commands write_commands
attempt write-system write_system
there read-passwords read_passwords /etc/shadow
there see-home see_home "$home"
there see-tmp see_tmp "$canary"
there see-others see_others /var/lib/bawn/homes
attempt see-processes see_processes
there become-root become_root /usr/bin/sudo
attempt read-disk read_disk
attempt kernel-setting kernel_setting
attempt shed-label shed_label
with cp own-program own_program
with readlink loader loader
if [ "${BASH_VERSION-}" ]; then attempt reach-loopback reach_loopback; else with python3 reach-loopback reach_loopback; fi
with python3 user-namespace user_namespace
with python3 keep-setuid keep_setuid
with python3 type-ahead type_ahead

# What was written to /tmp is gone with the session.
rm -f -- "./$mine" "$HOME/$mine" "$PATH/$mine" "/etc/$mine" "/usr/bin/$mine" "/$mine" 2>/dev/null
# Last: who started this looks for it when the session has ended.
if command -v sleep >/dev/null; then
  sleep "57.$number" >/dev/null 2>&1 &
  echo 'refused outlive'
else
  echo 'untried outlive'
fi
