#!/usr/bin/env bats
# Attacks on adopted tools: by the owner of the adopted directory, and by an agent that may run a tool.

load attack.bash

setup_file() {
  begin_world
}

setup() {
  rm -rf /home/op/made
}

# makes SCRIPT: creates the operator's tree of a tool with a program, and runs the script in it.
makes() {
  as op sh -euc 'mkdir -p made/bin && printf "#!/bin/sh\n" >made/bin/evil && chmod 755 made/bin/evil && cd made
    eval "$1"' makes "${1:-:}"
}

# adopts OPTION…: root adopts that tree.
adopts() {
  run timeout 300 bawn-admin tool add evil --from /home/op/made "$@"
  as op rm -rf made
}

@test "tool add copies no target of a link out of a tool's tree" {
  for link in 'ln -s /etc/shadow bin/leak' 'ln -s ../../../../../../../root bin/leak' \
    'ln -s bin in && ln -s in/../../../neighbour out' 'ln -s /usr/bin/../../etc/shadow bin/leak' \
    'ln -s /usr/share/../bin/../../tool/bin/evil bin/leak' 'ln -s /usr/bin/../../usr/../etc away && ln -s away/shadow leak'; do
    makes "$link"
    adopts
    judge
    run -2 ls -d "$state/tools/evil"
  done
}

@test "tool add refuses a program outside the tool's tree" {
  makes 'ln -sf /usr/bin/id bin/evil'
  adopts
  judge
  makes 'rm bin/evil'
  adopts --program ../../../usr/bin/id
  judge
}

@test "tool add clears the setuid bit of a file" {
  makes 'cp /usr/bin/id bin/evil && chmod 6755 bin/evil
    mkdir open && chmod 7777 open && cp /usr/bin/id open/writable && chmod 4777 open/writable'
  adopts
  assert_success
  run find "$state/tools" -type f,d -perm /7022
  [ -z "$output" ] && concludes 'refused: all are 0755 or 0644' || concludes "went: $output"
  judge
}

@test "tool add copies no pipe, socket or device of a tool's tree" {
  makes 'mkfifo pipe && python3 -c "import socket; socket.socket(socket.AF_UNIX).bind(\"socket\")"'
  adopts
  assert_success
  run find "$state/tools" ! -type f ! -type d ! -type l
  [ -z "$output" ] && concludes 'refused: they were left out' || concludes "went: $output"
  judge
}

# fewer NUMBER: sets the limit of files in a tool. With the real limit, the creation of the files takes minutes in the guest.
fewer() {
  local receive
  receive=$(dirname "$(enter_program)")/tool-receive
  grep -qx 'most=200000' "$receive"
  sed -i "s/^most=200000$/most=$1/" "$receive"
}

as_many_as_before() { sed -i 's/^most=[0-9]*$/most=200000/' "$(dirname "$(enter_program)")/tool-receive"; }

@test "tool add refuses an endless tree" {
  # tar writes far more names than that before it notices that its reader has ended
  makes 'mkdir many && cd many && seq -f a-name-of-some-length-%g 20000 | xargs touch'
  fewer 2000
  adopts
  as_many_as_before
  judge
  assert_output --partial 'more than 2000 files'
  run -2 ls -d "$state/tools/evil" "$state/tools/.new-evil"
}

@test "tool add copies no file of another user when links replace the tree meanwhile" {
  local swapper tries=5
  # an adoption takes ten seconds in the guest; the tree is replaced often enough in this time
  ! on_apparmor || tries=2
  echo 'the secret of root' >/root/secret
  chmod 600 /root/secret
  makes 'mkdir lib && head -c 20000000 /dev/zero >a-large-file; echo mine >lib/secret'
  as op sh -c 'ln -s /root away-root; ln -s /home/neighbour away; touch swapping'
  as op sh -c 'while [ -e swapping ]; do for away in away away-root; do
      mv made/lib kept; cp -P $away made/lib; sleep 0.01; rm made/lib; mv kept made/lib; done; done' >/dev/null 2>&1 3>&- &
  swapper=$!
  for _ in $(seq "$tries"); do
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
  makes
  adopts
  assert_success
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

@test "a start refuses a tool that differs from the signed one, and names the link" {
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
