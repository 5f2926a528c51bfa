#!/usr/bin/env bats
# Files that a session must not change, files that it must not see, and links that it makes for programs outside of the sandbox.

load attack

setup_file() {
  begin_world
  echo 'a secret of the other agent' >"$state/homes/$other/secret"
  chown "$other" "$state/homes/$other/secret"
  echo 'notes of the other agent' >"$state/scratch/$other/app/secret"
  chown "$other" "$state/scratch/$other/app/secret"
  as op sh -c 'mkdir -p .ssh && echo "a secret of the operator" >.ssh/id_ed25519'
}

setup() {
  install -d -m 0700 /var/lib/precious
  [ -e /var/lib/precious/file ] || echo 'what root would miss' >/var/lib/precious/file
  before=$(everything_else)
}

# everything_else: a digest of all that no attack of this file may change: all but the first agent's home and scratch directory.
everything_else() {
  print_of /etc/passwd /etc/shadow /etc/sudoers.d /etc/bawn "$state/agents" "$state/mirrors" /usr/lib/bawn /usr/local/lib
  user_files
}

# user_files: a digest of the part that no command of root changes either.
user_files() {
  print_of "$state/homes/$other" "$state/scratch/$other" /home/op /home/neighbour /var/lib/precious
}

unharmed() {
  assert_equal "$(everything_else)" "$before"
}

# bats test_tags=guest
@test "an agent cannot write to the mirror of its project" {
  inside 'echo x >README.md && echo went; echo x >new && echo went; rm -rf src && echo went; mv README.md R && echo went
    mkdir -p .git/hooks && echo went; chmod 777 . && echo went; ln -s /etc .scratch/../up && echo went; ls'
  judge
  assert_line README.md
  unharmed
}

# bats test_tags=guest
@test "an agent cannot write to /etc, /usr, the root or the directory of its policy" {
  inside 'for d in /etc /usr /usr/bin /usr/lib /usr/share / /work /home /var /.bawn /lib64 /proc /sys /dev/pts ${PATH%/*} $PATH; do
    touch $d/new && echo "$d: went"; mkdir $d/dir && echo "$d: went"; done
    echo "x:x:0:0::/:" >>/etc/passwd && echo went; : >/etc/hosts && echo went; rm -f /etc/nsswitch.conf && echo went'
  judge
  unharmed
}

# bats test_tags=guest
@test "an agent cannot change its own settings or instructions" {
  inside 'ls -d .claude/settings.json; echo "{}" >.claude/settings.json && echo went; rm -rf .claude && echo went
    mv .claude .scratch && echo went; ln -sf /tmp/x .claude/settings.local.json && echo went'
  judge
  assert_line .claude/settings.json
  unharmed
}

@test "a session starts in its project, wherever the caller is, and cannot write to the caller's directory" {
  local place
  for place in /home/op /home/op/app / /etc "$state/mirrors" /tmp; do
    run as op sh -c "cd '$place' 2>/dev/null; exec sudo -n -u $agent $(enter_program) app \
      $(basename "$(readlink "$state/agents/$agent")") sh -c 'pwd; echo x >file && echo went; echo x >../file && echo went'" </dev/null
    assert_line /work/app
    judge
  done
  unharmed
}

@test "arguments and environment variables make no path writable for a session" {
  run as op env PWD=/home/op HOME=/home/op TMPDIR=/home/op BAWN_SESSION=/home/op BAWN_WRITABLE=/home/op \
    sudo -n -u "$agent" "$(enter_program)" app "$(basename "$(readlink "$state/agents/$agent")")" \
    sh -c 'touch /home/op/file && echo went; cd; pwd; touch /etc/file && echo went' --bind / / --dev-bind / / </dev/null
  assert_line /home/agent
  judge
  unharmed
}

@test "a session cannot read a masked secret by any name" {
  inside 'ls -A; cat .env .scratch/../.env /proc/self/cwd/.env /proc/1/cwd/.env /proc/1/root/work/app/.env && echo went
    ln -s ../.env .scratch/env; cat .scratch/env && echo went; ln ../app/.env .scratch/hard && echo went
    find / -name .env -exec echo went \; ; python3 -c "print(open(\"/work/app/.env\").read(), \"went\")"'
  refute_output --partial a-secret
  refute_line .env
  judge
}

@test "a session cannot read a secret of the project's owner through a link in the project" {
  as op sh -c 'ln -s /home/op/.ssh/id_ed25519 app/key; ln -s .env app/innocent; ln app/.env app/plain.txt; ln -s /etc/shadow app/shadow'
  bawn-admin sync "$agent" app || true
  inside 'for name in key innocent shadow; do cat $name && echo "$name: went"; done; ls -l'
  refute_output --partial 'secret of the operator'
  judge
  as op rm -f app/key app/innocent app/shadow app/plain.txt
  bawn-admin sync "$agent" app
  before=$(everything_else)
}

# bats test_tags=guest
@test "a session does not see the homes, mirrors and scratch directories of other agents and users" {
  inside 'for p in /home/op /home/neighbour /home/b.rouge /root /var/lib/bawn/homes /var/lib/bawn/scratch \
    /var/lib/bawn/mirrors /var/lib/bawn/agents/b.rouge /etc/bawn /etc/shadow /etc/sudoers /home/agent/../op /work/other; do
    ls "$p" && echo went; cat "$p/secret" && echo went; done; ls /home /work /var/lib/bawn'
  judge
  refute_output --partial secret\ of
  unharmed
}

@test "one agent's account cannot read or write files of another agent, even outside a sandbox" {
  run sudo -u "$agent" sh -c "cat $state/homes/$other/secret && echo went; cat $state/scratch/$other/app/secret && echo went
    ls $state/homes/$other && echo went; ls $state/scratch/$other/app && echo went; echo x >$state/scratch/$other/app/new && echo went
    cat /home/op/.ssh/id_ed25519 && echo went; cat /home/neighbour/secret && echo went; ls /etc/bawn/keys && echo went"
  judge
  unharmed
}

@test "another user cannot read the files of a session" {
  inside 'umask 0; echo private >~/note; mkdir -m 777 ~/open; echo private >.scratch/note; chmod 666 ~/note .scratch/note; chmod 777 ~'
  run as neighbour sh -c "cat $state/homes/$agent/note && echo went; cat $state/scratch/$agent/app/note && echo went
    ls $state/homes/$agent && echo went; ls $state/mirrors/app && echo went; echo x >$state/scratch/$agent/app/new && echo went"
  judge
}

# bats test_tags=guest
@test "a session cannot read the memory, environment or files of processes outside" {
  inside 'for p in /proc/[0-9]*; do tr "\0" "\n" <$p/environ; done | grep -E "^(SUDO|HOME=/(root|home/op))" && echo went
    ls /proc/1/root/home/op /proc/1/root/etc/shadow && echo went; ls -d /proc/$$/root/home/op && echo went
    ps -e -o pid,args'
  refute_output --partial "sudo -n"
  judge
}

# bats test_tags=guest
@test "an agent cannot debug or change the other processes of its session" {
  bring trace.py
  inside 'python3 ~/trace.py change'
  judge
}

@test "only AppArmor keeps processes of one session from reading each other's memory" {
  bring trace.py
  inside 'python3 ~/trace.py read'
  judge
}

# bats test_tags=guest
@test "an agent cannot read the memory of the machine or secrets of its processes" {
  inside 'for f in /dev/mem /dev/kmem /dev/port /proc/kcore /dev/sda /dev/vda /dev/kvm /dev/fuse /dev/net/tun /dev/loop0 /dev/uinput; do
    head -c 1 $f >/dev/null && echo "$f: went"; done; cat /proc/kallsyms | grep -v "^0000000000000000" | head -n 1 | grep . && echo went
    dmesg'
  judge
}

# bats test_tags=guest
@test "an agent cannot change the kernel's settings" {
  local before_sys
  before_sys=$(cat /proc/sys/kernel/core_pattern /proc/sys/kernel/hostname)
  inside 'for f in /proc/sys/kernel/core_pattern /proc/sys/kernel/modprobe /proc/sys/vm/overcommit_memory /proc/sysrq-trigger \
    /proc/sys/kernel/hostname /proc/sys/net/ipv4/ip_forward /proc/sys/user/max_user_namespaces /sys/kernel/uevent_helper /sys/power/state; do
    [ ! -e $f ] && echo "$f: No such file or directory"; (echo 0 >$f) && echo "$f: went"; done'
  judge
  assert_equal "$(cat /proc/sys/kernel/core_pattern /proc/sys/kernel/hostname)" "$before_sys"
}

# bats test_tags=guest
@test "a crash in a session writes no core file outside" {
  inside 'ulimit -c unlimited; cd; sh -c "kill -SEGV \$\$"; cd .scratch; bash -c "kill -SEGV \$\$"; ls ~/core* .scratch/core* && echo went'
  assert_equal "$(find /tmp /var/lib/systemd /var/crash "$state/scratch" "$state/homes" -type f -name 'core*' 2>/dev/null)" ''
  unharmed
  judge
}

# bats test_tags=guest
@test "an agent cannot make a device file" {
  inside 'python3 -c "
import os, stat
for path in \"/home/agent/disk\", \"/tmp/disk\", \"/work/app/.scratch/disk\":
    try:
        os.mknod(path, stat.S_IFBLK | 0o666, os.makedev(254, 0))
        print(\"went\")
    except OSError as e: print(e)"'
  judge
}

# bats test_tags=guest
@test "an agent cannot keep a setuid copy of a program until after its session" {
  install -o "$agent" -m 0755 "$here/programs/kernel.py" "$state/homes/$agent/kernel.py"
  inside 'python3 ~/kernel.py setid; cp ~/kernel.py ~/mine; chmod u+s ~/mine && echo went; chmod g+s ~/mine && echo went'
  judge
  assert_equal "$(find "$state/homes" "$state/scratch" -type f -perm /6000)" ''
}

@test "the operator gains no access by a link that an agent made in its scratch directory" {
  inside 'cd .scratch; ln -s /var/lib/precious/file planted; ln -s /etc out; ln -s ../../../../../../etc/passwd up; ls -l'
  run as op cat "$state/scratch/$agent/app/planted"
  refute_output --partial 'root would miss'
  assert_failure
  inside 'cat .scratch/planted && echo went'
  judge
  unharmed
}

@test "root follows no link in a scratch directory that it removes" {
  local project=second
  make_project op $project >/dev/null
  bawn-admin assign "$agent" /home/op/$project
  sudo -u "$agent" sh -c "cd $state/scratch/$agent/$project; ln -s /etc etc; ln -s /var/lib/precious precious
    ln -s /home/neighbour neighbour; mkdir -p a/b/c; ln -s ../../../../../../../../var/lib/precious a/b/c/up; ln /etc/passwd hard 2>/dev/null
    mkfifo pipe; mkdir locked; touch locked/x; chmod 0 locked; touch -- '-rf' '\$(touch hit)' \$'new\\nline'; echo planted"
  before=$(user_files; sha256sum /etc/passwd)
  bawn-admin unassign "$agent" $project --purge-scratch --yes
  run ls "$state/scratch/$agent/$project"
  judge
  assert_equal "$(user_files; sha256sum /etc/passwd)" "$before"
  as op rm -rf $project
}

@test "root follows no link in the home of an agent that it deletes" {
  bawn-admin create c.vert --profile read-only --operator op
  sudo -u c.vert sh -c "cd $state/homes/c.vert; ln -s /etc etc; ln -s /var/lib/precious precious; mkdir -p .ssh a/b
    ln -s /home/neighbour .ssh/neighbour; ln -s ../../../../.. a/b/up; ln -s /home/op .bashrc"
  before=$(user_files)
  bawn-admin delete c.vert --yes
  run ls "$state/homes/c.vert"
  judge
  assert_equal "$(user_files)" "$before"
}

@test "root owns a kept home, and links in it change no owner elsewhere" {
  bawn-admin create c.jaune --profile read-only --operator op
  sudo -u c.jaune sh -c "cd $state/homes/c.jaune; ln -s /home/neighbour/secret mine; ln -s /home/neighbour all; touch file; chmod 777 file"
  before=$(user_files)
  bawn-admin delete c.jaune --yes --keep-home
  run as op sh -c "ls $state/homes/ $state/homes/c.jaune* && echo went"
  judge
  assert_equal "$(user_files)" "$before"
  rm -rf "$state/homes/"c.jaune*
}

@test "root and the owner follow no link that replaced a file of the project" {
  as op sh -c 'rm -rf app/src && ln -s /home/neighbour app/src'
  bawn-admin sync "$agent" app || true
  # restores the project before judge, because the next test needs it
  as op sh -c 'rm app/src && cd app && git checkout -q -- src'
  inside 'ls -l; cat src/secret && echo went; ls src/ && echo went'
  refute_output --partial 'secret of the neighbour'
  judge
  bawn-admin sync "$agent" app
}

@test "a session does not see a masked secret that is saved again or created later" {
  as op sh -c 'cd app && cp .env new && mv new .env && cp .env src/.env && cp .env .env.local && mkdir -p deep/er && cp .env deep/er/.env'
  bawn-admin sync "$agent" app
  inside 'cat .env src/.env deep/er/.env && echo went; find . -name ".env" -exec echo went \;; grep -r a-secret . && echo went'
  as op sh -c 'cd app && rm -rf deep src/.env .env.local'
  refute_output --partial a-secret
  judge
  bawn-admin sync "$agent" app
}
