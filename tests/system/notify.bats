#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # a hook or a shell in the session expands what is quoted; bats sets the variables
# `--notify`: bawn tells the user that a session ended.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

hooks=/home/alice/.config/bawn/hooks

setup_file() { make_alice; }

setup() {
  rm -rf "$hooks"
  as alice mkdir -p "$hooks"
}

teardown() {
  in_app bawn killall --force 2>/dev/null || :
  forget_sessions /home/alice/told /home/alice/app/.bawn.toml /home/alice/.config/bawn/config.toml
}

# hook SCRIPT: creates alice's hook notify.
hook() { as alice sh -c 'printf "#!/bin/sh\n%s\n" "$2" >"$1" && chmod 755 "$1"' make "$hooks/notify" "$1"; }

told() { timeout 20 sh -c 'until [ -s /home/alice/told ]; do sleep 0.1; done; cat /home/alice/told'; }

note='{ printf "%s\n" "$@"; env | grep ^BAWN_ | sort; readlink /proc/self/fd/0 /proc/self/fd/1 /proc/self/fd/2; ls /proc/self/fd | wc -l; } >~/told.new; mv ~/told.new ~/told'

@test "the hook gets name and exit status of an ended session, in foreground and background" {
  hook "$note"
  run -3 launches --name one --notify hook -- sh -c 'printf "\033]0;evil\a" >&2; exit 3'
  run -0 told
  assert_line --index 0 one
  assert_line --index 1 ended
  assert_line --index 2 3
  assert_line BAWN_EVENT=ended
  assert_line BAWN_EXIT_STATUS=3
  assert_line BAWN_SESSION=one
  refute_output --partial evil
  rm /home/alice/told
  in_app bawn spawn two --notify hook -- sh -c 'sleep 1; exit 4'
  run -0 told
  assert_line --index 0 two
  assert_line --index 2 4
  rm /home/alice/told
  # bawn keeps the setting for the next start, and exec in an ended session sends no notification
  run -0 in_app bawn exec two -- true
  [ ! -e /home/alice/told ]
  in_app bawn restart two
  run -0 told
  assert_line --index 0 two
}

@test "the setting notify applies without an option, also when a session is killed" {
  hook "$note"
  as alice sh -c 'echo "notify = \"hook\"" >.config/bawn/config.toml'
  in_app bawn spawn one -- sleep 60
  in_app bawn kill one --grace 0
  run -0 told
  assert_line --index 0 one
  rm /home/alice/told
  run -0 launches --name two --notify none -- true
  sleep 1
  [ ! -e /home/alice/told ]
}

@test "an untrusted .bawn.toml does not turn on notifications, and no .bawn.toml adds a program" {
  hook "$note"
  as alice sh -c 'echo "notify = \"hook\"" >app/.bawn.toml'
  run -0 launches --name one -- true
  sleep 1
  [ ! -e /home/alice/told ]
  as alice sh -c 'echo "notify = \"/home/alice/app/evil\"" >app/.bawn.toml'
  run -3 launches --name two -- true
  assert_output --partial 'use none, bell, desktop, hook'
}

@test "a start refuses a hook that is missing, writable by another user, or a link" {
  run -4 --separate-stderr launches --name one --notify hook -- touch ran
  assert_equal "${stderr_lines[0]}" 'bawn: error: the program of the notification '\''hook'\'' does not exist: ~/.config/bawn/hooks/notify'
  hook "$note"
  chmod o+w "$hooks/notify"
  run -3 launches --name one --notify hook -- touch ran
  rm "$hooks/notify"
  as alice sh -c 'printf "#!/bin/sh\n" >app/evil; chmod 755 app/evil; ln -s ~/app/evil "$1"' link "$hooks/notify"
  run -3 launches --name one --notify hook -- touch ran
  run -2 launches --name one --notify /bin/true -- touch ran
  assert_equal "$(as alice bawn list -q)" ''
  rm -f /home/alice/app/evil
}

@test "notify-send gets name and exit status as text, and the bell rings only on a terminal" {
  printf '#!/bin/sh\n{ printf "%%s\\n" "$@"; echo "$DBUS_SESSION_BUS_ADDRESS"; } >~/told\n' >/usr/bin/notify-send
  chmod 755 /usr/bin/notify-send
  run -3 as alice env -C /home/alice/app DBUS_SESSION_BUS_ADDRESS=unix:path=/x bawn launch --name one --notify desktop -- sh -c 'exit 3'
  rm /usr/bin/notify-send
  run -0 told
  assert_output "-a
bawn
--
one ended
exit status 3
unix:path=/x"
  run -0 --separate-stderr launches --name two --notify bell -- true
  assert_equal "$output$stderr" ''
  run -0 in_app script -qec 'bawn launch --quiet --name three --notify bell -- true' /dev/null
  assert_output --partial $'\a'
  run -0 in_app script -qec 'bawn launch --quiet --name four -- true' /dev/null
  refute_output --partial $'\a'
}
