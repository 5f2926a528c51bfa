#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # shells inside expand what is quoted; own-attack.bash and bats set the variables
# Processes, sockets and environment variables of the host that an unprivileged session must not reach.

load own-attack

setup_file() {
  begin_own_world
  python3 "$here/programs/listen.py" 3>&- &
  echo $! >"$BATS_FILE_TMPDIR/listener"
  timeout 60 sh -c 'until [ -S /run/docker.sock ]; do sleep 0.1; done'
  as op tmux new-session -d 3>&-
}

teardown_file() {
  as op tmux kill-server || :
  kill "$(<"$BATS_FILE_TMPDIR/listener")"
}

teardown() { forget; }

@test "an unprivileged session sees sockets of services and of its user at no path" {
  own_inside 'python3 brought/connect.py paths; tmux ls | grep windows && echo went; find /run /tmp -type s | grep . && echo went; true'
  judge
}

@test "an unprivileged session with the machine's network cannot connect to abstract sockets" {
  own_inside 'python3 brought/connect.py abstract'
  judge
}

@test "an unprivileged session with the machine's network can connect to services on its loopback" {
  own_inside 'python3 brought/connect.py loopback'
  judge
}

@test "a session with the machine's network can connect to the ports of another session" {
  launches --name first -- sleep 50 3>&- &
  local ports=/home/op/.local/state/bawn/ports first
  eventually compgen -G "$ports/[0-9]*" >/dev/null
  first=$(basename "$ports"/[0-9]*)
  own_inside 'python3 -c "import socket, sys; socket.create_server((\"127.0.0.1\", int(sys.argv[1]))); print(\"went\")" '"${first%-*}"
  sudo -H -u op -- bawn kill first --grace 0
  wait
  judge
}

@test "an unprivileged session without a network cannot connect to services on the loopback" {
  own_inside 'python3 brought/connect.py loopback' --network none
  judge
}

@test "an unprivileged session does not see processes outside and cannot signal them" {
  as op sleep 300 3>&- &
  local pid
  timeout 30 sh -c 'until pgrep -u op -x sleep >/dev/null; do sleep 0.1; done'
  pid=$(pgrep -u op -x sleep | head -n 1)
  own_inside "kill -0 $pid && echo went; kill -9 $pid && echo went; ls /proc | grep -x $pid && echo went; cat /proc/$pid/environ && echo went
    kill -0 -1 2>&1; [ ! -s /proc/1/environ ] || echo went; echo ESRCH"
  kill -0 "$pid" || concludes went
  kill "$pid"
  judge
}

@test "no process of an unprivileged session remains when its command ends" {
  own_inside 'setsid -f sleep 987 >/dev/null 2>&1; (trap "" HUP TERM; setsid sleep 986 >/dev/null 2>&1 &) ; true'
  timeout 30 sh -c 'while pgrep -f "^sleep 98[67]"; do sleep 0.1; done' && concludes 'ESRCH' || concludes went
  pkill -u op -x sleep || :
  judge
}

@test "no process of an unprivileged session remains when its launcher is killed" {
  local pid
  launches --name killed -- sh -c 'setsid sleep 985 & sleep 984' >/dev/null 2>&1 3>&- &
  timeout 60 sh -c "until pgrep -f '^sleep 984' && pgrep -f '^sleep 985'; do sleep 0.1; done"
  read -r pid _ <"$sessions/killed/started"
  kill -9 "$pid"
  timeout 30 sh -c 'while pgrep -f "^sleep 98[45]"; do sleep 0.1; done' && concludes 'ESRCH' || concludes went
  pkill -u op -x sleep || :
  judge
}

# Bubblewrap asks the kernel to end with its parent. Here it has already asked, and waits for the seccomp filter.
@test "list, kill and destroy find an unprivileged session whose relay and monitor were killed" {
  local pid verdict=ESRCH
  gcc -O1 -Wall -o /home/op/mine/orphan "$here/programs/orphan.c"
  chown op: /home/op/mine/orphan
  launches --name orphan -- sh -c './orphan; setsid sleep 985 & sleep 984' >/tmp/orphan 2>&1 3>&- &
  timeout 60 sh -c "until pgrep -f '^sleep 984' && pgrep -f '^sleep 985'; do sleep 0.1; done"
  read -r pid _ <"$sessions/orphan/started"
  kill -STOP "$pid"
  kill -9 $(pgrep -P "$pid") "$pid"
  # waits until the kernel has ended the processes
  timeout 60 sh -c "while kill -0 $pid; do sleep 0.1; done"
  sleep 1
  if pgrep -f '^sleep 98[45]'; then
    as op bawn list --status running -q | grep -x orphan || verdict=went
    ! as op bawn destroy orphan --force || verdict=went
    as op bawn kill orphan --grace 0 || verdict=went
    timeout 30 sh -c 'while pgrep -f "^sleep 98[45]"; do sleep 0.1; done' || verdict=went
  fi
  pkill -KILL -u op "bwrap|sleep" || :
  concludes "$verdict: $(</tmp/orphan)"
  judge
}

@test "no process of an unprivileged session remains when its launcher is killed during the start" {
  local filter held pid
  filter=$(dirname "$(enter_program)")/nested.bpf
  mv "$filter" "$filter.real"
  mkfifo -m 0644 "$filter"
  exec {held}<>"$filter"
  launches --name early -- sleep 983 >/dev/null 2>&1 3>&- &
  timeout 60 sh -c 'until [ "$(pgrep -c -u op bwrap)" = 2 ]; do sleep 0.1; done'
  read -r pid _ <"$sessions/early/started"
  kill -9 "$pid"
  timeout 60 sh -c "while kill -0 $pid; do sleep 0.1; done"
  cat "$filter.real" >"$filter"
  mv "$filter.real" "$filter"
  exec {held}>&-
  timeout 30 sh -c 'while pgrep -u op "bwrap|sleep"; do sleep 0.1; done' && concludes 'ESRCH' || concludes went
  pkill -KILL -u op "bwrap|sleep" || :
  judge
}

@test "an unprivileged session has no environment variable with its user's keys and ssh agent" {
  run --separate-stderr sudo -H -u op -- env -C /home/op/mine SSH_AUTH_SOCK=/tmp/ssh-x/agent.1 AWS_SECRET_ACCESS_KEY=key TMUX=/tmp/x \
    DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1000/bus DOCKER_HOST=unix:///run/docker.sock GITHUB_TOKEN=key XAUTHORITY=/home/op/.x DISPLAY=:0 \
    bawn launch -- sh -c 'env | grep -E "SSH_AUTH|AWS|TMUX|DBUS|DOCKER|GITHUB|XAUTH|DISPLAY" && echo went; echo ENOENT'
  judge
}

@test "no environment variable that a project could set runs a command before the sandbox starts" {
  as op sh -c 'mkdir -p evil; for name in bwrap perl flock env unshare java readlink bash sh mount cat; do
    printf "#!/bin/bash -p\n/usr/bin/touch /home/op/evil/ran.$name\nexec /usr/bin/$name \"\$@\"\n" >evil/$name; chmod 755 evil/$name; done
    echo "touch /home/op/evil/ran.bashenv" >evil/rc; echo "BEGIN { open(F, q(>/home/op/evil/ran.perl5)) }" >evil/Evil.pm; echo "1;" >>evil/Evil.pm'
  run --separate-stderr sudo -H -u op -- env -C /home/op/mine "PATH=/home/op/evil:$PATH" BASH_ENV=/home/op/evil/rc ENV=/home/op/evil/rc \
    PERL5OPT=-MEvil PERL5LIB=/home/op/evil 'BASH_FUNC_cd%%=() { touch /home/op/evil/ran.function; builtin cd "$@"; }' \
    JAVA_TOOL_OPTIONS=-javaagent:/home/op/evil/x.jar LD_PRELOAD=/home/op/evil/x.so bawn launch -- true
  if compgen -G '/home/op/evil/ran.*'; then concludes went; else concludes 'refused: nothing ran'; fi
  rm -rf /home/op/evil
  judge
}

@test "a session cannot type into the shell of its user" {
  own_inside 'python3 brought/kernel.py terminal; script -qec "python3 brought/kernel.py terminal" /dev/null; true'
  judge
}

@test "a forged or damaged record of a session gives access to no path outside" {
  launches --name first -- true
  local plan=$sessions/first/plan.json name
  run --separate-stderr sudo -H -u op -- env -C /home/op/mine bawn resume ../../../beside -- cat file
  local said=$stderr
  for name in '"project":"/home/op"' '"project":"/"' '"project":"../beside"' '"home":"/home/op/.ssh"' '"options":["--rw=/:/srv/x"]' \
    '"options":["--bind","/"]' '"workspace":"bind","project":"/home/op/.ssh"'; do
    cp "$plan" /tmp/plan.kept
    python3 -c 'import json, sys
plan = json.load(open(sys.argv[1]))
plan.update(json.loads("{" + sys.argv[2] + "}"))
json.dump(plan, open(sys.argv[1], "w"))' "$plan" "$name"
    run --separate-stderr sudo -H -u op -- env -C /home/op/mine bawn exec first -- \
      sh -c '{ cat /home/op/beside/file /home/op/.ssh/id_ed25519 ~/id_ed25519 /srv/x/home/op/beside/file; } 2>/dev/null | grep -q secret && echo went'
    said+=$stderr$output
    cp /tmp/plan.kept "$plan"
  done
  concludes "${said//$'\n'/ }"
  [[ $said != *went* ]] || concludes went
  judge
}

@test "no unprivileged session starts where a mechanism of the sandbox is missing" {
  mv /usr/bin/bwrap /usr/bin/bwrap.away
  run --separate-stderr launches -- sh -c 'echo went'
  local said=$stderr$output
  install -m 4755 /usr/bin/bwrap.away /usr/bin/bwrap
  run --separate-stderr launches -- sh -c 'echo went'
  said+=$stderr$output
  install -o op -m 0755 /usr/bin/bwrap.away /usr/bin/bwrap
  run --separate-stderr launches -- sh -c 'echo went'
  said+=$stderr$output
  mv /usr/bin/bwrap.away /usr/bin/bwrap
  mv "$(dirname "$(type -P bawn)")/../lib/bawn/nested.bpf" /tmp/nested.bpf
  run --separate-stderr launches -- sh -c 'echo went'
  said+="$output refused: $stderr"
  mv /tmp/nested.bpf "$(dirname "$(type -P bawn)")/../lib/bawn/nested.bpf"
  concludes "${said//$'\n'/ }"
  [[ $said != *went* ]] || concludes went
  judge
}
