#!/usr/bin/env bats
# Services of the host that listen on sockets: by path, by address, and in the abstract namespace.

load attack

setup_file() {
  begin_world
  bring connect.py
  install -o "$other" -m 0755 "$here/programs/connect.py" "$state/homes/$other/connect.py"
  python3 "$here/programs/listen.py" 3>&- &
  echo $! >"$BATS_FILE_TMPDIR/listener"
  local tries
  for tries in {1..50}; do
    [ ! -S /run/docker.sock ] || break
    sleep 0.1
  done
  as op tmux new-session -d
}

teardown_file() {
  kill "$(cat "$BATS_FILE_TMPDIR/listener")"
  as op tmux kill-server
}

# with_network SCRIPT: in a session of the agent that has the machine's.
with_network() {
  run in_session "$other" bash -c "$1" </dev/null
}

@test "sockets of the host's services are below no path of a session" {
  inside 'python3 ~/connect.py paths; find / -type s 2>/dev/null | grep -v "^/proc" && echo went'
  judge
}

@test "sockets of the host's services are below no path of a session with the machine's network" {
  with_network 'python3 ~/connect.py paths'
  judge
}

@test "abstract sockets of the host are out of reach without its network" {
  inside 'python3 ~/connect.py abstract; cat /proc/net/unix'
  refute_output --partial @attack-abstract
  judge
}

@test "abstract sockets of the host are out of reach of a session with the machine's network" {
  with_network 'python3 ~/connect.py abstract'
  # the socket is there: without one it would be ECONNREFUSED
  assert_output --partial EPERM
  judge
}

@test "services on the host's loopback are out of reach without its network" {
  inside 'python3 ~/connect.py loopback; bash -c "echo x >/dev/tcp/127.0.0.1/8765" && echo went'
  judge
}

@test "nothing keeps a session with the machine's network from services on the host's loopback" {
  with_network 'python3 ~/connect.py loopback'
  judge
}

@test "the operator's tmux and agents of keys are not reachable, and not named" {
  inside 'ls /tmp /run; env; ls /tmp/tmux-* && echo went; tmux ls && echo went; ls $SSH_AUTH_SOCK/x $GPG_AGENT_INFO/x; ls /run/user && echo went'
  refute_output --partial tmux-1
  refute_output --partial TMUX=
  judge
}

@test "shared memory, semaphores and message queues of the host are not there" {
  local id
  id=$(as op python3 -c 'import ctypes; print(ctypes.CDLL(None).shmget(0x5ec2e7, 4096, 0o1666))')
  [ "$id" -ge 0 ]
  as op sh -c 'echo secret >/dev/shm/attack; chmod 666 /dev/shm/attack'
  inside 'cat /dev/shm/attack && echo went; python3 -c "
import ctypes
print(\"went\" if ctypes.CDLL(None).shmget(0x5ec2e7, 4096, 0o666) >= 0 else \"ENOENT\")"'
  judge
}

# By a socket one session passes another an open directory, which shows what mounts covered once the first session has ended.
@test "an agent cannot make a socket where another session of its own would meet it" {
  inside 'python3 -c "import os, socket
for place in os.path.expanduser(\"~\"), \".\", \".scratch\":
    try:
        socket.socket(socket.AF_UNIX).bind(place + \"/met\")
        print(\"went\")
    except OSError as error:
        print(place, error)
socket.socket(socket.AF_UNIX).bind(\"/tmp/alone\")"; test -S /tmp/alone || echo went'
  judge
}
