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

# with_network SCRIPT: runs the script in a session of the agent with the machine's network.
with_network() {
  run in_session "$other" bash -c "$1" </dev/null
}

@test "a session sees sockets of the host's services at no path" {
  inside 'python3 ~/connect.py paths; find / -type s 2>/dev/null | grep -v "^/proc" && echo went'
  judge
}

@test "a session with the machine's network sees sockets of the host's services at no path" {
  with_network 'python3 ~/connect.py paths'
  judge
}

@test "a session without the machine's network cannot connect to abstract sockets of the host" {
  inside 'python3 ~/connect.py abstract; cat /proc/net/unix'
  refute_output --partial @attack-abstract
  judge
}

@test "a session with the machine's network cannot connect to abstract sockets of the host" {
  with_network 'python3 ~/connect.py abstract'
  # the socket exists: otherwise the error would be ECONNREFUSED
  assert_output --partial EPERM
  judge
}

@test "a session without the machine's network cannot connect to services on the host's loopback" {
  inside 'python3 ~/connect.py loopback; bash -c "echo x >/dev/tcp/127.0.0.1/8765" && echo went'
  judge
}

@test "a session with the machine's network can connect to services on the host's loopback" {
  with_network 'python3 ~/connect.py loopback'
  judge
}

@test "a session cannot connect to the operator's tmux and key agents, and has no variable that names them" {
  inside 'ls /tmp /run; env; ls /tmp/tmux-* && echo went; tmux ls && echo went; ls $SSH_AUTH_SOCK/x $GPG_AGENT_INFO/x; ls /run/user && echo went'
  refute_output --partial tmux-1
  refute_output --partial TMUX=
  judge
}

@test "a session does not see shared memory, semaphores and message queues of the host" {
  local id
  id=$(as op python3 -c 'import ctypes; print(ctypes.CDLL(None).shmget(0x5ec2e7, 4096, 0o1666))')
  [ "$id" -ge 0 ]
  as op sh -c 'echo secret >/dev/shm/attack; chmod 666 /dev/shm/attack'
  inside 'cat /dev/shm/attack && echo went; python3 -c "
import ctypes
print(\"went\" if ctypes.CDLL(None).shmget(0x5ec2e7, 4096, 0o666) >= 0 else \"ENOENT\")"'
  judge
}

# A session could pass an open directory to another one by a socket. After the first session, it shows the covered files.
@test "an agent cannot share a socket between two of its sessions" {
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
