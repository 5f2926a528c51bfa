#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # what is in single quotes is for other shells; the loaded files define the variables
# Attacks of an agent with an overlay on its operator and the project; tests/escape/overlay.bats has the others. The tests also
# forge its layers from outside, as the agent's user: code that reads the layers must not rely on the limits of a session.

load ../lib/world.bash
load ../lib/mirrors.bash

overlay=/var/lib/bawn/scratch/a.noir/.overlay/app
upper=$overlay/upper

setup_file() {
  make_state_file_system
  make_user alice
  make_project alice app >/dev/null
  as alice sh -euc 'umask 077; echo "a secret of alice" >~/secret; cd ~/app; echo "*.hid" >.gitignore; echo hidden >x.hid
    mkdir -p deep own; echo d >deep/file; echo o >own/file; git add -A; git commit -qm more'
  SUDO_UID=$(id -u alice) SUDO_GID=$(id -g alice) SUDO_USER=alice
  export SUDO_UID SUDO_GID SUDO_USER
  bawn-admin init
  bawn-admin create a.noir
  bawn-admin allow a.noir rm mv chmod ln mkdir
  bawn-admin assign a.noir "$project" --workspace overlay
}

in_agent() {
  as alice bawn launch "$1" app -- sh -euc "$2"
}

# forge SCRIPT: runs the script in the upper layer, as the agent's user.
forge() {
  runuser -u a.noir -- sh -euc "umask 022; cd $upper; $1"
}

setup() {
  find "$upper" -mindepth 1 -delete
  as alice git -C "$project" checkout -q -- .
  as alice git -C "$project" clean -qfd
  sync_app
  before=$(as alice sh -euc 'cd ~/app; find . -path ./.git -prune -o -type f -exec sha256sum {} + -o -type l -printf "%p %l\n" | sort')
}

assert_project_unchanged() {
  [ "$(as alice sh -euc 'cd ~/app; find . -path ./.git -prune -o -type f -exec sha256sum {} + -o -type l -printf "%p %l\n" | sort')" = "$before" ]
}

# No command shows or copies the secret, whatever its exit status is.
assert_secret_is_kept() {
  local command
  for command in status diff report; do
    run as alice bawn "$command" a.noir app
    refute_output --partial 'a secret of alice'
  done
  run as alice sh -c 'bawn export a.noir app --accept-hazards | cat'
  refute_output --partial 'a secret of alice'
  run as alice bawn merge a.noir app --all --accept-hazards
  refute_output --partial 'a secret of alice'
  run ! as alice sh -c 'find ~/app -type f -exec grep -l "a secret of alice" {} +'
}

@test "a session cannot remove or change the settings that root mounts on its overlay" {
  run in_agent a.noir 'rm -r .scratch .claude; mv .scratch s; ls -d .scratch .claude'
  run in_agent a.noir 'ls -d .scratch .claude'
  assert_line .scratch
  assert_line .claude
  run in_agent a.noir 'echo x >.claude/settings.json && echo went'
  refute_line went
}

@test "bawn follows no link in a forged upper layer" {
  forge 'ln -s /home/alice leak; mkdir src; ln -s /home/alice/secret src/hello.py; ln -s /home/alice deep'
  assert_secret_is_kept
  [ "$(readlink "$project/leak")" = /home/alice ]
  sync_app
}

@test "bawn ignores forged marks of overlayfs" {
  forge 'mkdir -p deep; echo x >deep/x; : >README.md'
  runuser -u a.noir -- python3 -c 'import os, sys
os.setxattr(sys.argv[1] + "/deep", "user.overlay.redirect", b"/home/alice")
os.setxattr(sys.argv[1] + "/README.md", "user.overlay.metacopy", b"")' "$upper"
  assert_secret_is_kept
  [ -s "$project/README.md" ]
  [ "$(cat "$project/deep/file")" = d ]
}

@test "bawn follows no link in a forged lower layer" {
  copy=$(find /var/lib/bawn/mirrors -maxdepth 1 -user a.noir)
  forge 'echo changed >README.md; mkdir deep; echo y >deep/file'
  runuser -u a.noir -- sh -euc "cd $copy; ln -sf /home/alice/secret README.md; rm -r deep; ln -s /home/alice deep"
  assert_secret_is_kept
  sync_app
}

@test "an agent that closes its project stops no sync and no session, and status says how to open it" {
  in_agent a.noir 'echo more >>README.md; chmod 0 .'
  run -1 --separate-stderr as alice bawn status a.noir app
  [[ $stderr == *"the agent made the directory of its changes unreadable"*"sudo bawn-admin sync a.noir app"* ]] || fail "$stderr"
  as alice sudo -n "$(type -P bawn-admin)" sync a.noir app
  run -0 as alice bawn status a.noir app
  assert_output --partial README.md
  in_agent a.noir 'chmod 0 . ~'
  run -0 as alice bawn launch a.noir app --no-sync -- sh -c 'stat -c %a . ~'
  assert_line 755
  assert_line 700
  in_agent a.noir 'chmod 700 .'
  in_agent a.noir true
  run -0 as alice bawn diff a.noir app
  assert_output --partial +more
}

@test "an unreadable directory and a path that is too long stop no sync" {
  copy=$(find /var/lib/bawn/mirrors -maxdepth 1 -user a.noir)
  forge 'mkdir -p deep/closed long; echo own >deep/closed/f; echo own >long/own; chmod 0 deep/closed'
  runuser -u a.noir -- python3 -c 'import os, sys
os.chdir(sys.argv[1])
for level in range(30):
    os.mkdir("d" * 200)
    os.chdir("d" * 200)
open("f", "w").close()' "$upper/long"
  as alice sh -euc 'cd ~/app; mkdir -p deep/closed long; echo theirs | tee deep/closed/f deep/closed/g long/own >arrived'
  sync_app
  [ "$(cat "$copy/arrived")" = theirs ]
  [ ! -e "$copy/deep/closed/f" ] # what the agent may have changed stays as it saw it
  [ "$(cat "$upper/long/own")" = own ]
  run -0 --separate-stderr in_agent a.noir 'cat arrived long/own; chmod 755 deep/closed; cat deep/closed/f'
  assert_output "theirs
own
own"
}

@test "a whiteout or an opaque directory removes no file that the copy never had" {
  mknod "$upper/.env" c 0 0
  mknod "$upper/x.hid" c 0 0
  forge 'mkdir own'
  runuser -u a.noir -- python3 -c 'import os, sys
os.setxattr(sys.argv[1], "user.overlay.opaque", b"y")' "$upper/own"
  as alice sh -c 'echo later >~/app/own/later; echo ignored >~/app/own/y.hid'
  run as alice bawn merge a.noir app --all --accept-hazards
  [ ! -e "$project/own/file" ] # the agent saw this one
  [ -e "$project/.env" ]
  [ "$(cat "$project/x.hid")" = hidden ]
  [ "$(cat "$project/own/later")" = later ]
  [ "$(cat "$project/own/y.hid")" = ignored ]
}

@test "merge copies no file of git that an agent made, and the operator's git runs none of them" {
  in_agent a.noir 'mkdir -p .git/hooks; printf "#!/bin/sh\ntouch /home/alice/went\n" >.git/hooks/pre-commit; chmod +x .git/hooks/pre-commit
    printf "[core]\n\tfsmonitor = touch /home/alice/went\n" >.git/config'
  run as alice bawn status a.noir app
  run as alice bawn merge a.noir app --all --accept-hazards
  [ ! -e "$project/.git/hooks/pre-commit" ]
  as alice git -C "$project" status >/dev/null
  as alice git -C "$project" commit -qm x --allow-empty
  [ ! -e /home/alice/went ]
  run -3 as alice bawn merge a.noir app --branch bawn/x
  assert_project_unchanged
}

@test "a merge writes no mixture of two states while the agent changes its files" {
  in_agent a.noir 'while [ ! -e .scratch/end ]; do i=$((i + 1)); for n in 1 2 3; do echo "$n $i" >file$n.new; mv file$n.new file$n
    mkdir -p d$n; ln -sf /home/alice/secret d$n/x; rm -r d$n; done; done' & session=$!
  while [ ! -e "$upper/file3" ]; do sleep 0.1; done
  for _ in 1 2 3; do
    run as alice bawn merge a.noir app file1 file2 file3
    run ! as alice grep -r 'a secret of alice' "$project"
  done
  install -o a.noir /dev/null /var/lib/bawn/scratch/a.noir/app/end
  wait "$session"
  run -0 as alice bawn merge a.noir app file1 file2 file3
  for n in 1 2 3; do cmp "$upper/file$n" "$project/file$n"; done
  rm /var/lib/bawn/scratch/a.noir/app/end
}

@test "a sync accepts all names, depths and types of files, and removes no changes of the agent" {
  forge 'printf x >"$(printf "a\nb")"; printf x >"-rf"; mkfifo pipe; mkdir -p src; mkfifo src/hello.py; ln -s loop loop'
  as alice sh -c 'echo new >~/app/from-owner'
  sync_app
  copy=$(find /var/lib/bawn/mirrors -maxdepth 1 -user a.noir)
  [ "$(cat "$copy/from-owner")" = new ]
  [ -p "$upper/pipe" ]
  [ -e "$upper/-rf" ]
  [ -f "$copy/src/hello.py" ]
}

@test "a sync compares the directories that an agent made with the list of files once" {
  as alice sh -euc 'mkdir ~/app/many; cd ~/app/many; seq -f f%.0f 20000 | xargs touch; echo 1 >../new'
  sync_app
  forge 'python3 -c "
import os
for number in range(40000):
    os.mkdir(str(number))
    open(str(number) + \"/f\", \"w\").close()
    os.setxattr(str(number), \"user.overlay.opaque\", b\"y\")"
    echo 2 >new'
  as alice sh -euc 'echo 2 >~/app/new'
  timeout 100 bawn-admin sync a.noir app
  [ ! -e "$upper/new" ]
  find "$upper" -mindepth 1 -delete
}
