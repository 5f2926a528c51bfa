#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2119,SC2120,SC2154 # shells inside expand what is quoted; `run` gives arguments and output
# bawn over a real sshd: keys, sizes and ends reach it through the client's terminal, and the server's.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own
load ../lib/screen

setup_file() {
  make_alice
  # an unknown password, because sshd refuses an account without one as locked
  usermod -p '*' alice
  as alice sh -c 'mkdir -m 700 .ssh && ssh-keygen -qt ed25519 -N "" -f .ssh/id_ed25519 && cp .ssh/id_ed25519.pub .ssh/authorized_keys'
  as alice sh -c 'printf "%s\n" "Host host" "HostName 127.0.0.1" "Port 2222" "StrictHostKeyChecking accept-new" "LogLevel ERROR" >.ssh/config
    cd app && seq 20 >list && git add . && git commit -qm list && git tag start'
  mkdir -p /run/sshd
  /usr/sbin/sshd -p 2222 -o UsePAM=no -o PidFile=/run/sshd/pid -E /tmp/sshd.log 3>&-
  timeout 30 sh -c 'until ssh-keyscan -p 2222 127.0.0.1 2>/dev/null | grep -q ssh; do sleep 0.1; done'
}

teardown_file() { xargs kill </run/sshd/pid; }

teardown() {
  leave_terminal
  pkill -KILL -u alice -x bwrap || :
  forget_sessions
  as alice sh -c 'cd app && git reset -q --hard start && git clean -qdxff'
}

# at_host COMMAND: alice runs the command on the host, without a terminal.
at_host() { as alice ssh host "cd app && $1"; }

# stays_nothing: waits until no process of bawn and of sshd runs for alice.
stays_nothing() {
  timeout 60 sh -c 'while pgrep -u alice "bwrap|java|perl|sshd" >/dev/null; do sleep 0.1; done' ||
    fail "left: $(pgrep -u alice -a)"
}

# ended NAME STATUS: waits until the session has this exit status.
ended() {
  timeout 60 sh -c 'until grep -q . "$1"; do sleep 0.1; done' sh "/home/alice/.local/state/bawn/sessions/$1/exit"
  assert_equal "$(cat "/home/alice/.local/state/bawn/sessions/$1/exit")" "$2"
}

@test "review gets keys and sizes of the client's terminal, and merges" {
  in_app bawn launch --name work -- sh -c 'sed -i s/^3$/three/ list; echo x >new'
  at_terminal 120 40
  types 'ssh -t host bawn review work; echo status=$?'
  sees 'work: 2 changes, 2 open'
  sees '┃'
  resizes 80 24
  sees_no '┃'
  sees 'work: 2 changes, 2 open'
  resizes 130 30
  sees '┃'
  presses Down Up y
  sees '1 accepted, 1 open'
  presses m y
  sees 'work: 1 change merged into /home/alice/app'
  sees 'status=0'
  types 'stty -a | grep -o " -*icanon"'
  sees ' icanon'
  stays_nothing
}

@test "a review ends with its connection, keeps decisions, and leaves no process" {
  in_app bawn launch --name work -- sh -c 'sed -i s/^3$/three/ list; echo x >new'
  at_terminal 120 40
  types 'ssh -t host bawn review work; echo status=$?'
  sees 'work: 2 changes, 2 open'
  presses y
  sees '1 accepted, 1 open'
  pkill -KILL -u alice -x ssh
  sees 'status=137'
  stays_nothing
  types 'reset; ssh -t host bawn review work'
  sees 'work: 2 changes, 1 accepted, 1 open'
  presses q
  stays_nothing
}

@test "Ctrl-C and the exit status of a session pass through ssh -t" {
  at_terminal 100 30
  types "ssh -t host 'cd app && bawn launch --name one -- sh -c \"stty size; exec sleep 600\"'; echo status=\$?"
  sees '30 100'
  presses C-c
  # bawn ends by SIGINT, and ssh has this status for every program that a signal ended
  sees 'status=255'
  ended one 130
  types "clear; ssh -t host 'cd app && bawn launch -- sh -c \"exit 7\"'; echo again=\$?"
  sees 'again=7'
  stays_nothing
}

@test "Ctrl-Z stops a job inside a session; ~ Ctrl-Z stops the client, and fg continues it" {
  at_terminal 100 30
  types "ssh -t host 'cd app && bawn launch -- bash --norc'; echo status=\$?"
  sees 'bash-5'
  types 'sh -c "echo be""gun; exec sleep 600"'
  sees 'begun'
  presses C-z
  sees 'Stopped'
  types 'kill %1; clear; echo in""side'
  sees 'inside'
  presses Enter
  presses '~' C-z
  sees 'suspend ssh'
  sees 'status=148'
  types 'clear; echo out""side'
  sees 'outside'
  types 'fg'
  types 'echo in""side again'
  sees 'inside again'
  types 'exit 5'
  timeout 60 sh -c 'while pgrep -u alice -x ssh >/dev/null; do sleep 0.1; done'
  types 'echo en""d=$?'
  sees 'end=5'
  stays_nothing
}

@test "Ctrl-Z does not stop a session whose shell has no job control, as sshd's has none" {
  at_terminal 100 30
  types "ssh -t host 'cd app && bawn launch -- sh -c \"echo be\\\"\\\"gun; read line; echo got=\\\$line\"'; echo status=\$?"
  sees 'begun'
  presses C-z
  sleep 2
  types 'typed'
  sees 'got=typed'
  sees 'status=0'
  stays_nothing
}

@test "a session ends with its connection: SIGHUP, its status is recorded, and no process is left" {
  at_terminal 100 30
  types "ssh -t host 'cd app && bawn launch --name far -- sh -c \"trap \\\"exit 5\\\" HUP; echo be\\\"\\\"gun; sleep 600 & wait\"'; echo status=\$?"
  sees 'begun'
  pkill -KILL -u alice -x ssh
  sees 'status=137'
  ended far 5
  stays_nothing
}

@test "without a terminal, /dev/tty gives ENXIO, and pipes and the exit status pass through" {
  run -0 at_host 'bawn launch -- python3 -c "
import errno
try:
    open(\"/dev/tty\")
except OSError as e:
    print(errno.errorcode[e.errno])"'
  assert_output --partial ENXIO
  run -9 at_host 'bawn launch -- sh -c "exit 9"'
  run -0 --separate-stderr bash -c 'seq 100000 | sudo -H -u alice ssh host "cd app && bawn launch -- wc -l"'
  assert_output 100000
  run -3 --separate-stderr at_host 'bawn launch --name work -- touch new && bawn review work'
  assert_equal "${stderr_lines[-2]}" 'bawn: error: review needs a terminal of at least 80 columns and 22 lines, and a TERM other than dumb'
  stays_nothing
}

@test "a session without a terminal continues when its connection ends, as any program does" {
  as alice ssh host 'cd app && bawn launch --name on -- sh -c "touch ~/begun; until [ -e ~/go-on ]; do sleep 0.1; done; exit 6"' 3>&- &
  timeout 60 sh -c 'until ls /home/alice/.local/share/bawn/homes/command/*/begun >/dev/null 2>&1; do sleep 0.1; done'
  pkill -KILL -u alice -x ssh
  wait || :
  let_go
  ended on 6
  stays_nothing
}

# logs_in HOST COMMAND…: runs ssh in a session of alice that may log in to HOST.
logs_in() { in_app bawn launch --rm --with-ssh "$1" -- sh -c "$2"; }

@test "a session can log in to the named hosts, and sees no key" {
  run -0 logs_in host 'ssh host echo in; git ls-remote host:app HEAD; ssh-add -L; ls -a ~/.ssh /home/alice 2>&1 || :'
  assert_line in
  assert_line --regexp '^[0-9a-f]{40}[[:space:]]HEAD$'
  assert_line --partial 'ssh-ed25519 '
  refute_line --partial id_ed25519
  # the agent ends with its session
  timeout 30 sh -c 'while pgrep -u alice -x ssh-agent; do sleep 0.1; done'
  run -0 in_app bawn spawn behind --with-ssh host -- sh -c 'ssh host echo in; sleep 1'
  run -0 in_app bawn wait behind --timeout 60
  run -0 in_app bawn logs behind
  assert_line in
  # resume has the host from the plan of the session
  run -0 in_app bawn launch --name again --with-ssh host -- true
  run -0 in_app bawn resume again -- ssh host echo in
  assert_output --partial in
}

@test "the agent of a session signs for no other host and no file, and loads no library" {
  as alice sh -c 'grep -q other .ssh/config || printf "%s\n" "Host other" "HostName 127.0.0.1" "Port 2223" >>.ssh/config'
  ssh-keygen -qt ed25519 -N '' -f /tmp/other_key
  /usr/sbin/sshd -p 2223 -h /tmp/other_key -o UsePAM=no -o PidFile=/run/sshd/other -E /tmp/other.log 3>&-
  timeout 30 sh -c 'until as=$(ssh-keyscan -p 2223 127.0.0.1 2>/dev/null) && [ "$as" ]; do sleep 0.1; done'
  run -0 as alice ssh -o StrictHostKeyChecking=accept-new other echo outside
  run logs_in host 'ssh -p 2223 -o HostKeyAlias=x -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null 127.0.0.1 echo went
    ssh-add -L >key.pub; echo text >text; ssh-keygen -Y sign -f key.pub -n file text && echo went
    cp /usr/lib/*/libcrypto.so.3 library.so; ssh-add -s "$PWD/library.so" && echo went; ssh-add -s /usr/lib/*/libcrypto.so.3 && echo went
    ssh host echo still'
  refute_line went
  assert_line still
  assert_line --partial 'agent refused operation'
  # with both options, at both hosts
  run -0 in_app bawn launch --rm --with-ssh host --with-ssh other -- sh -c 'ssh other echo there; ssh host echo here'
  assert_line there
  assert_line here
  xargs kill </run/sshd/other
}

@test "a session logs in with the key of each host, when two names lead to the same host" {
  as alice sh -c 'cp .ssh/config .ssh/settings; cp .ssh/authorized_keys .ssh/keys; ssh-keygen -qt ed25519 -N "" -f .ssh/work
    { printf "command=\"echo at work\" "; cat .ssh/work.pub; printf "command=\"echo at home\" "; cat .ssh/id_ed25519.pub; } >.ssh/authorized_keys
    ssh-keygen -qs .ssh/work -I certificate -n nobody .ssh/id_ed25519.pub
    for name in work:work home:id_ed25519; do
      printf "%s\n" "Host at-${name%:*}" "HostName 127.0.0.1" "Port 2222" "IdentityFile ~/.ssh/${name#*:}" "IdentitiesOnly yes" >>.ssh/config
    done'
  run -0 in_app bawn launch --rm --with-ssh at-work --with-ssh at-home -- sh -c 'ssh at-work true; ssh at-home true; ls /run/ssh'
  assert_output --partial $'at work\nat home'
  assert_line key-2-cert.pub
  run -0 in_app bawn launch --rm --with-ssh at-home --with-ssh at-work -- sh -c 'ssh at-work true; ssh at-home true'
  assert_output --partial $'at work\nat home'
  as alice sh -c 'rm .ssh/work* .ssh/*-cert.pub; mv .ssh/settings .ssh/config; mv .ssh/keys .ssh/authorized_keys'
}

@test "a session connects through a jump host, if the start names it" {
  as alice sh -c 'cp .ssh/config .ssh/settings
    printf "%s\n" "Host inner" "HostName 127.0.0.1" "Port 2222" "ProxyJump alice@host" "Host behind" "HostName 127.0.0.1" "Port 2222" \
      "ProxyCommand nc %h %p" >>.ssh/config'
  refused 3 'ssh connects to inner through host, to which the session cannot log in' 'add --with-ssh host' logs_in inner true
  run -0 in_app bawn launch --rm --with-ssh inner --with-ssh host -- sh -c 'ssh inner echo in; grep ProxyJump /etc/ssh/ssh_config'
  assert_line in
  assert_line '  ProxyJump alice@host'
  run -0 logs_in behind 'ssh behind echo in'
  assert_line 'bawn: warning: the session connects to behind directly, without the ProxyCommand of your ssh settings'
  as alice mv .ssh/settings .ssh/config
}

@test "a key with a passphrase asks for it at the start" {
  as alice sh -c 'cp .ssh/id_ed25519 .ssh/plain; ssh-keygen -q -p -P "" -N words -f .ssh/id_ed25519'
  at_a_terminal <<'TCL'
    spawn bawn launch --rm --with-ssh host -- ssh host echo in
    sees "network open, ssh to host"
    sees "passphrase for"
    types "words"
    sees "\nin"
TCL
  # without a terminal, and in the background, no user can type it
  run -1 timeout 60 sudo -H -u alice env -C /home/alice/app bawn spawn unasked --with-ssh host -- ssh host echo in
  assert_line --partial 'no key for host could be used'
  assert_line --partial 'a session in the background asks for no passphrase'
  run -1 logs_in host true
  assert_line --partial 'no key for host could be used'
  as alice mv .ssh/plain .ssh/id_ed25519
}

@test "Ctrl-C at the question for a passphrase leaves no session" {
  as alice sh -c 'cp .ssh/id_ed25519 .ssh/plain; ssh-keygen -q -p -P "" -N words -f .ssh/id_ed25519'
  at_a_terminal <<'TCL'
    spawn bawn launch -q --name unsure --with-ssh host -- true
    sees "passphrase for"
    send "\003"
    expect eof
TCL
  run -4 in_app bawn info unsure
  as alice mv .ssh/plain .ssh/id_ed25519
}

@test "kill ends a start that waits for a passphrase" {
  as alice sh -c 'cp .ssh/id_ed25519 .ssh/plain; ssh-keygen -q -p -P "" -N words -f .ssh/id_ed25519'
  at_a_terminal <<'TCL'
    spawn bawn launch -q --name waits --with-ssh host -- true
    sees "passphrase for"
    set first $spawn_id
    spawn bawn destroy waits
    sees "end it first: bawn kill waits"
    spawn bawn kill waits
    sees "the start of waits ended before its command began"
    set spawn_id $first
    sees "no key for host could be used"
TCL
  run -4 in_app bawn info waits
  as alice mv .ssh/plain .ssh/id_ed25519
}

@test "launch refuses a host without known keys or without a key of the user, with a hint" {
  refused 3 'the host keys of nowhere are not in your known_hosts' 'connect once: ssh nowhere' logs_in nowhere true
  refused 2 "'-x' is not the name of a host" 'give the name alone, for example: --with-ssh github.com' in_app bawn launch --with-ssh=-x -- true
  as alice mv .ssh/id_ed25519 .ssh/away
  run -3 logs_in host true
  assert_line --partial 'none of your key files is for host'
  as alice mv .ssh/away .ssh/id_ed25519
  run -3 in_app bawn launch --with-ssh host --etc full -- true
  assert_line --partial '--with-ssh does not work with --etc full'
  refused 2 '--with-ssh needs a network, and this session has no network' 'leave out --with-ssh, or use --network open' \
    in_app bawn launch --network none --with-ssh host -- true
}

@test "launch ignores a revoked key of a host" {
  local keys name='[127.0.0.1]:2222'
  as alice ssh host true
  keys=$(as alice ssh-keygen -F "$name" | sed -n 's/^[^#][^ ]* //p')
  as alice sh -c 'cp .ssh/known_hosts .ssh/all; cp .ssh/config .ssh/settings'
  as alice sh -c 'ssh-keygen -q -t ed25519 -N "" -f other; echo "@revoked * $(cut -d" " -f1,2 other.pub)" >>.ssh/known_hosts
    echo "[127.0.0.1]:2222 $(cut -d" " -f1,2 other.pub)" >>.ssh/known_hosts'
  run -0 in_app bawn launch --rm --with-ssh host -- sh -c 'cat /etc/ssh/ssh_known_hosts'
  assert_output --partial "$(head -n 1 <<<"$keys")"
  refute_output --partial "$(as alice cut -d' ' -f2 other.pub)"
  sed "s/^/@revoked $name /" <<<"$keys" >>/home/alice/.ssh/known_hosts
  run -3 logs_in host true
  assert_line --partial 'the host keys of host are not in your known_hosts'
  as alice sh -c 'mv .ssh/all .ssh/known_hosts; printf "Host *\n  RevokedHostKeys ~/.ssh/revoked\n" >>.ssh/config'
  run -3 logs_in host true
  assert_line --partial 'your ssh settings have RevokedHostKeys, which bawn cannot apply to host'
  as alice sh -c 'mv .ssh/settings .ssh/config; rm other other.pub'
}

@test "the setting ssh_hosts has the same effect, and a project needs trust for it" {
  as alice sh -c 'mkdir -p .config/bawn; echo "ssh_hosts = [\"host\"]" >.config/bawn/config.toml'
  run -0 in_app bawn launch --rm -- ssh host echo in
  assert_line in
  run --separate-stderr in_app bawn launch -q --rm --network none -- sh -c 'echo "agent: $SSH_AUTH_SOCK"'
  assert_output 'agent: '
  as alice sh -c 'mv .config/bawn/config.toml app/.bawn.toml'
  run in_app bawn launch -q --rm -- ssh -o BatchMode=yes -o StrictHostKeyChecking=no host echo in
  refute_line in
  as alice rm app/.bawn.toml
}
