#!/usr/bin/env bats
# Attacks for other accounts and more privileges, and on the code that root or the agent's user loads at a start.

load attack

setup_file() {
  begin_world
  compile hello
}

setup() {
  rm -f /tmp/canary /var/tmp/canary
}

serial() { basename "$(readlink "$state/agents/$agent")"; }

# no_canary: fails if a file of the attack has run as any user.
no_canary() {
  [ ! -e /tmp/canary ] || fail "ran as $(stat -c %U /tmp/canary)"
}

@test "a session has no program that changes accounts" {
  inside 'for c in sudo sudo-rs su pkexec doas newgrp passwd chsh mount fusermount3 ssh at crontab systemctl systemd-run loginctl dbus-send; do
    $c --version && echo "$c: went"; /usr/bin/$c -h && echo "$c: went"; done'
  judge
}

@test "a session has no capability, gains none by exec, and carries the seccomp filter" {
  inside 'grep -E "^(Cap|NoNewPrivs|Seccomp:)" /proc/self/status; chmod 777 /etc && echo went; kill -0 1 ; nice -n -5 true 2>/dev/null
    python3 -c "
import os
for change in (os.setuid, 0), (os.setgid, 0), (os.setgroups, [0]):
    try: change[0](change[1]); print(\"went\")
    except OSError as e: print(e)"'
  assert_line $'NoNewPrivs:\t1'
  assert_line $'Seccomp:\t2'
  assert_line $'CapEff:\t0000000000000000'
  assert_line $'CapBnd:\t0000000000000000'
  judge
}

@test "a session gains no privilege by a setuid file on a mount that it sees" {
  install -m 4755 "$(type -P id)" "$state/homes/$agent/id-as-root"
  install -D -m 4755 "$(type -P id)" /usr/share/attack-later/id
  inside 'for program in ~/id-as-root /usr/share/attack-later/id; do
    [ "$($program -u)" != 0 ] || echo went; done; echo "refused: $(id -u)"'
  rm -rf /usr/share/attack-later "$state/homes/$agent/id-as-root"
  refute_line 0
  judge
}

@test "the agent's account gains no privilege by ssh, at, cron or lingering" {
  run sudo -u "$agent" sh -c 'sudo -n true && echo went; sudo -n -u op true && echo went; su -c true op </dev/null && echo went
    su -c true </dev/null && echo went; crontab -l && echo went; at now </dev/null && echo went
    ssh -o BatchMode=yes -o ConnectTimeout=2 localhost true && echo went; mount /dev/sda /mnt && echo went; exit 1'
  assert_output --regexp 'password is required|expired|not allowed'
  judge
}

@test "nobody can log in to the agent's account" {
  run sh -c "getent shadow $agent; getent passwd $agent"
  assert_output --regexp "^$agent:!"
  assert_output --partial /usr/sbin/nologin
  run as op sh -c "echo | su -c 'echo went' $agent; su -s /bin/sh -c 'echo went' $agent </dev/null"
  assert_failure
  assert_output --regexp 'Authentication failure|expired|not allowed'
  judge
}

@test "an operator can run as the agent only through enter" {
  run as op sh -c "for c in sh /bin/sh /usr/bin/bwrap /usr/bin/env '$(enter_program)/../enter' /usr/lib/bawn/start; do
    sudo -n -u $agent \$c -c 'echo went'; done; sudo -n sh -c 'echo went'; sudo -n -u $agent -s echo went; sudo -n -u $agent -i echo went
    EDITOR=true sudo -n -u $agent -e /etc/passwd && echo went; sudo -n -g agents id && echo went; exit 1"
  assert_output --partial 'password is required'
  judge
}

@test "a user who is not an operator can neither start a session nor sync" {
  run as neighbour sh -c "sudo -n -u $agent $(enter_program) app $(serial) sh -c 'echo went'; $(enter_program) app $(serial) sh -c 'echo went'
    bawn launch --no-sync $agent app -- sh -c 'echo went'; sudo -n bawn-admin sync $agent app && echo went; exit 1"
  assert_output --partial 'password is required'
  judge
}

@test "an operator's sudo rule for sync permits no other command" {
  local before
  before=$(print_of "$state/agents" /etc/bawn /etc/sudoers.d)
  run as op sh -c "for words in 'delete $agent --yes' 'create d.bleu' 'allow $agent perl' 'sync $agent app --debug' 'sync $agent /etc' 'sync $other other' \
    'sync' 'assign $agent /etc' 'init --operator neighbour' 'reseal' 'sync $agent app app'; do sudo -n bawn-admin \$words && echo \"\$words: went\"; done; exit 1"
  judge
  assert_equal "$(print_of "$state/agents" /etc/bawn /etc/sudoers.d)" "$before"
}

@test "no environment variable of the operator changes which files root loads" {
  local plant=$BATS_TEST_TMPDIR/plant
  install -d -m 0755 -o op "$plant" "$plant/bin"
  gcc -shared -fPIC -DPATH='"/tmp/canary"' -o "$plant/evil.so" "$here/programs/canary.c"
  printf '#!/bin/sh\nid -u >/tmp/canary\n' >"$plant/rc"
  for name in java bash sh dirname readlink env tar find; do install -m 755 "$plant/rc" "$plant/bin/$name"; done
  printf -- '-XX:OnError=/bin/touch /tmp/canary\n' >"$plant/.hotspotrc"
  chmod -R a+rX "$BATS_TEST_TMPDIR" "${BATS_TEST_TMPDIR%/*}" "${BATS_TEST_TMPDIR%/*/*}"
  run as op env -C "$plant" PATH="$plant/bin:$PATH" LD_PRELOAD="$plant/evil.so" LD_LIBRARY_PATH="$plant" LD_AUDIT="$plant/evil.so" \
    BASH_ENV="$plant/rc" ENV="$plant/rc" SHELLOPTS=xtrace PS4='$(/bin/touch /tmp/canary)' 'BASH_FUNC_exec%%=() { touch /tmp/canary; }' \
    JAVA_TOOL_OPTIONS="-agentpath:$plant/evil.so" _JAVA_OPTIONS="-agentpath:$plant/evil.so" JDK_JAVA_OPTIONS="-agentpath:$plant/evil.so" \
    CLASSPATH="$plant" JAVA_HOME="$plant" PYTHONPATH="$plant" PERL5OPT=-d GIT_SSH_COMMAND="$plant/rc" GCONV_PATH="$plant" \
    RSYNC_RSH="$plant/rc" HOME="$plant" XDG_CONFIG_HOME="$plant" TMPDIR="$plant" TERMINFO="$plant" IFS=/ \
    /usr/bin/sudo -n "$(type -P bawn-admin)" sync "$agent" app
  assert_success
  # The loader of op's own processes may load it, because these processes run as op.
  [ ! -e /tmp/canary ] || assert_equal "$(stat -c %U /tmp/canary)" op
  concludes 'refused: nothing ran as root'
  judge
}

@test "no environment variable of the operator reaches a session" {
  local plant=$BATS_TEST_TMPDIR/plant
  install -d -m 0755 "$plant"
  printf 'echo went\n' >"$plant/rc"
  chmod -R a+rX "$BATS_TEST_TMPDIR"
  run as op env PATH="$plant:$PATH" BASH_ENV="$plant/rc" ENV="$plant/rc" PYTHONPATH="$plant" PYTHONSTARTUP="$plant/rc" GIT_DIR="$plant" \
    GIT_CONFIG_GLOBAL="$plant/rc" LESSOPEN="|$plant/rc" PERL5LIB="$plant" SSH_AUTH_SOCK=/run/ssh.sock DISPLAY=:0 DBUS_SESSION_BUS_ADDRESS=unix:path=/run/bus \
    AWS_SECRET_ACCESS_KEY=one GITHUB_TOKEN=two BAWN_SESSION=forged SUDO_ASKPASS="$plant/rc" 'BASH_FUNC_ls%%=() { echo went; }' PS4='went' SHELLOPTS=xtrace \
    PROMPT_COMMAND='echo went' /usr/bin/sudo -n -u "$agent" "$(enter_program)" app "$(serial)" bash -c 'env; ls >/dev/null' </dev/null
  refute_output --partial "$plant"
  refute_output --regexp 'SSH_AUTH_SOCK|DISPLAY|DBUS|AWS_|GITHUB|forged|SUDO_|GIT_|LESS|PYTHON'
  assert_line "BAWN_SESSION=$agent/app"
  [ -n "$output" ] && concludes 'ENOENT: none of them is there'
  judge
}

@test "an operator cannot pass environment variables through options of sudo" {
  run as op sh -c "sudo -n LD_PRELOAD=/tmp/x -u $agent $(enter_program) app $(serial) sh -c 'echo went'
    sudo -n -E -u $agent $(enter_program) app $(serial) sh -c 'echo went'
    sudo -n --preserve-env=PATH,BASH_ENV -u $agent $(enter_program) app $(serial) sh -c 'echo went'
    sudo -n -D / -u $agent $(enter_program) app $(serial) sh -c 'echo went'
    sudo -n -R / -u $agent $(enter_program) app $(serial) sh -c 'echo went'; exit 1"
  assert_output --partial 'not allowed'
  judge
}

@test "names and arguments never become options of bubblewrap" {
  local name
  for name in --bind --dev-bind --args --version --help -- - --cap-add=ALL '--bind / /' $'sh\n--bind' 'sh --bind / /' './sh' /usr/bin/sh ../bin/sh 'sh"' "sh'" '$(sh)' '`sh`' 'sh;sh' '*' '' "$(printf 'a%.0s' {1..5000})"; do
    run in_session "$agent" "$name" --bind / / -c 'echo went' </dev/null
    assert_failure
    refute_line went
  done
  run in_session "$agent" python3 -c 'import sys; print(sys.argv[1:])' --bind / / --seccomp 0 -- --args 9 $'a\nb' '"' "'" '$(touch /tmp/canary)' '`id`' '\' '' </dev/null
  assert_line "['--bind', '/', '/', '--seccomp', '0', '--', '--args', '9', 'a\\nb', '\"', \"'\", '\$(touch /tmp/canary)', '\`id\`', '\\\\', '']"
  concludes 'refused: all of them'
  judge
  no_canary
}

@test "enter refuses invalid names of projects and invalid serials" {
  local word
  for word in .. . ../app 'app/../app' app.args/../app '*' 'app ' $'app\n' '' -- --help /etc "$(printf 'a%.0s' {1..70})" APP 'app;id'; do
    run as op sudo -n -u "$agent" "$(enter_program)" "$word" "$(serial)" sh -c 'echo went' </dev/null
    assert_failure
    refute_line went
    run as op sudo -n -u "$agent" "$(enter_program)" app "$word" sh -c 'echo went' </dev/null
    assert_failure
    refute_line went
  done
  concludes 'refused: all of them'
  judge
}

@test "enter uses no session directory that an operator forged" {
  local forged=/home/op/agents/a.noir
  as op mkdir -p "$forged/bin" "$forged/recipe" /home/op/lib
  as op sh -c "ln -s /bin/sh $forged/bin/sh; printf -- '--bind\\0/\\0/\\0' >$forged/recipe/app.args; cp $(enter_program) lib/enter; cp $(dirname "$(enter_program)")/session.bpf lib/"
  run as op sh -c "sudo -n -u $agent /home/op/lib/enter app $(serial) sh -c 'echo went'; /home/op/lib/enter app $(serial) sh -c 'echo went'
    cd /home/op && sudo -n -u $agent $(enter_program) app ../../home/op/agents/a.noir sh -c 'echo went'; exit 1"
  judge
}

@test "enter refuses a bubblewrap that is setuid, writable by others or owned by another user" {
  local change
  cp -p /usr/bin/bwrap "$BATS_TEST_TMPDIR/bwrap"
  for change in 'chmod 4755' 'chmod 2755' 'chmod 0777' 'chmod 0775' 'chown op' "chown $agent"; do
    $change /usr/bin/bwrap
    run in_session "$agent" sh -c 'echo went' </dev/null
    rm /usr/bin/bwrap
    cp -p "$BATS_TEST_TMPDIR/bwrap" /usr/bin/bwrap
    assert_equal "$status" 3
    judge
  done
}

@test "an operator cannot use the account of a deleted agent or start jobs that it left behind" {
  bawn-admin create c.vert --profile read-only --operator op
  bawn-admin assign c.vert /home/op/app
  run in_session c.vert sh -c 'echo inside' </dev/null
  assert_line inside
  install -d /var/spool/cron/crontabs
  local enter last
  enter=$(enter_program)
  last=$(basename "$(readlink "$state/agents/c.vert")")
  bawn-admin delete c.vert --yes
  run as op sh -c "sudo -n -u c.vert $enter app $last sh -c 'echo went'; sudo -n -u '#70002' $enter app $last sh -c 'echo went'
    bawn launch --no-sync c.vert app -- sh -c 'echo went'; exit 1"
  judge
  run getent passwd c.vert
  assert_failure
  refute grep -q c.vert /etc/sudoers.d/bawn
}
