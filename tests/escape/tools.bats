#!/usr/bin/env bats
# Attacks on the adoption of tools: by a package of a registry, by whoever owns the tree, and by an agent that has one.

load attack.bash
load ../lib/tools

setup_file() {
  begin_world
  export packages=$BATS_FILE_TMPDIR/packages
  mkdir -p "$packages"
  start_registry "$packages"
  export registry_pid
}

teardown_file() {
  stop_registry
}

setup() {
  rm -rf /home/op/made
  version=1.0.$BATS_TEST_NUMBER
  tree=$state/tools/evil/$version
}

# adopts SCRIPT: root adopts a package whose script does that when it is installed. What it says is in the file said.
adopts() {
  make_package "$packages" evil "$version" "exec >said 2>&1"$'\n'"$1"
  run bawn-admin tool add evil --npm "evil@$version" --registry "$registry"
}

said() { cat "$tree/lib/node_modules/evil/said"; }

@test "a package writes and reads nothing of the machine's or of a person's while it is installed" {
  local before after
  before=$(print_of /etc /home /root "$state/agents" "$state/mirrors" "$state/homes" /usr/local)
  adopts 'for place in /etc /usr/bin /usr/lib /var/lib/bawn /var/lib/bawn/agents /home/op /root /run /; do
      echo x >"$place/evil" && echo went
    done
    cat /home/neighbour/secret /etc/shadow /etc/bawn/keys/* /var/lib/bawn/homes/*/* && echo went
    ls /home/op && echo went
    true'
  assert_success
  run said
  judge
  after=$(print_of /etc /home /root "$state/agents" "$state/mirrors" "$state/homes" /usr/local)
  assert_equal "$after" "$before"
}

@test "what a package leaves running has ended before its tree is looked at" {
  adopts 'for name in one two three; do
      setsid sh -c "trap : TERM HUP INT; while :; do date +%s%N >beat-$name; sleep 0.05; done" </dev/null >/dev/null 2>&1 &
    done
    setsid python3 -c "import os, time
for i in range(3):
    if os.fork(): os._exit(0)
    os.setsid()
time.sleep(600)" </dev/null >/dev/null 2>&1 &
    sleep 0.5'
  assert_success
  local uid
  uid=$(($(cat "$state/next-uid") - 1))
  run pgrep -u "$uid"
  [ "$status" -ne 0 ] && concludes 'refused: none of them is left' || concludes went
  judge
  run pgrep -f beat-
  assert_failure
}

@test "a link out of a tool's tree is not adopted" {
  adopts 'ln -s /etc/shadow bin/leak'
  judge
  run -2 ls -d "$tree"
  adopts 'ln -s ../../../../../../../root bin/leak'
  judge
  run -2 ls -d "$tree"
  as op sh -c 'mkdir -p made/bin && printf "#!/bin/sh\n" >made/bin/evil && chmod 755 made/bin/evil
    ln -s bin made/in && ln -s in/../../../neighbour made/out'
  run bawn-admin tool add evil --from /home/op/made
  as op rm -rf made
  judge
}

@test "a tool's program is not taken from outside of its tree" {
  as op sh -c 'mkdir -p made/bin && ln -s /usr/bin/id made/bin/evil'
  run bawn-admin tool add evil --from /home/op/made
  judge
  run bawn-admin tool add evil --from /home/op/made --program ../../../usr/bin/id
  as op rm -rf made
  judge
}

@test "a setuid file in a tool's tree is an ordinary one once it is root's" {
  as op sh -c 'mkdir -p made/bin && cp /usr/bin/id made/bin/evil && chmod 6755 made/bin/evil
    mkdir made/open && chmod 7777 made/open && cp /usr/bin/id made/open/writable && chmod 4777 made/open/writable'
  run bawn-admin tool add evil --from /home/op/made
  assert_success
  as op rm -rf made
  run find "$state/tools" -type f,d -perm /7022
  [ -z "$output" ] && concludes 'refused: all are 0755 or 0644' || concludes "went: $output"
  judge
}

@test "pipes, sockets and devices in a tool's tree do not reach root" {
  as op sh -c 'mkdir -p made/bin && printf "#!/bin/sh\n" >made/bin/evil && chmod 755 made/bin/evil && mkfifo made/pipe
    python3 -c "import socket; socket.socket(socket.AF_UNIX).bind(\"made/socket\")"'
  run timeout 60 bawn-admin tool add evil --from /home/op/made
  assert_success
  as op rm -rf made
  run find "$state/tools" ! -type f ! -type d ! -type l
  [ -z "$output" ] && concludes 'refused: they were left out' || concludes "went: $output"
  judge
}

@test "a tree that is swapped for links while it is copied brings nothing of somebody else's" {
  local swapper
  echo 'the secret of root' >/root/secret
  chmod 600 /root/secret
  as op sh -c 'mkdir -p made/bin made/lib && printf "#!/bin/sh\n" >made/bin/evil && chmod 755 made/bin/evil
    head -c 20000000 /dev/zero >made/a-large-file; echo mine >made/lib/secret; ln -s /root away-root; ln -s /home/neighbour away'
  as op touch swapping
  as op sh -c 'while [ -e swapping ]; do for away in away away-root; do
      mv made/lib kept; cp -P $away made/lib; rm made/lib; mv kept made/lib; done; done' >/dev/null 2>&1 3>&- &
  swapper=$!
  for _ in 1 2 3 4 5; do
    bawn-admin tool add evil --from /home/op/made || :
    run grep -rl 'the secret of' "$state/tools"
    [ -z "$output" ] || break
  done
  as op rm swapping
  wait "$swapper" || :
  [ -z "$output" ] && concludes 'refused: nothing of it is there' || concludes "went: $output"
  as op rm -rf made away away-root kept
  judge
}

@test "an agent cannot change a tool that root adopted" {
  local before
  as op sh -c 'mkdir -p made/bin && printf "#!/bin/sh\n" >made/bin/evil && chmod 755 made/bin/evil'
  bawn-admin tool add evil --from /home/op/made
  as op rm -rf made
  bawn-admin allow "$agent" evil
  before=$(print_of "$state/tools")
  inside 'tree=$(dirname "$(dirname "$(readlink -f "$(which evil)")")")
    for act in "echo x >$tree/bin/evil" "echo x >$tree/new" "rm -f $tree/bin/evil" "chmod 777 $tree/bin/evil" \
      "mv $tree/bin $tree/nib"; do
      sh -c "$act" && echo went
    done'
  judge
  assert_equal "$(print_of "$state/tools")" "$before"
}

@test "a tool that is another one than root sealed is refused, and the link is named" {
  local program
  program=$(readlink -f "$state/agents/$agent/bin/evil")
  cp -a "$program" "$program.kept"
  echo 'echo went' >>"$program"
  run as op timeout 60 bawn launch --no-sync "$agent" app -- evil </dev/null
  assert_output --partial 'V8 (tools)'
  judge
  cp -a "$program.kept" "$program"
  run bawn-admin verify "$agent"
  assert_line --partial 'V8  BROKEN'
  rm "$program.kept"
}
