#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # shells inside expand what is quoted; own-attack.bash and bats set the variables
# Options that permit more to a session for daily work: an ssh-agent for one host, package caches, limits. The session gets only
# these permissions.

load own-attack

setup_file() {
  begin_own_world
  # no connection to this host is needed: the agent starts before any connection
  as op sh -c 'rm .ssh/id_ed25519 && ssh-keygen -q -t ed25519 -N "" -C "the secret of op" -f .ssh/id_ed25519
    ssh-keygen -q -t ed25519 -N "" -f hostkey && echo "host.example $(cut -d" " -f1,2 hostkey.pub)" >.ssh/known_hosts'
}

teardown() { forget; }

@test "the ssh agent of a session shows no key file, signs no file, and loads no library" {
  own_inside 'grep -rs "PRIVATE KEY" /home/op /home/agent /run /tmp && echo went
    ssh-add -L >key.pub || echo "absent: no key"; echo text >text; if ssh-keygen -Y sign -f key.pub -n file text; then echo went; else echo "refused: no signature"; fi
    ssh-add -s "$(find /usr/lib -name libcrypto.so.3 | head -n 1)" && echo went
    for socket in $(find / -xdev -type s 2>/dev/null); do [ "$socket" = "$SSH_AUTH_SOCK" ] || { SSH_AUTH_SOCK=$socket ssh-add -L && echo went; }; done' \
    --with-ssh host.example
  refute_line 'absent: no key'
  judge
  own_inside 'python3 -c "
import os, socket, struct
def field(content):
    return struct.pack(\">I\", len(content)) + content
agent = socket.socket(socket.AF_UNIX)
agent.connect(os.environ[\"SSH_AUTH_SOCK\"])
added = 0
try:
    for _ in range(1000):
        public = os.urandom(32)
        agent.sendall(field(bytes([17]) + field(b\"ssh-ed25519\") + field(public) + field(os.urandom(32) + public) + field(b\"x\" * 200000)))
        answer = agent.recv(5)
        if not answer:
            break
        added += answer[-1] == 6
except OSError:
    pass
print(\"went\" if added > 600 else \"refused: no memory for more keys\" if added > 9 else \"absent: no key was added\")"' --with-ssh host.example
  refute_line 'absent: no key was added'
  judge
}

@test "files in package caches of a session reach no other project, and bawn follows no links in them" {
  local before
  as op sh -c 'mkdir -p .npm/_cacache .cache/pip .cache/uv .m2/repository .cargo/registry go/pkg/mod/cache/download other
    for cache in .npm/_cacache .cache/pip .cache/uv .m2/repository .cargo/registry go/pkg/mod/cache/download; do echo kept >$cache/kept; done'
  before=$(print_of /home/op/.npm /home/op/.cache /home/op/.m2 /home/op/.cargo /home/op/go /home/op/beside /home/op/.ssh)
  own_inside 'for cache in /run/caches/*/ /run/caches/npm/_cacache/ /run/caches/cargo/registry/; do
      echo planted >$cache/kept; echo planted >$cache/planted; ln -s /home/op/.ssh $cache/link; ln -s /home/op/beside/file $cache/file
      rm -rf $cache/../pip; ln -s /home/op/.ssh $cache/../pip; mv $cache $cache.away; ln -s /home/op/beside $cache; done'
  own_inside 'for cache in /run/caches/* /run/caches/*/*; do cat $cache/link/id_ed25519 $cache/id_ed25519 $cache/secret && echo went; echo x >$cache/file; done'
  judge
  run --separate-stderr sudo -H -u op -- env -C /home/op/other bawn launch -- sh -c 'cat /run/caches/*/planted /run/caches/*/*/planted && echo went
    grep -rs planted /run/caches && echo went; ls /run/caches/pip/kept'
  assert_line /run/caches/pip/kept
  [[ $output == *went* ]] || concludes 'refused: another project has caches of its own'
  judge
  unchanged_or_went "$before" /home/op/.npm /home/op/.cache /home/op/.m2 /home/op/.cargo /home/op/go /home/op/beside /home/op/.ssh
  judge
}

@test "a session does not raise the limit of memory that its user set" {
  own_inside 'ulimit -d unlimited; ulimit -v unlimited; python3 -c "
import resource
for limit in (resource.RLIMIT_DATA, resource.RLIMIT_AS):
    try:
        resource.setrlimit(limit, (-1, -1))
    except ValueError as refused:
        print(refused)
try:
    bytearray(1 << 30)
    print(\"went\")
except MemoryError:
    print(\"refused: no memory\")"' --memory 256M
  judge
}

@test "a tool continues no conversation of another session with the same home, even of a removed one" {
  as op sh -c 'mkdir -p .local/bin && cat >.local/bin/claude && chmod 755 .local/bin/claude' <<'END'
#!/bin/sh
[ "$1" = --continue ] && echo went
mkdir -p .claude/projects/p ~/.claude/projects/p
echo "$*" >~/.claude/projects/p/$(date +%N).jsonl
touch -d 2100-01-01 ~/.claude/projects/p/*
END
  run -0 launches --tool claude --name first
  run -0 launches --tool claude --name second -- planted
  run -0 sudo -H -u op -- bawn destroy second --force
  # without the protection, no file records the last use of the home, and the first session ended just now
  [[ ${ATTACK_WITHOUT:-} != *own-everyday* ]] || {
    find /home/op/.local/share/bawn/homes -name '*.lock' -exec touch -d yesterday {} +
    touch "$sessions/first/exit"
  }
  run --separate-stderr sudo -H -u op -- env -C /home/op/mine bawn resume first
  assert_success
  [[ $output == *went* ]] || concludes 'refused: not its own conversation'
  judge
  # it continues its own conversation
  run --separate-stderr sudo -H -u op -- env -C /home/op/mine bawn resume first
  assert_output went
}
