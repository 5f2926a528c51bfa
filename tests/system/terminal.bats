#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # shells inside expand what is quoted; bats sets the variables
# A session at a terminal behaves as any program does: keys, job control, resize, hangup, and terminals within terminals.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/terminal
load ../lib/own

setup_file() { make_alice; }

teardown() {
  pkill -KILL -u alice -x bwrap || :
  forget_sessions /home/alice/app/raw.py
}

# stops_itself SIGNAL: asserts that the shell shows its prompt after a program stops itself, as node does at Ctrl-Z.
stops_itself() {
  at_a_terminal <<TCL
    sits_down bash --norc
    types "\$bawn python3 -c 'import os, signal; print(\"beg\" + \"un\", flush=True); os.kill(os.getpid(), signal.$1); print(\"gone \" + \"on\", flush=True)'"
    sees "begun"
    sees "Stopped"
    sees "ready> "
    types "echo the shell listens"
    sees "the shell listens"
    sees "ready> "
    types "fg"
    sees "gone on"
    sees "ready> "
TCL
}

@test "Ctrl-C ends a loop of the shell around launch, wait and logs" {
  in_app bawn spawn back -- sleep 500
  at_a_terminal <<'TCL'
    sits_down bash --norc
    foreach command {"bawn launch -q -- sh -c 'echo be\"\"gun; exec sleep 100'" "bawn wait back" "bawn logs -f back"} {
      types "for i in 1 2; do $command || echo next; done; echo never"
      after 2500
      presses Ctrl-C
      sees "ready> "
      types "echo li\"\"stens"
      sees "listens"
    }
TCL
  run -0 as alice bawn list --status running
  assert_equal "$(grep -c -e sleep -e command <<<"$output")" 1
  as alice bawn kill back
}

@test "a start names the chosen tool, hidden files and the network; the end names changes; -q is silent" {
  make_program /home/alice/.local/bin/claude 'claude runs; touch made'
  install -m 755 /dev/null /usr/local/bin/codex
  as alice touch app/.env
  at_a_terminal <<'TCL'
    sits_down bash --norc
    types "bawn launch --name one"
    # on two lines at this width
    sees "bawn: one: claude (first of claude, codex;"
    sees "another: --tool) in /home/alice/app, workspace overlay, network open"
    sees "bawn: hidden: .env "
    sees "claude runs"
    sees "bawn: 1 change in one: bawn diff one, bawn merge one --all"
    sees "bawn: to start it again: bawn resume one"
    sees "ready> "
    types "bawn launch --name saved -- bash -c 'git checkout -qb side; echo x >x; git add x; git -c user.name=a -c user.email=a@localhost commit -qm x; git checkout -q -'"
    sees "bawn: commits in saved: bawn log saved"
    sees "ready> "
    types "bawn launch --name both-of-them -- bash -c 'git checkout -qb side; echo x >x; git add x; git -c user.name=a -c user.email=a@localhost commit -qm x; echo y >y'"
    sees "bawn: 2 changes and commits in both-of-them:\r\n  bawn diff both-of-them, bawn merge both-of-them --all, bawn log both-of-them\r\n"
    sees "ready> "
    types "bawn launch --name two -- true; echo a{f}ter"
    sees "bawn: two: true in"
    expect {
        "bawn: *change" { exit 1 }
        "to start it again" { exit 1 }
        "a{f}ter" {}
    }
    sees "ready> "
    types "bawn exec one -- true"
    sees "bawn: one: true in"
    sees "ready> "
    types "bawn launch --name three -q -- touch new; echo qui{e}t"
    expect {
        "bawn: " { exit 1 }
        "qui{e}t" {}
    }
TCL
  rm -r /home/alice/.local/bin /home/alice/app/.env /usr/local/bin/codex
}

@test "a program that sends itself SIGTSTP stops the job" {
  stops_itself SIGTSTP
}

@test "a program that sends itself SIGSTOP stops the job" {
  stops_itself SIGSTOP
}

@test "a program in raw mode that stops its process group at Ctrl-Z stops the job, and reads keys after fg" {
  cat >/home/alice/app/raw.py <<'PY'
import os, signal, sys, termios, tty
before = termios.tcgetattr(0)
tty.setraw(0)
print("rawmode", end="\r\n", flush=True)
while True:
    key = os.read(0, 1)
    if key == b"\x1a":
        termios.tcsetattr(0, termios.TCSANOW, before)
        print("leaves the " + "screen", flush=True)
        os.kill(0, signal.SIGTSTP)
        tty.setraw(0)
        print("is " + "back", end="\r\n", flush=True)
    elif key == b"q":
        break
    else:
        print("key=%d" % key[0], end="\r\n", flush=True)
termios.tcsetattr(0, termios.TCSANOW, before)
PY
  at_a_terminal <<'TCL'
    sits_down bash --norc
    types "$bawn python3 raw.py"
    sees "rawmode"
    presses Ctrl-C
    sees "key=3"
    presses Ctrl-Z
    sees "leaves the screen"
    sees "Stopped"
    sees "ready> "
    types "stty -a | grep -c ' icanon'"
    sees "1\r"
    types "fg"
    sees "is back"
    presses Ctrl-C
    sees "key=3"
    send "q"
    sees "ready> "
    types "stty -a | grep -c ' icanon'; echo status=\$?"
    sees "status=0"
TCL
}

@test "bawn does not stop a program that catches SIGTSTP and continues" {
  # Python runs a handler only between two of its own steps: a read that has just begun would wait for the next key.
  as alice tee app/catches.py >/dev/null <<'PYTHON'
import os, select, signal
signal.signal(signal.SIGTSTP, lambda *x: os.write(1, b"caught\n"))
print("begun", flush=True)
while not select.select([0], [], [], 0.1)[0]:
    pass
print("got=" + input())
PYTHON
  at_a_terminal <<'TCL'
    sits_down bash --norc
    types "$bawn python3 catches.py"
    sees "begun"
    presses Ctrl-Z
    sees "caught"
    after 3000
    types "typed"
    sees "got=typed"
    sees "ready> "
TCL
}

@test "Ctrl-backslash ends a session, and its status says so" {
  at_a_terminal <<'TCL'
    sits_down bash --norc
    types "$bawn sh -c 'echo begun; exec sleep 100'"
    sees "begun"
    send "\034"
    sees "ready> "
    types "echo status=\$?"
    sees "status=131"
TCL
}

@test "bg continues a stopped session, and its output waits for fg" {
  at_a_terminal <<'TCL'
    sits_down bash --norc
    types "$bawn sh -c 'echo begun; read line; echo got=\$line'"
    sees "begun"
    presses Ctrl-Z
    sees "Stopped"
    sees "ready> "
    types "bg"
    sees "ready> "
    set stopped no
    for {set i 0} {$i < 60 && !$stopped} {incr i} {
      after 500
      types "jobs"
      expect "Stopped" { set stopped yes } "Running" {}
    }
    if {!$stopped} { exit 1 }
    types "fg"
    after 500
    types "typed"
    sees "got=typed"
TCL
}

# Both processes of the relay wait after a while without an event. Then the relay detects that the command stopped before the
# monitor reports it.
@test "a session reads input three seconds after Ctrl-Z and fg" {
  at_a_terminal <<'TCL'
    sits_down bash --norc
    types "$bawn sh -c 'echo begun; read line; echo got=\$line'"
    sees "begun"
    after 2500
    presses Ctrl-Z
    sees "Stopped"
    sees "ready> "
    types "fg"
    after 3000
    types "typed"
    sees "got=typed"
    sees "ready> "
    types "echo status=\$?"
    sees "status=0"
TCL
}

@test "one fg shows output of a session after Ctrl-Z and bg, and the session runs to its end" {
  at_a_terminal <<'TCL'
    sits_down bash --norc
    types "$bawn sh -c 'echo begun; for i in 1 2 3 4 5; do sleep 1; echo line-\$i; done; exit 6'"
    sees "begun"
    presses Ctrl-Z
    sees "Stopped"
    sees "ready> "
    types "bg"
    sees "ready> "
    after 3000
    types "jobs"
    sees "Stopped"
    sees "ready> "
    types "fg"
    expect {
      "Stopped" { puts stderr "fg did not continue it"; exit 1 }
      "line-5" {}
      timeout { puts stderr "its output was not shown"; exit 1 }
    }
    sees "ready> "
    types "echo status=\$?"
    sees "status=6"
TCL
}

@test "output for the terminal stops a session in the background, and fg shows it" {
  at_a_terminal <<'TCL'
    sits_down bash --norc
    types "$bawn sh -c 'echo wri\"\"tten; exit 6' </dev/null &"
    sees "ready> "
    after 3000
    types "jobs"
    expect {
      "written" { puts stderr "it was written in the background"; exit 1 }
      "Stopped" {}
      timeout { puts stderr "it was not stopped"; exit 1 }
    }
    types "fg"
    sees "written"
    sees "ready> "
    types "echo status=\$?"
    sees "status=6"
TCL
}

@test "a session in the background continues to write to a file" {
  at_a_terminal <<'TCL'
    sits_down bash --norc
    types "$bawn sh -c 'echo written; exit 6' </dev/null >../said 2>&1 &"
    sees "ready> "
    types "wait %1; echo status=\$? said=\$(cat ../said)"
    sees "status=6 said=written"
TCL
}

@test "a session ends when its terminal is closed, and bawn records its exit status" {
  as alice sh -c 'cd app; exec expect -c "
    spawn -noecho bawn launch --name hung -- sh -c \"trap \\\"echo hung >../../home/agent/hup; exit 5\\\" HUP; echo begun; sleep 100 & wait\"
    expect begun
    close
    wait"' >/dev/null
  timeout 60 sh -c 'until grep -q . /home/alice/.local/state/bawn/sessions/hung/exit; do sleep 0.1; done'
  timeout 60 sh -c 'while pgrep -u alice -x bwrap; do sleep 0.1; done'
  # the shell inside got SIGHUP, not SIGKILL
  assert_equal "$(cat /home/alice/.local/state/bawn/sessions/hung/exit)" 5
}

@test "a job in the foreground of a shell gets SIGHUP when the terminal is closed" {
  as alice sh -c 'cd app; exec expect -c "
    spawn -noecho bawn launch --name job -- bash --norc -ic \"sh -c \\\"trap \\\\\\\"echo hung >~/hup; exit 5\\\\\\\" HUP; echo begun; sleep 100 & wait\\\"; true\"
    expect begun
    close
    wait"' >/dev/null
  timeout 60 sh -c 'until grep -q . /home/alice/.local/state/bawn/sessions/job/exit; do sleep 0.1; done'
  assert_equal "$(cat /home/alice/.local/share/bawn/homes/command/*/hup)" hung
}

@test "a program that ignores SIGHUP ends some seconds after the terminal is closed" {
  as alice sh -c 'cd app; exec expect -c "
    spawn -noecho bawn launch --name hung -- sh -c \"trap : HUP TERM; echo begun; while :; do sleep 1; done\"
    expect begun
    close
    wait"' >/dev/null
  timeout 60 sh -c 'while pgrep -u alice -x bwrap; do sleep 0.1; done'
  timeout 60 sh -c 'until grep -q . /home/alice/.local/state/bawn/sessions/hung/exit; do sleep 0.1; done'
  assert_equal "$(cat /home/alice/.local/state/bawn/sessions/hung/exit)" 137
}

@test "bawn passes SIGTERM to the command, and records its exit status" {
  in_background --name told "trap 'echo told; exit 9' TERM; $pause" >/tmp/said 3>&-
  local holder
  read -r holder _ </home/alice/.local/state/bawn/sessions/told/started
  kill -TERM "$holder"
  wait || :
  assert_equal "$(cat /tmp/said)" told
  assert_equal "$(cat /home/alice/.local/state/bawn/sessions/told/exit)" 9
}

@test "bawn restores the terminal, whatever ends a session" {
  local signal
  for signal in TERM INT HUP USR1 ALRM PWR; do
    at_a_terminal <<TCL
      sits_down bash --norc
      types "stty -a >../before; \$bawn sh -c 'echo begun; exec sleep 100'"
      sees "begun"
      exec pkill -$signal -u alice -f {^/usr/bin/perl .*/session}
      sees "ready> "
      types "stty -a | cmp - ../before && echo same='\$?'"
      sees "same="
TCL
  done
  at_a_terminal <<'TCL'
    sits_down bash --norc
    types "stty -a >../before; $bawn sh -c 'stty raw -echo; echo begun; exec sleep 100'"
    sees "begun"
    exec pkill -KILL -u alice -x bwrap
    sees "ready> "
    types "stty -a | cmp - ../before && echo same='\$?'"
    sees "same="
TCL
}

@test "bawn restores the screen after a killed full-screen program, and not after one that ends" {
  cat >/home/alice/app/raw.py <<'PY'
import os, signal, sys
for part in ("\033[?1049h\033[?25", "l\033[?1000;1006h\033[?2004h\033[?8h", "\033[?2004l\033[?7l",
             "\033[>1u\033[>", "5u\033[<u\033[>4;2m\033=", "begun"):
    print(part, end="", flush=True)
    signal.sigtimedwait([], 0.2)
sys.argv[1:] or signal.pause()
PY
  at_a_terminal <<'TCL'
    sits_down bash --norc
    types "bind 'set enable-bracketed-paste off'"
    sees "ready> "
    types "$bawn python3 raw.py"
    sees "begun"
    exec pkill -KILL -u alice -f {^python3 raw.py}
    sees "\033\[?1000l\033\[?1006l\033\[?1049l\033\[?25h\033\[?7h\033\[<1u\033\[>4m\033>"
    sees "ready> "
    types "$bawn python3 raw.py end"
    sees "begun"
    expect {
      "1049l" { puts stderr "the screen was left"; exit 1 }
      "ready> " {}
    }
TCL
}

@test "output of a session does not hide the line that names its changes" {
  at_a_terminal <<'TCL'
    sits_down bash --norc
    foreach sequence {033]0;title 033[8m 033(0 016 302\\\\235title} {
      types "bawn launch --name one -- sh -c 'date >made; printf \"begun\\\\$sequence\"'"
      sees "begun"
      sees "\033\\\033\[m\033(B\017bawn: 1 change in one"
      sees "ready> "
      types "bawn destroy --force one"
      sees "removed one"
      sees "ready> "
    }
    types "bawn launch --name one -- sh -c 'date >made; echo begun'"
    sees "begun\r\nbawn: 1 change in one"
    sees "ready> "
TCL
  as alice bawn destroy --force one
}

@test "a pty in a session gets size and keys" {
  at_a_terminal <<'TCL'
    sits_down bash --norc
    types "$bawn script -qec \"bash --norc\" /dev/null"
    sees "\$ "
    types "stty -echo; PS1='inner'\"> \""
    sees "inner> "
    types "sh -c 'stty size; exec sleep 100'"
    sees "33 101"
    presses Ctrl-C
    sees "inner> "
    types "echo after=\$?"
    sees "after=130"
    sees "inner> "
    types "exit 4"
    sees "ready> "
    types "echo status=\$?"
    sees "status=4"
TCL
}

# script(1) works like sshd: its pty in raw mode is between the shell and the user's terminal.
@test "keys, job control, resize and hangup reach a session through another pty, as with ssh" {
  at_a_terminal <<'TCL'
    sits_down script -qfc "bash --norc" /dev/null
    types "$bawn sh -c 'echo beg\"\"un; read line; stty size; echo got=\$line; exec sleep 100'"
    sees "begun"
    presses Ctrl-Z
    sees "Stopped"
    sees "ready> "
    types "fg"
    after 500
    resizes 20 70
    after 500
    types "typed"
    sees "20 70"
    sees "got=typed"
    presses Ctrl-C
    sees "ready> "
    types "echo status=\$?"
    sees "status=130"
    types "bawn launch --name far -- sh -c 'trap \"exit 5\" HUP; echo beg\"\"un; sleep 100 & wait'"
    sees "begun"
    exec pkill -KILL -u alice -x script
TCL
  timeout 60 sh -c 'until grep -q . /home/alice/.local/state/bawn/sessions/far/exit; do sleep 0.1; done'
  assert_equal "$(cat /home/alice/.local/state/bawn/sessions/far/exit)" 5
}

# The session program in another session, where bawn itself refuses to start.
@test "keys and job control work in a relay within a session" {
  cat >/home/alice/app/within <<'SH'
mkdir -p ~/within
exec 9</dev/null perl /usr/local/lib/bawn/session ~/within - - /usr/local/lib/bawn/nested.bpf - open /usr/bin/env --default-signal "$@"
SH
  at_a_terminal <<'TCL'
    sits_down bash --norc
    types "$bawn sh within /bin/bash --norc"
    sees "bash-5"
    types "stty -echo; PS1='inner'\"> \""
    sees "inner> "
    types "sh -c 'stty size; exec sleep 100'"
    sees "33 101"
    after 500
    presses Ctrl-Z
    sees "Stopped"
    sees "inner> "
    types "fg"
    after 500
    presses Ctrl-C
    sees "inner> "
    types "echo after=\$?"
    sees "after=130"
    types "exit"
    sees "ready> "
    types "$bawn sh within /bin/sh -c 'echo beg\"\"un; exec sleep 100'"
    sees "begun"
    presses Ctrl-Z
    sees "Stopped"
    sees "ready> "
    types "fg"
    after 500
    presses Ctrl-C
    sees "ready> "
    types "echo sta\"\"tus"
    sees "status"
TCL
  rm /home/alice/app/within
}

@test "keys, resize and Ctrl-Z work in tmux" {
  cat >/home/alice/in-tmux <<'SH'
cd ~/app
PS1='ready> '
SH
  local tmux=(as alice env TERM=xterm-256color tmux -L bawn)
  "${tmux[@]}" -f /dev/null new-session -d -x 90 -y 30 'bash --rcfile ~/in-tmux -i'
  shows() { timeout 60 bash -c 'until sudo -H -u alice tmux -L bawn capture-pane -p | grep -qF -- "$1"; do sleep 0.2; done' x "$1" || { "${tmux[@]}" capture-pane -p; return 1; }; }
  shows 'ready>'
  "${tmux[@]}" send-keys "bawn launch -- bash --norc" Enter
  shows ':/home/alice/app$'
  "${tmux[@]}" send-keys 'stty size; echo si""ze' Enter
  shows '30 90'
  "${tmux[@]}" resize-window -x 70 -y 20
  "${tmux[@]}" send-keys 'until stty size | grep "20 70"; do sleep 0.1; done' Enter
  shows '20 70'
  "${tmux[@]}" send-keys 'exit' Enter
  "${tmux[@]}" send-keys 'clear; bawn launch -- sh -c "echo beg""un; exec sleep 100"' Enter
  shows begun
  "${tmux[@]}" send-keys C-z
  shows Stopped
  "${tmux[@]}" send-keys 'fg' Enter
  shows 'bawn launch'
  "${tmux[@]}" send-keys C-c
  "${tmux[@]}" send-keys 'echo status=$?' Enter
  shows 'status=130'
  "${tmux[@]}" kill-server
}

@test "a session works after su -c, where the terminal belongs to another kernel session" {
  PS1='$ ' expect -c '
    source /src/tests/lib/terminal.tcl
    sits_down sh
    types "su - alice -c \"cd app; bawn launch -- sh -c \\\"echo begun; read line; echo got=\\\\\\\$line\\\"\""
    sees begun
    types typed
    sees "got=typed"
    sees "ready> "'
}

@test "launch refuses a terminal that is not the controlling terminal of a parent" {
  PS1='$ ' expect -c '
    source /src/tests/lib/terminal.tcl
    sits_down bash --norc
    types "setpriv --reuid=alice --regid=alice --clear-groups env -C /home/alice/app HOME=/home/alice setsid -f setsid -f bawn launch -- true; sleep 3"
    sees "the terminal is not the controlling terminal of this process or of a parent"'
}

@test "the terminal shows all output of a program that ends at once" {
  local round
  at_a_terminal <<'TCL'
    sits_down bash --norc
    types "$bawn sh -c 'seq 20000; echo la\"\"st'"
    sees "19999\r\n20000\r\nlast"
    sees "ready> "
    for {set round 0} {$round < 5} {incr round} {
      types "$bawn echo en\"\"d-$round"
      sees "end-$round"
      sees "ready> "
    }
TCL
}
