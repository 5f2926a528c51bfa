#!/usr/bin/env bats
# Attacks by system calls of an agent session: more privileges, other namespaces, other mounts, and the kernel itself.

load attack

setup_file() {
  begin_world
  bring kernel.py label.py
}

# every_call GROUP NUMBER: tries the NUMBER calls of the group, and asserts that each one is refused.
every_call() {
  inside "python3 ~/kernel.py $1"
  assert_equal "${#lines[@]}" "$2"
  judge
  local line
  for line in "${lines[@]}"; do
    [[ $line =~ ': '(EPERM|EACCES|ENOSYS|EAFNOSUPPORT|EROFS|EPROTONOSUPPORT|ESOCKTNOSUPPORT)$ ]] || fail "not refused: $line"
  done
}

@test "an agent cannot make or join a namespace" {
  every_call namespaces 8
}

@test "an agent cannot mount, unmount or change its root" {
  every_call mounts 10
}

@test "an agent cannot reach a keyring" {
  every_call keyrings 4
}

@test "an agent cannot use bpf, perf, userfaultfd or io_uring" {
  every_call kernel 6
}

@test "an agent cannot load a module, restart the machine or change its settings" {
  every_call machine 12
}

@test "an agent cannot open a file by its handle" {
  every_call handles 1
}

@test "an agent cannot open a socket of a family that few programs use" {
  every_call families 15
}

@test "an agent cannot evade the seccomp filter through system calls of another architecture" {
  every_call entries 4
}

@test "an agent cannot change the line discipline of a terminal" {
  every_call disciplines 3
}

@test "a session cannot change its AppArmor label or the policy of that label" {
  inside 'python3 ~/label.py; cat /proc/self/attr/apparmor/current; echo x >/sys/kernel/security/apparmor/.load && echo went'
  ! on_apparmor || assert_line "bawn.$agent (enforce)"
  judge
}
