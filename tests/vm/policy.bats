#!/usr/bin/env bats
# Verifies what AppArmor alone refuses, with the policy that bawn-admin made. The other parts of the sandbox are missing except
# bubblewrap's mounts: no seccomp filter, no `enter`, the host's network, and programs that no allowlist names. So the AppArmor
# policy causes each refusal here.

load ../lib/world

policies=/sys/kernel/security/apparmor/policy/profiles
allowed=(chmod cp git python3)

setup_file() {
  type -P bawn-admin >/dev/null || PREFIX=/usr /src/packaging/install --no-train
  make_user op
  bawn-admin init --operator op
  bawn-admin create a.noir --profile read-only
  bawn-admin allow a.noir "${allowed[@]}"
  bawn-admin create a.blanc --profile network-isolated
}

setup() {
  lib=$(dirname "$(dirname "$(type -P bawn-admin)")")/lib/bawn
}

# inside AGENT SCRIPT: bash runs the script under the agent's policy.
inside() {
  local agent=$1 script=$2 home=/var/lib/bawn/homes/$1 scratch=/var/lib/bawn/scratch/$1/app mirror=/var/lib/mirror
  install -d "$mirror/.scratch"
  echo original >"$mirror/file"
  install -d -m 0755 "/var/lib/bawn/scratch/$agent"
  install -d -o "$agent" "$scratch"
  local wrapper=()
  [ ! -e /var/lib/bawn/bubblewrap-profile ] || wrapper=(aa-exec -p bawn-bubblewrap --)
  sudo -u "$agent" -- "${wrapper[@]}" bwrap --unshare-user --unshare-pid --unshare-ipc --unshare-uts --die-with-parent \
    --ro-bind /usr /usr --symlink usr/lib /lib --symlink usr/lib64 /lib64 --symlink usr/bin /bin \
    --ro-bind /usr/bin/env /.bawn/env --ro-bind /usr/bin/aa-exec /.bawn/aa-exec --ro-bind /etc /etc \
    --proc /proc --dev /dev --perms 1777 --tmpfs /dev/shm --perms 1777 --tmpfs /tmp --perms 1777 --tmpfs /var/tmp \
    --bind "$home" /home/agent --bind "$mirror" /work/app --bind "$scratch" /work/app/.scratch \
    --setenv HOME /home/agent --setenv PATH /usr/bin --chdir /work/app \
    -- /.bawn/aa-exec -p "bawn.$agent" -- /usr/bin/bash -c "$script"
}

# policy AGENT: the directory in which the kernel publishes an agent's policy.
policy() {
  local name
  for name in "$policies/bawn.$1".*/name; do
    if [ "$(cat "$name")" = "bawn.$1" ]; then
      dirname "$name"
    fi
  done
}

refused() {
  assert_failure
  assert_output --regexp '[Pp]ermission( |  *)denied|Operation not permitted|PermissionError'
}

@test "the kernel enforces exactly the signed compiled policy" {
  run cat "$(policy a.noir)/mode"
  assert_output enforce
  assert_equal "$(cat "$(policy a.noir)/raw_sha256")" \
    "$(sha256sum /var/lib/bawn/agents/a.noir/profile.bin | cut -d ' ' -f 1)"
}

@test "the text beside it compiles to the same policy, each time" {
  apparmor_parser --skip-kernel-load --skip-cache --ofile "$BATS_TEST_TMPDIR/again" /var/lib/bawn/agents/a.noir/profile
  cmp "$BATS_TEST_TMPDIR/again" /var/lib/bawn/agents/a.noir/profile.bin
}

@test "an ordinary user can see the enforced policy" {
  run as op cat "$(policy a.noir)/raw_sha256"
  assert_success
}

@test "a session carries the label of its agent" {
  run inside a.noir 'cat /proc/self/attr/current'
  assert_output 'bawn.a.noir (enforce)'
}

@test "an allowed program runs, and so do the programs that it brings" {
  run inside a.noir 'id -u && cd && git init -q r && cd r && git -c user.name=a -c user.email=b commit -qm x --allow-empty &&
    git --no-pager log --format=%s'
  assert_success
  assert_line x
}

@test "an installed program that is not allowed does not run" {
  for program in perl unshare gcc ssh; do
    run inside a.noir "/usr/bin/$program --version"
    refused
  done
  run inside a.noir '/.bawn/env true'
  refused
}

@test "a copied program does not run, wherever the copy lies" {
  for place in /home/agent /tmp /var/tmp /dev/shm /work/app/.scratch; do
    run inside a.noir "cp /usr/bin/id $place/mine && chmod 755 $place/mine && $place/mine"
    refused
    refute_output --partial uid=
  done
}

@test "the dynamic linker runs no program, allowed or not" {
  for program in /usr/bin/id /usr/bin/perl; do
    run inside a.noir "/lib64/ld-linux-x86-64.so.2 $program"
    refused
  done
}

@test "a script that the agent wrote runs only as input of an allowed program" {
  run inside a.noir 'printf "#!/usr/bin/bash\necho ran\n" >~/script; chmod 755 ~/script; ~/script'
  refused
  run inside a.noir 'bash ~/script'
  assert_output ran
}

@test "a program in memory does not run" {
  run inside a.noir 'python3 -c "
import os
f = os.memfd_create(\"program\")
os.write(f, open(\"/usr/bin/id\", \"rb\").read())
os.execve(f, [\"id\"], {})"'
  refused
}

@test "an unlinked program does not run through its descriptor" {
  run inside a.noir 'cp /usr/bin/id /tmp/id; python3 -c "
import os
f = os.open(\"/tmp/id\", os.O_RDONLY)
os.unlink(\"/tmp/id\")
os.execve(f, [\"id\"], {})"'
  refused
}

@test "a library that the agent wrote is not loaded" {
  run inside a.noir 'cp /usr/lib/x86_64-linux-gnu/libz.so.1 ~/mine.so; python3 -c "
import ctypes
ctypes.CDLL(\"/home/agent/mine.so\")"'
  assert_failure
  assert_output --partial 'failed to map segment'
  run inside a.noir 'LD_PRELOAD=/home/agent/mine.so cat /proc/self/maps'
  assert_output --partial 'cannot be preloaded'
  refute_line --partial 'r-xp .* /home/agent'
}

@test "the kernel refuses to map a file of the agent as code, and maps anonymous memory" {
  run inside a.noir 'cp /usr/bin/id ~/code; python3 -c "
import mmap, os
mmap.mmap(os.open(\"/home/agent/code\", os.O_RDONLY), 4096, mmap.MAP_PRIVATE, mmap.PROT_READ | mmap.PROT_EXEC)"'
  refused
  run inside a.noir 'python3 -c "
import mmap
mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)"'
  assert_success
}

# Not in the home, which may be on overlayfs here: Linux 6.12 then checks the file of the lower file system, which overlayfs
# opened as root.
@test "the kernel refuses to make a mapping executable" {
  run inside a.noir 'cp /usr/bin/id /tmp/code; python3 -c "
import ctypes, mmap, os
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
at = libc.mmap(None, 4096, 1, 2, os.open(\"/tmp/code\", os.O_RDONLY), 0)
if libc.mprotect(ctypes.c_void_p(at), 4096, 5):
    raise PermissionError(ctypes.get_errno())"'
  refused
}

@test "a process can trace or read no other process of its session" {
  run inside a.noir 'sleep 9 & python3 -c "
import ctypes, sys
libc = ctypes.CDLL(None, use_errno=True)
if libc.ptrace(16, int(sys.argv[1]), 0, 0):
    raise PermissionError(ctypes.get_errno())" $!'
  refused
  for secret in environ root/etc maps; do
    run inside a.noir "ls /proc/1/$secret/ || cat /proc/1/$secret"
    refused
  done
}

@test "a session cannot change its label" {
  for file in attr/current attr/exec attr/apparmor/current attr/apparmor/exec; do
    run inside a.noir "echo 'changeprofile unconfined' >/proc/self/$file"
    refused
    run inside a.noir "echo 'exec unconfined' >/proc/self/$file"
    refused
  done
  run inside a.noir '/.bawn/aa-exec -p unconfined -- /usr/bin/perl -e 1'
  refused
}

@test "the policy refuses user namespaces and mounts" {
  run inside a.noir 'python3 -c "
import os
os.unshare(os.CLONE_NEWUSER)
os.unshare(os.CLONE_NEWNS)"'
  refused
}

@test "a session can write only the agent's directories, even on writable mounts" {
  for file in /work/app/file /work/app/new /etc/passwd /usr/bin/id /.bawn/env /file; do
    run inside a.noir "echo changed >$file"
    assert_failure
  done
  assert_equal "$(cat /var/lib/mirror/file)" original
  run inside a.noir 'echo kept >~/file && echo kept >/work/app/.scratch/file && echo kept >/tmp/file && cat ~/file'
  assert_output kept
}

@test "a session cannot see files of others, even on mounts with permissive modes" {
  install -d /home/open
  echo secret >/home/open/file
  chmod -R a+rX /home/open
  for file in /home/open/file /var/lib/mirror/file; do
    run sudo -u a.noir -- cat "$file"
    assert_success
    run sudo -u a.noir -- aa-exec -p bawn.a.noir -- cat "$file"
    refused
  done
}

@test "the policy permits internet sockets or not, and never raw ones" {
  run inside a.noir 'python3 -c "import socket; socket.socket(); socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)"'
  assert_success
  for kind in 'AF_INET, socket.SOCK_RAW, 1' 'AF_PACKET, socket.SOCK_RAW' 'AF_ALG, socket.SOCK_SEQPACKET' \
    'AF_BLUETOOTH, socket.SOCK_SEQPACKET' 'AF_VSOCK, socket.SOCK_STREAM'; do
    run inside a.noir "python3 -c 'import socket; socket.socket(socket.$kind)'"
    assert_failure
    assert_output --regexp 'PermissionError|not supported'
  done
  run inside a.blanc 'python3 -c "import socket; socket.socket()"'
  refused
  run inside a.blanc 'python3 -c "import socket; socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)"'
  refused
}

@test "processes of a session reach each other through unix sockets" {
  run inside a.blanc 'python3 -c "
import socket
server = socket.socket(socket.AF_UNIX)
server.bind(\"/tmp/here\")
server.listen()
client = socket.socket(socket.AF_UNIX)
client.connect(\"/tmp/here\")
client.send(b\"through\")
print(server.accept()[0].recv(9).decode())"'
  assert_output through
}

@test "a session can signal only processes of the same agent" {
  run inside a.noir 'sleep 9 & kill $!'
  assert_success
  run inside a.noir 'kill -9 1'
  refused
}

@test "the limits apply" {
  run inside a.noir 'ulimit -Hu'
  assert_output 256
  run inside a.noir 'ulimit -Hn'
  assert_output 4096
}

@test "a session can read and write files that the operator redirects" {
  echo given >"$BATS_TEST_TMPDIR/in"
  inside a.noir 'cat' <"$BATS_TEST_TMPDIR/in" >"$BATS_TEST_TMPDIR/out"
  assert_equal "$(cat "$BATS_TEST_TMPDIR/out")" given
}

@test "a session can open a deleted file of the agent again, as here-documents need" {
  # The text is too long for a pipe, so bash writes it to a file, and deletes the file.
  # shellcheck disable=SC2016 # the shell inside expands it
  run inside a.noir 'printf -v long "%0100000d" 7; cat /dev/stdin <<<"$long" | wc -c'
  assert_output 100001
}

@test "an agent does not start without its policy in the kernel" {
  printf bawn.a.noir >/sys/kernel/security/apparmor/.remove
  run inside a.noir 'echo started'
  assert_failure
  refute_output --partial started
  "$lib/load-policies"
  run inside a.noir 'echo started'
  assert_output started
}

@test "at boot, the loader loads all signed policies, with few privileges and without the texts" {
  for agent in a.noir a.blanc; do
    printf 'bawn.%s' "$agent" >/sys/kernel/security/apparmor/.remove
    mv "$(readlink -f "/var/lib/bawn/agents/$agent")/profile" "$BATS_TEST_TMPDIR/$agent"
  done
  run setpriv --bounding-set -all,+mac_admin,+dac_read_search --inh-caps -all --no-new-privs "$lib/load-policies"
  assert_success
  assert_output ''
  for agent in a.noir a.blanc; do
    mv "$BATS_TEST_TMPDIR/$agent" "$(readlink -f "/var/lib/bawn/agents/$agent")/profile"
    assert_equal "$(cat "$(policy "$agent")/raw_sha256")" \
      "$(sha256sum "/var/lib/bawn/agents/$agent/profile.bin" | cut -d ' ' -f 1)"
  done
}

@test "at boot, the loader refuses only a policy that another user can write" {
  generation=$(readlink -f /var/lib/bawn/agents/a.noir)
  printf bawn.a.noir >/sys/kernel/security/apparmor/.remove
  printf bawn.a.blanc >/sys/kernel/security/apparmor/.remove
  for change in 'chown op' 'chmod o+w'; do
    cp -a "$generation/profile.bin" "$BATS_TEST_TMPDIR/kept"
    $change "$generation/profile.bin"
    run "$lib/load-policies"
    assert_failure 1
    assert_output --partial "the policy of a.noir cannot be trusted"
    rm "$generation/profile.bin"
    cp -a "$BATS_TEST_TMPDIR/kept" "$generation/profile.bin"
    assert_equal "$(policy a.noir)" ''
    assert [ -n "$(policy a.blanc)" ]
  done
  "$lib/load-policies"
}

@test "the loader refuses a truncated policy, and the earlier one stays" {
  before=$(cat "$(policy a.noir)/raw_sha256")
  head -c 3000 /var/lib/bawn/agents/a.noir/profile.bin >"$BATS_TEST_TMPDIR/cut"
  run apparmor_parser --binary --replace "$BATS_TEST_TMPDIR/cut"
  assert_failure
  assert_equal "$(cat "$(policy a.noir)/raw_sha256")" "$before"
}

@test "allow changes the executable programs of running and later sessions in one step" {
  run inside a.noir '/usr/bin/printenv HOME'
  refused
  bawn-admin allow a.noir printenv
  run inside a.noir '/usr/bin/printenv HOME'
  assert_output /home/agent
  assert_equal "$(cat "$(policy a.noir)/raw_sha256")" \
    "$(sha256sum /var/lib/bawn/agents/a.noir/profile.bin | cut -d ' ' -f 1)"
}

@test "a profile that does not compile changes nothing, and bawn-admin shows the parser's error" {
  serial=$(readlink -f /var/lib/bawn/agents/a.noir)
  before=$(cat "$(policy a.noir)/raw_sha256")
  cp "$lib/apparmor-templates/agent.profile" "$BATS_TEST_TMPDIR/template"
  echo 'nonsense here,' >>"$lib/apparmor-templates/agent.profile"
  run bawn-admin allow a.noir mkdir
  cp "$BATS_TEST_TMPDIR/template" "$lib/apparmor-templates/agent.profile"
  assert_failure 1
  assert_output --regexp 'does not compile: .*at line [0-9]+'
  assert_equal "$(readlink -f /var/lib/bawn/agents/a.noir)" "$serial"
  assert_equal "$(cat "$(policy a.noir)/raw_sha256")" "$before"
}

@test "sessions start where the system confines bubblewrap, under the agent's policy alone" {
  assert [ ! -e /var/lib/bawn/bubblewrap-profile ]
  cat >"$BATS_TEST_TMPDIR/distribution" <<'END'
abi <abi/4.0>,
profile bwrap /usr/bin/bwrap flags=(attach_disconnected,mediate_deleted) {
  allow capability, allow file rwlkm /{**,}, allow network, allow unix, allow ptrace, allow signal,
  allow userns, allow mount, allow umount, allow pivot_root,
  allow pix /** -> &bwrap//&unpriv_bwrap,
}
profile unpriv_bwrap flags=(attach_disconnected,mediate_deleted) {
  allow file rwlkm /{**,}, allow network, allow unix, allow ptrace, allow signal,
  allow pix /** -> &unpriv_bwrap,
}
END
  apparmor_parser --replace "$BATS_TEST_TMPDIR/distribution"
  run inside a.noir 'echo started'
  assert_failure

  run bawn-admin init
  assert_output --partial 'every local user can make user namespaces'
  run inside a.noir 'cat /proc/self/attr/current'
  assert_output 'bawn.a.noir (enforce)'
  printf bawn-bubblewrap >/sys/kernel/security/apparmor/.remove
  run inside a.noir 'echo started'
  assert_failure
  "$lib/load-policies"
  run inside a.noir 'echo started'
  assert_output started

  apparmor_parser --remove "$BATS_TEST_TMPDIR/distribution"
  bawn-admin init
  assert [ ! -e /var/lib/bawn/bubblewrap-profile ]
  run aa-exec -p bawn-bubblewrap -- true
  assert_failure
}

@test "delete removes the agent's policy from the kernel" {
  bawn-admin delete a.blanc --yes
  assert_equal "$(policy a.blanc)" ''
}
