#!/usr/bin/env bats
# System calls that an agent session must not make, each tried in a session; and programs that must run in it.

bats_require_minimum_version 1.5.0

load ../lib/world

setup_file() {
  make_user op
  make_project op app
  bawn-admin init --operator op
  bawn-admin create a.noir
  bawn-admin allow a.noir chmod rm
  bawn-admin assign a.noir /home/op/app
}

setup() {
  filter=$(dirname "$(readlink -f "$(type -P bawn)")")/../lib/bawn/session.bpf
}

in_session() { as op bawn launch --no-sync a.noir app -- "$@"; }

# answers: prints the results of the program's system calls, one a line.
answers() { in_session python3 - </src/tests/escape/programs/calls.py; }

@test "the installed filter is the one that bawn-admin prints on each run" {
  bawn-admin session-filter | cmp - "$filter"
  bawn-admin session-filter | cmp - "$filter"
}

@test "every process of a session runs under the filter, bubblewrap's own included" {
  run -0 --separate-stderr in_session python3 -c '
import os
for pid in filter(str.isdigit, os.listdir("/proc")):
    print(*(line.split()[1] for line in open(f"/proc/{pid}/status") if line.startswith(("Seccomp:", "NoNewPrivs:"))))'
  assert_line '1 2'
  refute_line --regexp '^[^1]|[^2]$'
  [ "${#lines[@]}" -ge 2 ]
}

@test "the filter answers each listed system call as the list says" {
  run -0 --separate-stderr answers
  assert_output - <<'ANSWERS'
keyctl EPERM
add_key EPERM
request_key EPERM
bpf EPERM
perf_event_open EPERM
userfaultfd EPERM
io_uring_setup EPERM
io_uring_enter EPERM
io_uring_register EPERM
open_by_handle_at EPERM
init_module EPERM
finit_module EPERM
delete_module EPERM
kexec_load EPERM
kexec_file_load EPERM
swapon EPERM
swapoff EPERM
reboot EPERM
quotactl EPERM
quotactl_fd EPERM
acct EPERM
syslog EPERM
lsm_set_self_attr EPERM
ptrace EPERM
process_vm_readv EPERM
process_vm_writev EPERM
kcmp EPERM
pidfd_getfd EPERM
memfd_create-plain ENOSYS
memfd_create-noexec ENOSYS
memfd_create-exec ENOSYS
memfd_secret ENOSYS
mprotect-stack EPERM
pkey_mprotect-stack EPERM
mprotect EPERM
pkey_mprotect EPERM
mmap-writable EPERM
mmap-anonymous EPERM
mmap-shared EPERM
shmat EPERM
personality EPERM
personality-others EPERM
personality-query done
setns EPERM
mount EPERM
umount2 EPERM
pivot_root EPERM
open_tree EPERM
move_mount EPERM
fsopen EPERM
fsconfig EPERM
fsmount EPERM
fspick EPERM
mount_setattr EPERM
unshare-user EPERM
unshare-user-and-mounts EPERM
unshare-cgroup EPERM
clone-user EPERM
clone-user-high-bits EPERM
clone-cgroup EPERM
clone-cgroup-high-bits EPERM
clone3 ENOSYS
TIOCSTI EPERM
TIOCSTI-high-bits EPERM
TIOCLINUX EPERM
TIOCLINUX-high-bits EPERM
TIOCSETD EPERM
TIOCSETD-high-bits EPERM
TCGETS EBADF
AF_UNIX done
AF_INET done
AF_INET6 done
AF_NETLINK done
AF_AX25 EAFNOSUPPORT
AF_X25 EAFNOSUPPORT
AF_KEY EAFNOSUPPORT
AF_PACKET EAFNOSUPPORT
AF_RDS EAFNOSUPPORT
AF_CAN EAFNOSUPPORT
AF_TIPC EAFNOSUPPORT
AF_BLUETOOTH EAFNOSUPPORT
AF_RXRPC EAFNOSUPPORT
AF_ALG EAFNOSUPPORT
AF_VSOCK EAFNOSUPPORT
AF_QIPCRTR EAFNOSUPPORT
AF_SMC EAFNOSUPPORT
AF_XDP EAFNOSUPPORT
AF_later EAFNOSUPPORT
AF_ALG-high-bits EAFNOSUPPORT
AF_ALG-pair EAFNOSUPPORT
NETLINK_XFRM EPROTONOSUPPORT
NETLINK_GENERIC EPROTONOSUPPORT
SCTP EPROTONOSUPPORT
DCCP EPROTONOSUPPORT
TCP done
chmod-setuid EPERM
fchmod-setuid EPERM
fchmodat-setuid EPERM
fchmodat2-setuid EPERM
mknod-setuid EPERM
mknodat-setuid EPERM
creat-setuid EPERM
open-setuid EPERM
openat-setuid EPERM
tmpfile-setuid EPERM
chmod-setgid EPERM
fchmod-setgid EPERM
fchmodat-setgid EPERM
fchmodat2-setgid EPERM
mknod-setgid EPERM
mknodat-setgid EPERM
creat-setgid EPERM
open-setgid EPERM
openat-setgid EPERM
tmpfile-setgid EPERM
chmod-plain done
openat2 ENOSYS
newer-than-known ENOSYS
far-newer ENOSYS
x32 SIGSYS
i386 refused
ANSWERS
}

@test "only an agent with a JIT compiler or --jit can make machine code in memory" {
  made() { in_session python3 - </src/tests/escape/programs/code.py 2>&1; }
  run -0 made
  refute_output --partial went
  run -0 bawn-admin show a.noir
  assert_line --regexp '^executes +only programs that root allowed$'
  bawn-admin allow a.noir java
  run -0 in_session java -version
  run -0 bawn-admin show a.noir
  assert_output --regexp 'executes +only programs that root allowed, and machine code that they make,[[:space:]]+for java'
  bawn-admin session-filter --jit | cmp - "${filter%/*}/jit.bpf"
  run -0 --separate-stderr answers
  # a kernel without 32-bit system calls ends the program before it runs any filter
  [[ $(as op python3 - i386 </src/tests/escape/programs/calls.py) != 'i386 SIGSEGV' ]] || output=${output/i386 SIGSEGV/i386 SIGSYS}
  [[ $output == *'i386 SIGSYS'* ]]
  assert_line 'mprotect ENOMEM'
  assert_line 'mmap-writable done'
  assert_line 'mprotect-stack EPERM'
  assert_line 'memfd_create-plain ENOSYS'
  bawn-admin restrict a.noir java
  run -0 made
  refute_output --partial went
  bawn-admin reseal a.noir --jit
  run -0 made
  assert_line 'at_once: went'
  run -0 --separate-stderr bawn-admin show a.noir --json
  assert_line --regexp '"execution" : "jit"'
  assert_line --regexp '"machine_code" : true'
  bawn-admin reseal a.noir --no-compiled
  run -0 made
  refute_output --partial went
  run -2 bawn-admin reseal a.noir --jit --compiled
  assert_output --partial '--compiled and --jit cannot be used together'
}

# Shows that the attempts work: the same ones, with a filter that permits all system calls.
@test "without the filter, the kernel permits keys, files in memory, mounts, keystrokes and set-id files" {
  cp -a "$filter" "$BATS_TEST_TMPDIR/session.bpf"
  printf '\006\0\0\0\0\0\377\177' >"$filter"
  run --separate-stderr answers
  cp -a "$BATS_TEST_TMPDIR/session.bpf" "$filter"
  local call
  for call in keyctl add_key request_key process_vm_{readv,writev} kcmp memfd_create-{plain,noexec,exec} open_tree openat2 {,f}chmod-set{uid,gid} fchmodat{,2}-set{uid,gid} \
    creat-setuid open{,at}-setuid tmpfile-setuid mknod{,at}-setuid; do
    assert_line "$call done"
  done
  assert_line 'TIOCSTI EBADF'
  assert_line 'TIOCLINUX-high-bits EBADF'
  refute_line --regexp '^(clone3|io_uring_setup|perf_event_open|bpf) (EPERM|ENOSYS)$'
}

@test "the filter refuses a set-id bit on a copy of a program, and the copy has none" {
  run in_session sh -c 'cp /usr/bin/true ~/mine && chmod 6755 ~/mine'
  assert_failure
  assert_output --partial 'Operation not permitted'
  run -0 stat -c %a /var/lib/bawn/homes/a.noir/mine
  refute_output --regexp '^[2-7]...$'
}

@test "threads, processes and pipes of Python work" {
  run -0 in_session python3 -c '
import concurrent.futures, multiprocessing, os, subprocess, threading
seen = []
threads = [threading.Thread(target=seen.append, args=(n,)) for n in range(8)]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
assert sorted(seen) == list(range(8))
assert subprocess.run(["printf", "%s", "ok"], capture_output=True).stdout == b"ok"
assert os.waitpid(os.posix_spawn("/usr/bin/true", ["true"], {}), 0)[1] == 0
with multiprocessing.Pool(2) as pool:
    assert pool.map(abs, [-1, -2]) == [1, 2]
print("all")'
  assert_line all
}

@test "git makes, changes and clones a repository" {
  run -0 in_session bash -c '
    set -e
    cd ~ && git init -q work && cd work
    git config user.name A && git config user.email a@localhost
    echo 1 >file && git add file && git commit -qm one
    echo 2 >file && git commit -qam two
    git clone -q . ../copy && git -C ../copy log --format=%s && git gc -q'
  assert_line one
  assert_line two
}

@test "archives, pipelines and job control of the shell work" {
  run -0 in_session bash -c '
    set -e
    cd /tmp && mkdir d && seq 100 >d/n && tar czf d.tgz d && rm -r d && tar xzf d.tgz
    sort -rn d/n | head -n 1
    sleep 0.1 & wait $! && cp -a d e && cmp d/n e/n
    xargs -P 4 -n 10 echo <d/n | wc -l'
  assert_line 100
  assert_line 10
}

@test "an agent can execute its files only with --compiled, and each start says so" {
  local try='for at in ~ .scratch "${TMPDIR:-/run}" /tmp; do cp /usr/bin/true "$at/mine"; "$at/mine" && echo "$at"; done'
  run in_session sh -c "$try"
  refute_line --regexp '^(/home|.scratch|/run|/tmp)'
  bawn-admin reseal a.noir --compiled
  run --separate-stderr in_session sh -c "$try"
  assert_output $'/home/agent\n.scratch\n/compiled'
  [[ $stderr == *'a.noir can execute files that it writes (--compiled)'* ]]
  run -0 bawn-admin show a.noir
  assert_line --regexp '^executes +also files that the agent writes'
  # when the kernel cannot return the path of the working directory: ENAMETOOLONG
  in_session python3 -c 'import os, time
home = os.path.expanduser("~")
os.chdir(home)
for _ in range(40):
    os.mkdir("d" * 200)
    os.chdir("d" * 200)
open(home + "/begun", "w").close()
time.sleep(60)' 3>&- &
  timeout 30 sh -c 'until [ -e /var/lib/bawn/homes/a.noir/begun ]; do sleep 0.05; done'
  run -0 bawn-admin verify a.noir
  assert_line --regexp 'now +ok +session [0-9]+: its writable directories are mounted as signed'
  run -0 --separate-stderr bawn-admin reseal a.noir --no-compiled
  [[ $stderr =~ 'still running under an earlier policy: 1 session of a.noir; to end: sudo '(kill\ [0-9]+)$ ]]
  local end=${BASH_REMATCH[1]}
  run -3 bawn-admin verify a.noir
  assert_line --regexp "now +BROKEN +session [0-9]+: /[a-z./]+ is writable without noexec; to end: sudo $end"
  $end
  wait $! || [ $? = 143 ]
  run -0 pgrep -c -u a.noir || [ "$output" = 0 ]
  run in_session sh -c "$try"
  refute_line --regexp '^(/home|.scratch|/run|/tmp)'
}

# A Landlock ruleset without that right refuses it.
@test "files are moved and linked from one directory into another" {
  run -0 --separate-stderr in_session python3 -c '
import os
for place in "/home/agent", "/tmp", "/work/app/.scratch":
    for name in "a", "b":
        os.makedirs(f"{place}/{name}", exist_ok=True)
    open(f"{place}/a/file", "w").close()
    os.link(f"{place}/a/file", f"{place}/b/link")
    os.rename(f"{place}/a/file", f"{place}/b/file")
    print(sorted(os.listdir(f"{place}/b")))'
  assert_output - <<'MOVED'
['file', 'link']
['file', 'link']
['file', 'link']
MOVED
}
