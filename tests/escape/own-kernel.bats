#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2024,SC2154 # shells inside expand what is quoted; own-attack.bash and bats set the variables
# Attacks by system calls of an unprivileged session.

load own-attack

setup_file() { begin_own_world; }

teardown() { forget; }

# every_own_call GROUP NUMBER [OPTION…]: tries the NUMBER calls of the group, and asserts that each one is refused.
every_own_call() {
  local group=$1 number=$2 line
  shift 2
  own_inside "python3 brought/kernel.py $group" "$@"
  mapfile -t lines < <(sed '/^$/d' <<<"$output")
  assert_equal "${#lines[@]}" "$number"
  judge
  for line in "${lines[@]}"; do
    [[ $line =~ ': '(EPERM|EACCES|ENOSYS|EAFNOSUPPORT|EROFS|EPROTONOSUPPORT|ESOCKTNOSUPPORT|ENOENT)$ ]] || fail "not refused: $line"
  done
}

@test "an unprivileged session cannot mount, unmount or change its root" {
  every_own_call mounts 10
}

@test "an unprivileged session cannot reach a keyring" {
  every_own_call keyrings 4
}

@test "an unprivileged session without nesting does not list the keys of its user" {
  # the key is in a process keyring, which ends with the process: the machine has one set of keyrings
  as op python3 -c 'import ctypes, time; ctypes.CDLL(None).syscall(248, b"user", b"the-key-of-op", b"x", 1, -2); time.sleep(300)' 3>&- &
  timeout 60 sh -c 'until grep the-key-of-op /proc/keys || setpriv --reuid=op --clear-groups grep the-key-of-op /proc/keys; do sleep 0.1; done'
  own_inside 'cat /proc/keys /proc/key-users | grep : && echo went; true' --no-nested
  pkill -u op -x python3
  judge
}

@test "an unprivileged session cannot use bpf, perf, userfaultfd or io_uring" {
  every_own_call kernel 6
}

@test "an unprivileged session cannot load a module, restart the machine or change its settings" {
  every_own_call machine 12
}

@test "an unprivileged session cannot open a file by its handle" {
  every_own_call handles 1
}

@test "an unprivileged session cannot open a socket of a family that few programs use" {
  every_own_call families 15
}

@test "an unprivileged session cannot evade the seccomp filter through system calls of another architecture" {
  every_own_call entries 4
}

@test "an unprivileged session without nesting cannot make or join a namespace" {
  every_own_call namespaces 8 --no-nested
}

@test "an unprivileged session cannot make a cgroup namespace" {
  every_own_call cgroups 4
}

@test "an unprivileged session cannot kill its user's processes through a delegated cgroup" {
  local groups=/run/groups victim
  local group=$groups/bawn-attack-$$
  mkdir -p "$groups"
  mount -t cgroup2 groups "$groups"
  mkdir "$group"
  chown -R op "$group"
  setpriv --reuid=op --regid=op --clear-groups sleep 300 3>&- &
  victim=$!
  echo "$victim" >"$group/cgroup.procs"
  # uses mount(2), because the filter also refuses fsopen(2)
  (
    echo "$BASHPID" >"$group/cgroup.procs"
    launches -- unshare --user --map-root-user --mount --cgroup sh -c '
      mkdir /tmp/group; LIBMOUNT_FORCE_MOUNT2=always mount -t cgroup2 group /tmp/group; echo 1 >/tmp/group/cgroup.kill'
  ) >/tmp/attack 2>&1 || true
  if kill -0 "$victim"; then concludes "$(cat /tmp/attack)"; else concludes went; fi
  kill "$victim" || true
  wait "$victim" || true
  eventually rmdir "$group"
  umount "$groups"
  judge
}

@test "a user namespace inside a session removes no restriction of the session" {
  own_inside 'unshare -Urm sh -c "
      mount -o remount,rw,bind /usr; touch /usr/planted && echo went
      umount /usr && echo went; umount /home/op/mine && ls /home/op/beside && echo went
      mount --bind / /mnt && ls /mnt/home/op/beside && echo went
      python3 brought/kernel.py keyrings; python3 brought/kernel.py kernel
      nsenter -t 1 -m -U ls /home/op/beside && echo went"'
  judge
}

@test "an unprivileged session has no capability, gains none by exec, and carries the seccomp filter" {
  own_inside 'grep -E "^(Cap(Inh|Prm|Eff|Bnd|Amb)|NoNewPrivs|Seccomp):" /proc/self/status | tr "\t\n" " "
    grep -qE "^CapEff:.*[1-9a-f]" /proc/self/status && echo went; echo refused:'
  assert_output --partial 'CapBnd: 0000000000000000'
  assert_output --partial 'NoNewPrivs: 1 Seccomp: 2'
  judge
}

@test "an unprivileged session gains no privilege by sudo, su and other setuid programs" {
  usermod -aG sudo op
  echo 'op ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/zz-op
  own_inside 'sudo -n id -u | grep -x 0 && echo went; sudo-rs -n id -u | grep -x 0 && echo went; su -c id root </dev/null && echo went
    sudo -n mknod null c 1 3 && echo went; mknod null c 1 3 && echo went; echo refused:'
  rm /etc/sudoers.d/zz-op
  judge
}

@test "each command that starts an unprivileged session gives it the same sandbox" {
  local sandbox='cd /; grep -E "^(Cap|NoNewPrivs|Seccomp|Uid|Gid)" /proc/self/status; id; ls /home /home/op; env | sort | grep -v -e "^_=" -e PWD -e SHLVL
    cut -d " " -f 5- /proc/self/mountinfo | sed "s/ [^ ]*,*fd=[^ ]*//; s/upperdir=.*//" | sort; touch /usr/x /home/op/x 2>&1; true'
  launches -- sh -c "$sandbox" >/tmp/launch
  sudo -H -u op -- env -C /home/op/mine bawn resume mine-1 -- sh -c "$sandbox" >/tmp/resume
  sudo -H -u op -- env -C /home/op/mine bawn exec mine-1 -- sh -c "$sandbox" >/tmp/exec
  rm "$sessions/mine-1/inside"
  sudo -H -u op -- env -C /home/op/mine bawn resume mine-1 -- sleep 300 3>&- &
  timeout 30 sh -c "until grep -qs child-pid $sessions/mine-1/inside; do sleep 0.1; done"
  sudo -H -u op -- env -C /home/op/mine bawn exec mine-1 -- sh -c "$sandbox" >/tmp/joined
  pkill -u op -x sleep
  wait $! || true
  sudo -H -u op -- env -C /home/op/mine bawn launch --name mine-0 --tool-path /bin/sh <<<"$sandbox" 2>/dev/null >/tmp/tool || :
  if diff /tmp/launch /tmp/resume && diff /tmp/launch /tmp/exec && diff /tmp/launch /tmp/joined && grep -q 'Seccomp:.2' /tmp/tool; then
    concludes 'refused: all are the same'
  else
    concludes went
  fi
  judge
}
