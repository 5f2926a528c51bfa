#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # shells inside expand what is quoted; own-attack.bash and bats set the variables
# Background sessions: attacks on their tmux server, and by their output on the terminal of the user.

load own-attack

setup_file() { begin_own_world; }

teardown() {
  in_mine bawn killall --force 2>/dev/null || :
  forget
}

in_mine() { sudo -H -u op -- env -C /home/op/mine "$@"; }

# Without a sandbox, spawn waits for one until the session ends.
spawn_aside() {
  in_mine bawn spawn "$@" >/dev/null 2>&1 3>&- &
  eventually test -s "$sessions/$1/started"
}

@test "an unprivileged session sees the tmux server of background sessions at no path" {
  spawn_aside victim -- sh -c 'read x; echo "typed: $x"; sleep 60'
  spawn_aside attacker -- bash -c '
    { ls /home/op/.local/state/bawn/tmux/socket
      tmux -S /home/op/.local/state/bawn/tmux/socket send-keys -t victim planted Enter && echo went
      find / -xdev -type s -path "*tmux*" 2>/dev/null | grep . && echo went
      echo "${TMUX:-nothing} ${TMUX_PANE:-nothing}" | grep -v "nothing nothing" && echo went
      echo planted >/dev/pts/1; echo planted >/dev/pts/0; echo "the end"; } 2>&1'
  eventually grep -qs 'the end' "$sessions/attacker/log"
  run in_mine bawn logs victim
  [[ $output != *planted* ]] || fail "it came through: $output"
  run in_mine bawn logs attacker
  judge
}

@test "an unprivileged session sees the tmux server of the grid at no path" {
  local tmux=/home/op/.local/state/bawn/tmux grid
  spawn_aside victim -- sh -c 'read x; echo "typed: $x"; sleep 60'
  in_mine env TERM=xterm-256color timeout 60 expect -c 'spawn -noecho bawn grid; expect "leave:"; expect eof' >/dev/null 3>&- &
  grid=$!
  eventually compgen -G "$tmux/grid.*" >/dev/null
  spawn_aside attacker -- bash -c '{ ls /home/op/.local/state/bawn/tmux
    for socket in /home/op/.local/state/bawn/tmux/grid.*; do tmux -S "$socket" send-keys -t :0.0 planted Enter && echo went; done
    find / -xdev -type s -name "grid.*" 2>/dev/null | grep . && echo went; echo "the end"; } 2>&1'
  eventually grep -qs 'the end' "$sessions/attacker/log"
  kill -0 "$grid" || fail 'the grid ended before the attack'
  kill "$grid"
  output=$(tr -d '\r' <"$sessions/attacker/log")
  mapfile -t lines <<<"$output"
  judge
}

@test "the output of a background session changes no title and reaches no clipboard" {
  in_mine bawn spawn planted -- bash -c 'read x
    printf "\033]0;planted\007\033]2;planted\033\\\\\033kplanted\033\\\\\033]52;c;cGxhbnRlZA==\007"
    printf "\033Ptmux;\033\033]52;c;cGxhbnRlZA==\007\033\\\\"
    printf "C1: \302\23552;c;cGxhbnRlZA==\302\234 \302\033[0m\2350;planted\302\234"; echo done; sleep 60' 3>&-
  run as op env TERM=xterm-256color expect -c '
    set timeout 60
    spawn -noecho bawn attach planted
    expect "detach:"
    send "go\r"
    expect "done" {} timeout { exit 1 }
    after 500
    send "\002d"
    expect eof
    spawn -noecho bawn grid
    expect "done" {} timeout { exit 1 }
    after 500
    send "\002d"
    expect eof'
  assert_success
  local shown=$output
  shown+=$(in_mine bawn logs planted; in_mine bawn list)
  if [[ $shown == *$'\302\235'* || $shown == *']52;'* || $shown == *'planted'$'\a'* || $shown == *']2;planted'* || $shown == *']0;planted'* ]]; then
    concludes went
  else
    concludes 'refused: nothing but text was shown'
  fi
  judge
}

# tmux 3.5a ends at such a picture ("xmalloc: zero size"), and copies the title for each push.
@test "the output of a background session cannot end the tmux server or fill its memory" {
  in_mine bawn spawn neighbour -- sleep 300 3>&-
  in_mine bawn spawn hostile -- bash -c 'printf "\033Pq#0!9999~\033\\\\\033\0Pq\"1;1;9999;9999#0~\033\\\\"
    printf "\033]2;%s\007" "$(head -c 900000 /dev/zero | tr "\0" A)"; printf "\033[22;0t\033[0022t%.0s" {1..2000}
    echo "written"; sleep 300' 3>&-
  run in_mine bawn wait hostile --text written --timeout 60
  sleep 2
  local kib
  kib=$(ps -o rss= -u op -C tmux | sort -n | tail -n 1)
  if [[ $(in_mine bawn list --json) == *'"neighbour"'*'"running"'* ]] && ((kib < 100000)); then
    concludes 'refused: the server goes on, and needs little memory'
  else
    concludes went
  fi
  judge
}

@test "a session that its user renames cannot write its own record or take another name" {
  in_mine bawn spawn old -- bash -c '{ for ((i = 0; i < 20; i++)); do
      for place in /home/op/.local/state/bawn/sessions/{old,new} /home/op/.local/share/bawn/workspaces/{old,new}; do
        mkdir -p $place && echo went; echo "{}" >$place/plan.json && echo went; ln -sfn / $place/upper && echo went; done
      echo "old forged" >/home/op/.local/state/bawn/sessions/.renaming && echo went; printf "\033kforged\033\\\033]2;forged\007"
      sleep 0.1; done; } 2>&1 | sort -u; exit 3' 3>&-
  in_mine bawn rename old new
  run in_mine bawn wait new --timeout 60
  assert_equal "$status" 3
  run in_mine bawn list -q
  assert_output new
  run in_mine bawn history
  refute_output --partial forged
  run in_mine bawn logs new
  judge
}

# Where the kernel has no freezer, bawn may be too slow. Then pause fails, and its hint says how to end the session.
@test "no process of a paused session can continue by itself" {
  in_mine bawn spawn runaway -- bash -c '
    trap "echo signalled >>signals" CONT USR1 HUP
    wakes() { while :; do kill -CONT -1 2>/dev/null; date +%N >"$1"; sleep 0.02; done; }
    wakes own & (setsid setsid bash -c "while :; do kill -CONT -1; date +%N >apart; sleep 0.02; done" &)
    python3 -c "
import os, time
while True:
    # starts a new process each time, and each one ends before a program has read the table of processes
    if os.fork():
        time.sleep(0.003)
        os._exit(0)
    open(\"forked\", \"w\").write(str(time.time()))" &
    python3 -c "
import os, signal
while True:
    try:
        os.kill(-1, signal.SIGCONT)
    except OSError:
        pass" &
    until [ -s own ] && [ -s apart ] && [ -s forked ]; do sleep 0.1; done
    printf "2026-01-01T00:00:00Z\tended\tvictim\t0\n" >>/home/op/.local/state/bawn/history && echo went
    ls /home/op/.local/state/bawn/sessions && echo went
    echo ready; wakes main' 3>&-
  in_mine bawn wait runaway --text ready --timeout 60
  local upper=$workspaces/runaway/upper before
  run in_mine bawn pause runaway
  if [ "$status" != 0 ]; then
    assert_output --partial 'continue each other faster than bawn can stop them'
    assert_output --partial 'bawn kill runaway'
    run in_mine bawn list
    refute_output --partial paused
    concludes 'refused: bawn says that the session goes on'
    judge
    return
  fi
  before=$(cat "$upper"/{own,apart,forked,main})
  sleep 3
  run in_mine bawn logs runaway
  if [[ $output == *went* || $(cat "$upper"/{own,apart,forked,main}) != "$before" ]]; then
    concludes went
  else
    concludes 'refused: no process of it ran'
  fi
  judge
}
