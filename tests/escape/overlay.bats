#!/usr/bin/env bats
# Attacks of an agent with an overlay: it cannot execute the files that it writes there, and cannot reach the layers.

# shellcheck disable=SC2016,SC2154 # the inner shells expand it; the loaded files define the variables
load attack.bash

overlays=$state/scratch/$agent/.overlay

setup_file() {
  # below, remove_protection needs the finished world
  ATTACK_WITHOUT='' begin_world
  compile hello
  # an upper layer cannot be on an overlay, and the test root is one
  [ "$(stat -f -c %T "$state/scratch")" != overlayfs ] || mount -t tmpfs -o mode=0755 scratch "$state/scratch"
  make_project op changed >/dev/null
  bawn-admin create c.vert --profile network-isolated
  for each in "$agent" c.vert; do
    bawn-admin assign "$each" /home/op/changed --workspace overlay --with-git
  done
  [ -z "${ATTACK_WITHOUT:-}" ] || remove_protection "$ATTACK_WITHOUT"
}

# changing SCRIPT: like `inside`, in the project with the overlay.
changing() {
  local serial
  serial=$(readlink "$state/agents/$agent")
  run as op timeout -k 5 60 sudo -n -u "$agent" "$(enter_program)" changed "${serial##*/}" bash -c "$1" </dev/null
}

@test "an agent cannot run a compiled program in its overlay of the project" {
  changing 'cp ~/hello here && ./here; chmod 755 here; ./here; bash -c "exec ./here"; env ./here'
  judge
  cmp "$overlays/changed/upper/here" "$state/homes/$agent/hello" # the agent wrote it there
}

@test "a session sees no layer of its overlay at any path" {
  changing "ls -d $overlays && echo went; cat $overlays/changed/upper/here && echo went
    ls /var/lib/bawn/mirrors && echo went; cat /var/lib/bawn/mirrors/*/README.md && echo went"
  judge
}

@test "an agent cannot read the upper or lower layer of another agent's overlay" {
  local upper=$state/scratch/c.vert/.overlay/changed/upper copy
  install -o c.vert -g c.vert -m 0644 /dev/stdin "$upper/private" <<<went
  run runuser -u "$agent" -- cat "$upper/private"
  judge
  copy=$(find "$state/mirrors" -maxdepth 1 -user c.vert)
  run runuser -u "$agent" -- sh -c 'cat "$1/README.md" && echo went' read "$copy"
  judge
}

@test "discard follows no link that an agent wrote" {
  local serial home=$state/homes/$agent upper=$overlays/changed/upper
  runuser -u "$agent" -- sh -c 'mkdir "$1/kept" && echo x >"$1/kept/file" && ln -s "$1/kept" "$2/way"' make "$home" "$upper"
  serial=$(readlink "$state/agents/$agent")
  run as op timeout -k 5 60 sh -c 'printf "all way/file\0" | sudo -n -u "$@"' op "$agent" "$(enter_program)" changed "${serial##*/}" -discard
  if [ -e "$home/kept/file" ]; then
    [ "$output" = 10 ] || fail "$output"
    concludes 'refused: the file behind the link is there'
  else
    concludes went
  fi
  judge
}

@test "a pipe in the .git of an overlay does not block a merge of its commits" {
  local serial git=$overlays/changed/upper/.git
  runuser -u "$agent" -- sh -c 'mkdir -p "$1/objects/info" && mkfifo "$1/objects/info/alternates"' make "$git"
  serial=$(readlink "$state/agents/$agent")
  run as op timeout -k 5 30 sudo -n -u "$agent" "$(enter_program)" changed "${serial##*/}" -bundle </dev/null
  [ "$status" -ne 124 ] && [ "$status" -ne 137 ] || concludes went
  judge
}

# operates COMMAND…: op runs this command of bawn in the project. Sets output.
operates() {
  run sudo -H -u op -- env -C /home/op/changed -- bash -c 'for command; do timeout -k 5 60 bawn $command; done 2>&1' operates "$@" </dev/null
}

@test "a merge reads no file elsewhere when an agent replaces its files by links meanwhile" {
  local said='refused: nothing of another place came'
  as op sh -c 'mkdir -p beside && echo "the secret of op" >beside/file'
  runuser -u "$agent" -- python3 -c '
import ctypes, os, sys, time
os.chdir(sys.argv[1])
os.mkdir("one")
with open("one/file", "w") as file:
    file.write("mine")
os.symlink("/home/op/beside", "two")
libc = ctypes.CDLL(None)
end = time.time() + 60
while time.time() < end and not os.path.exists("/tmp/enough"):
    libc.renameat2(-100, b"one", -100, b"two", 2)
    time.sleep(0.002)' "$overlays/changed/upper" 3>&- &
  for _ in 1 2 3 4; do
    operates "diff $agent changed" "merge $agent changed one/file --accept-hazards" "merge $agent changed one two --accept-hazards"
    [[ $output == *bawn* ]] || fail "nothing was merged: $output"
    [[ $output != *'the secret of op'* ]] || said=went
    [ -z "$(find /home/op/changed -type f -exec grep -l 'the secret of op' {} +)" ] || said=went
    operates "undo $agent changed"
  done
  touch /tmp/enough
  wait
  [ "$(cat /home/op/beside/file)" = 'the secret of op' ] || said=went
  rm -rf /tmp/enough "$overlays"/changed/upper/{one,two} /home/op/changed/{one,two}
  concludes "$said"
  judge
}

@test "a whiteout or an opaque directory of an agent removes no file that a later sync copies" {
  local upper=$overlays/changed/upper
  mknod "$upper/later" c 0 0
  mknod "$upper/.env" c 0 0
  runuser -u "$agent" -- python3 -c 'import os, sys
os.mkdir(sys.argv[1])
os.setxattr(sys.argv[1], "user.overlay.opaque", b"y")' "$upper/own"
  as op sh -euc 'cd changed; echo later >later; mkdir own; echo later >own/later'
  bawn-admin sync "$agent" changed
  operates "status $agent changed" "merge $agent changed --all --accept-hazards"
  [[ $output == *changed* ]] || fail "no command showed the session: $output"
  if [ -e /home/op/changed/later ] && [ -e /home/op/changed/own/later ] && [ -e /home/op/changed/.env ]; then
    concludes 'refused: all files are there'
  else
    concludes "went"
  fi
  rm -rf "${upper:?}"/{later,.env,own} /home/op/changed/{later,own}
  judge
}

@test "a forged .git in an overlay gives its operator no commit of another repository" {
  local forged secret upper=$overlays/changed/upper said='refused: no commit of another repository came'
  as op sh -euc 'mkdir -p beside; git init -q vault; cd vault; echo "the secret of op" >secret; git add secret
    git -c user.name=op -c user.email=op@x commit -qm "the secret of op"'
  secret=$(as op git -C vault rev-parse HEAD)
  for forged in 'ln -s /home/op/vault/.git .git' 'echo "gitdir: /home/op/vault/.git" >.git' \
    'mkdir .git; echo /home/op/vault/.git | tee .git/commondir >.git/gitdir; echo "ref: refs/heads/master" >.git/HEAD' \
    'mkdir -p .git/objects/info .git/refs/heads chain/info; echo ../../chain >.git/objects/info/alternates
      echo /home/op/vault/.git/objects >chain/info/alternates; echo "$1" | tee .git/HEAD >.git/refs/heads/x' \
    'mkdir -p .git/refs; ln -s /home/op/vault/.git/objects .git/objects; ln -s /home/op/vault/.git/refs/heads .git/refs/heads; echo "ref: refs/heads/master" >.git/HEAD' \
    'mkdir -p .git/refs/heads .git/objects; ln -s /home/op/vault/.git/objects/pack .git/objects/pack; echo "$1" | tee .git/HEAD >.git/refs/heads/x'; do
    runuser -u "$agent" -- sh -euc "cd $upper; rm -rf .git chain; $forged" forge "$secret"
    operates "log $agent changed" "merge $agent changed --branch bawn/taken"
    [[ $output != *'the secret of op'* ]] || said=went
    ! as op git -C changed cat-file -e "$secret" 2>/dev/null || said=went
  done
  rm -rf /home/op/vault "${upper:?}"/{.git,chain}
  concludes "$said"
  judge
}

# forges SCRIPT: python runs it as the agent, at the top of its overlay, and the project has another commit.
forges() {
  as op sh -ec 'cd changed; date +%N >later; git add later; git commit -qm later'
  runuser -u "$agent" -- python3 -c '
import os, struct, sys
def entry(name, id=bytes(20)):
    entry = bytes(24) + struct.pack(">I", 0o100644) + bytes(12) + id + struct.pack(">H", len(name)) + name
    return entry + bytes(8 - len(entry) % 8)
def index(*entries):
    os.mkdir(".git")
    with open(".git/index", "wb") as file:
        file.write(struct.pack(">4sII", b"DIRC", 2, len(entries)) + b"".join(entries) + bytes(20))
def large(name, size):
    with open(name, "wb") as file:
        file.truncate(size)
os.chdir(sys.argv[1])
exec(sys.argv[2])' "$overlays/changed/upper" "$1"
}

@test "a forged git index or a pipe in its place blocks no sync, and bawn compares no file elsewhere with it" {
  local forged secret upper=$overlays/changed/upper said='refused: the copy stays, and a command is named'
  as op sh -c 'cd changed; echo one >later; git add later; git commit -qm later'
  rm -rf "${upper:?}/.git"
  bawn-admin sync "$agent" changed
  secret=$(git hash-object /usr/lib/os-release)
  for forged in 'os.mkdir(".git"); os.mkfifo(".git/index")' 'index(entry(b""))' 'large("later", 1 << 40)' \
    'index(*[entry(b"new", struct.pack(">I", i) * 5) for i in range(1000)]); large("new", 99 << 20)' \
    'os.makedirs(".git/refs/heads"); [large(f".git/refs/heads/{i}", 30 << 20) for i in range(1000)]' \
    "index(entry(b'../../usr/lib/os-release', bytes.fromhex('$secret')))"; do
    forges "$forged"
    SECONDS=0
    run bawn-admin sync "$agent" changed
    # shellcheck disable=SC2154 # bats sets it
    [[ $status == 0 && $output == *'stays as it is: '*"the agent's version of "* || $output == *'stays as it is: its agent '* ]] || said="went: $forged: $output"
    ((SECONDS < 10)) || said="went: $forged"
    runuser -u "$agent" -- rm -f "$upper/new" "$upper/later"
    operates "discard $agent changed .git"
    # the way out that the message names
    run -0 bawn-admin sync "$agent" changed
    # on a busy machine, a line about the progress comes first
    [[ $output == *changed-*': '*' changed, '* ]] || fail "$forged: $output"
  done
  concludes "$said"
  judge
}
