#!/usr/bin/env bats
# Programs that the agent is not allowed to run: the machine's programs under other names, and programs that the agent writes.

load attack

setup_file() {
  begin_world
  compile hello
  gcc -shared -fPIC -o "$state/homes/$agent/library.so" "$here/programs/library.c"
  chown "$agent" "$state/homes/$agent/library.so" # what is not its own the policy denies it anyway
  # a program that the agent could have downloaded: the machine's perl as the agent's own file
  install -o "$agent" -m 0755 /usr/bin/perl "$state/homes/$agent/perl"
}

teardown() {
  chmod -R u+w "$state/homes/$agent"
}

# bats test_tags=guest
@test "a denied program does not start by its name or its path" {
  inside 'perl -e "print qq(went\n)"; /usr/bin/perl -e "print qq(went\n)"; env perl -e "print qq(went\n)"
    env -S "perl -e \"print qq(went\n)\""; command -p perl -e "print qq(went\n)"'
  judge
}

@test "a denied program does not start through /proc" {
  inside 'for way in /proc/self/root /proc/self/cwd/../.. /proc/thread-self/root //; do
    $way/usr/bin/perl -e "print qq(went\n)"; done'
  judge
}

# bats test_tags=guest
@test "a denied program does not start through /proc of processes outside" {
  inside 'for pid in 1 $PPID; do /proc/$pid/root/usr/bin/perl -e "print qq(went\n)"
    cd /proc/$pid/root/usr/bin && ./perl -e "print qq(went\n)"; done'
  judge
}

@test "a session sees no program in the host's root directory" {
  inside 'for name in /usr/bin/perl /usr/local/bin /usr/sbin/visudo /opt /boot /root /home/op /usr/lib/x/../../bin/perl; do
    ls -d $name && echo "$name: went"; done'
  judge
}

# bats test_tags=guest
@test "a copy of a denied program does not run" {
  inside '~/perl -e "print qq(went\n)"'
  judge
}

# bats test_tags=guest
@test "a compiled program does not run in the home" {
  inside '~/hello'
  judge
}

# bats test_tags=guest
@test "a compiled program does not run in /tmp, /var/tmp, /run and /dev/shm" {
  local place
  for place in /tmp /var/tmp /run /dev/shm; do
    inside "cp ~/hello $place/hello && $place/hello"
    judge
  done
}

@test "a compiled program does not run in the scratch directory" {
  inside 'cp ~/hello .scratch/hello && .scratch/hello'
  judge
}

@test "a compiled program does not run in the mirror after its owner copied it into the project" {
  install -o op -m 0755 "$state/homes/$agent/hello" /home/op/app/hello
  install -o op -m 0644 "$state/homes/$agent/library.so" /home/op/app/library.so
  bawn-admin sync "$agent" app
  inside './hello; LD_PRELOAD=/work/app/library.so cat README.md'
  judge
  rm /home/op/app/{hello,library.so}
  bawn-admin sync "$agent" app
}

@test "a compiled program does not run under the name of an allowed one" {
  inside 'ln -f ~/hello ~/ls && ~/ls; ln -sf ~/hello /tmp/git && /tmp/git; PATH=$HOME:/tmp ls; PATH=/tmp git'
  judge
}

# bats test_tags=guest
@test "the dynamic linker does not start a program of the agent" {
  inside '/lib64/ld-linux-x86-64.so.2 ~/hello; /usr/lib64/ld-linux-x86-64.so.2 ~/hello
    /lib/x86_64-linux-gnu/ld-linux-x86-64.so.2 ~/hello'
  judge
}

# The linker also maps a file that was made with MFD_NOEXEC_SEAL (8).
@test "a program in memory does not run" {
  local flags
  for flags in 0 8 16; do
    inside "python3 -c '
import os
f = os.memfd_create(\"program\", $flags)
os.write(f, open(\"/home/agent/hello\", \"rb\").read())
os.set_inheritable(f, True)
if $flags != 8: os.execve(f, [\"hello\"], {})
os.execv(\"/lib64/ld-linux-x86-64.so.2\", [\"ld\", f\"/proc/self/fd/{f}\"])'"
    judge
  done
}

# The attack replaces the shell's own code: https://github.com/arget13/DDexec does that with dd alone.
@test "a program cannot replace the code of an allowed one that runs" {
  bring overwrite.py
  inside 'python3 ~/overwrite.py; exec 7>/proc/$$/mem && echo went'
  judge
}

@test "an unlinked program does not run through its descriptor" {
  inside 'cp ~/hello /tmp/gone; python3 -c "
import os
f = os.open(\"/tmp/gone\", os.O_RDONLY)
os.unlink(\"/tmp/gone\")
os.execve(f, [\"gone\"], {})"; cp ~/hello /tmp/gone; exec 7</tmp/gone; rm -f /tmp/gone; /proc/self/fd/7'
  judge
}

@test "a script does not run without an allowed interpreter" {
  inside 'printf "#!/usr/bin/bash\necho went\n" >~/script; chmod 755 ~/script; ~/script'
  judge
}

# A loaded library shows that no mount refuses it: Landlock does not cover mmap(2).
# bats test_tags=guest
@test "Landlock refuses to execute a file of the agent where no mount does" {
  local mounts
  mounts=$(dirname "$(enter_program)")/agent-sandbox
  cp -a "$mounts" "$BATS_TEST_TMPDIR/mounts"
  edit "$mounts" "s/(\$how eq 'noexec' ? 8 : 0)/0/"
  inside 'LD_PRELOAD=$HOME/library.so cat /dev/null'
  on_apparmor || assert_line went
  inside '~/hello; for place in /tmp /var/tmp /run /dev/shm .scratch; do cp ~/hello $place/hello && $place/hello; done'
  cp -a "$BATS_TEST_TMPDIR/mounts" "$mounts"
  judge
}

# noexec is a property of the mount through which a file was opened, and the descriptor keeps it.
@test "an agent with --compiled cannot pass a file of its own to another agent" {
  local compiling=c.vert who passing said
  bawn-admin create "$compiling" --profile standard --compiled
  bawn-admin assign "$compiling" /home/op/app
  install -o "$compiling" -m 0755 "$BATS_FILE_TMPDIR/hello" "$state/homes/$compiling/hello"
  run in_session "$compiling" bash -c '~/hello' </dev/null
  assert_output went
  for who in "$compiling" "$other"; do
    install -o "$who" "$here/programs/passing.py" "$state/homes/$who/passing.py"
  done
  passing=/home/agent/passing.py
  said=$(in_session "$compiling" python3 $passing connect /home/agent/hello </dev/null | in_session "$other" python3 $passing listen -
    in_session "$other" python3 $passing connect - </dev/null | in_session "$compiling" python3 $passing listen /home/agent/hello)
  bawn-admin delete "$compiling" --yes
  # the socket exists: otherwise the error would be ECONNREFUSED
  assert_equal "$(grep -c 'connect: .*Operation not permitted' <<<"$said")" 2
  concludes "$said"
  judge
}

@test "an allowed interpreter can run a script of the agent" {
  inside 'printf "#!/usr/bin/bash\necho went\n" >~/script; bash ~/script'
  judge
}

@test "an allowed program does not preload a library of the agent" {
  inside 'LD_PRELOAD=$HOME/library.so cat /dev/null
LD_AUDIT=$HOME/library.so cat /dev/null
enable -f ~/library.so library
exec 7<~/library.so
LD_PRELOAD=/proc/self/fd/7 cat /dev/null'
  assert_equal "$(grep -cE "$refusals" <<<"$output")" 4
  judge
}

@test "python does not load a library of the agent" {
  inside 'python3 -c "import ctypes; ctypes.CDLL(\"/home/agent/library.so\")"'
  judge
}

# abort(3) ends cat with the status 134.
@test "the dynamic linker can load a library of the agent without code" {
  bring data.py
  inside 'python3 ~/data.py ~/data.so; LD_PRELOAD=$HOME/data.so cat /dev/null; [ $? != 134 ] || echo went'
  judge
}

@test "the dynamic linker makes no stack executable for a library of the agent" {
  bring data.py
  inside 'python3 ~/data.py ~/stack.so stack; LD_PRELOAD=$HOME/stack.so cat /dev/null; [ $? != 134 ] || echo went'
  judge
}

@test "the dynamic linker writes no machine code to memory for a library of the agent" {
  local way
  bring data.py
  for way in segment text headers; do
    inside "python3 ~/data.py ~/$way.so $way; LD_PRELOAD=\$HOME/$way.so cat /dev/null; [ \$? != 134 ] || echo went"
    judge
  done
}

@test "python makes no machine code in memory" {
  bring code.py
  inside 'python3 ~/code.py'
  judge
}

# bats test_tags=guest
@test "only AppArmor keeps a program below /usr/lib or /usr/share from running" {
  install -D -m 0755 "$BATS_FILE_TMPDIR/hello" /usr/lib/attack-later/hello
  install -D -m 0755 "$BATS_FILE_TMPDIR/hello" /usr/share/attack-later/hello
  inside '/usr/lib/attack-later/hello; /usr/share/attack-later/hello'
  rm -r /usr/lib/attack-later /usr/share/attack-later
  judge
}

# bats test_tags=guest
@test "a session cannot use the bubblewrap, aa-exec and env beside its root" {
  inside '/.bawn/env /usr/bin/perl -e "print qq(went\n)"; /.bawn/aa-exec -p unconfined -- ~/perl -e "print qq(went\n)"; bwrap --bind / / true && echo went'
  judge
}

# bats test_tags=guest
@test "allowed programs start only allowed programs" {
  inside 'find ~/hello -exec /usr/bin/perl -e "print qq(went\n)" \;
    echo | xargs /usr/bin/perl -e "print qq(went\n)"
    tar cf /tmp/a.tar -C ~ hello; tar xf /tmp/a.tar --to-command "/usr/bin/perl -e \"print qq(went\n)\""
    tar cf /dev/null --checkpoint=1 --checkpoint-action="exec=/usr/bin/perl -e \"print qq(went\n)\"" -C ~ hello
    awk "BEGIN { system(\"/usr/bin/perl -e \\\"print qq(went\\\\n)\\\"\") }"
    python3 -c "import os; os.system(\"/usr/bin/perl -e \\\"print qq(went\\\\n)\\\"\")"
    git -c alias.x="!/usr/bin/perl -e \"print qq(went\n)\"" x
    cd /tmp && git init -q r && cd r && git -c core.pager="/usr/bin/perl -e \"print qq(went\n)\"" -p version
    printf "x\n" | sed "1e /usr/bin/perl -e \"print qq(went\\n)\"" '
  judge
}

@test "allowed programs do not start a program that the agent wrote" {
  inside 'find ~/hello -exec {} \;
    echo ~/hello | xargs env
    tar cf /tmp/a.tar -C ~ hello; tar xf /tmp/a.tar --to-command ~/hello
    awk "BEGIN { system(\"/home/agent/hello\") }"
    python3 -c "import os; os.system(\"/home/agent/hello\")"
    git -c alias.x="!/home/agent/hello" x
    printf "x\n" | sed "1e /home/agent/hello"'
  judge
}

# bats test_tags=guest
@test "an agent cannot replace a program in its directory of commands" {
  local before
  before=$(print_of "$state/agents")
  inside 'for f in $PATH/perl $PATH/ls /usr/bin/perl /usr/bin/ls /bin/perl /.bawn/env /usr/lib/x; do
    cp -f ~/hello "$f" && echo went; ln -sf ~/hello "$f" && echo went; done; mv $PATH/ls $PATH/dir && echo went'
  judge
  assert_equal "$(print_of "$state/agents")" "$before"
}
