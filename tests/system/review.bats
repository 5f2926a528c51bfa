#!/usr/bin/env bats
# bawn reads the changes of a session from outside: on a real overlay, as the caller, without git and without following links.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  make_alice
  as alice sh -c 'cd app && printf "\0binary" >bin && ln -s README.md link && mkdir -p lib/deep && echo d >lib/deep/file &&
    git add . && git commit -qm more'
}

teardown() {
  forget_sessions /home/alice/.config /home/alice/copy
}

session() { in_app bawn launch --show-secrets --name work -- bash -c "$1"; }
bawn_of() { in_app bawn "$@"; }

# files: a script that prints the properties that git records of all files, without git's own files.
files='find . -path ./.git -prune -o ! -type d -print0 | sort -z | xargs -0 sh -c '\''
  for file; do
    if [ -h "$file" ]; then printf "%s link %s\n" "$file" "$(readlink "$file")"
    elif [ -f "$file" ]; then printf "%s %s %s\n" "$file" "$(test -x "$file" && echo x)" "$(sha256sum <"$file")"; fi
  done'\'' sh'

# applies_as_seen_inside: asserts that the patch, applied to a copy of the project, results in the session's files.
applies_as_seen_inside() {
  local seen
  session "$1; $files >\$HOME/seen"
  seen=$(cat /home/alice/.local/share/bawn/homes/command/*/seen)
  as alice cp -a app copy
  in_app sh -c 'bawn export work --patch --accept-hazards >../work.patch'
  as alice git -C copy apply ../work.patch
  assert_equal "$(as alice sh -c "cd copy && $files")" "$seen"
}

everything='
  echo more >>README.md; printf "no end" >src/hello.py; rm -r lib; mkdir lib; echo new >lib/new; chmod +x bin
  printf "\0other" >bin; ln -sf src link; mkdir -p a/b/c; echo deep >a/b/c/d; echo "with space" >"a file"; : >empty
  printf x >"$(printf "caf\351")"; printf y >"$(printf "tab\there \"quoted\" \\\\")"; rm .env; ln -s /etc/passwd out
  head -c 300000 /dev/urandom >noise; mv src/hello.py src/moved.py'

@test "a patch of everything that a session can do to files gives the tree that it saw" {
  applies_as_seen_inside "$everything"
}

@test "status lists changes and changes nothing" {
  session 'echo more >>README.md; rm -r lib; chmod 755 src; chmod 700 src; echo x >src/new; touch bin; echo "echo hi" >.envrc'
  recorded work
  local before
  before=$(find /home/alice/app /home/alice/.local -printf '%p %y %m %T@ %C@\n' | sort)
  run --separate-stderr bawn_of status work
  assert_output "work (ended 0): 5 changes in /home/alice/app
  added     .envrc  ! takes effect automatically: direnv
  modified  README.md
  removed   lib/deep/file
  mode      src/  $(stat -c 0%a /home/alice/app/src) → 0700
  added     src/new"
  run bawn_of status work --json
  assert_output --partial '"path" : "lib/deep/file"'
  run bawn_of diff work
  assert_line '+more'
  assert_equal "$(find /home/alice/app /home/alice/.local -printf '%p %y %m %T@ %C@\n' | sort)" "$before"
}

@test "a file to which a dotfile or the environment of the user leads is a hazard" {
  as alice sh -c 'mkdir -p .config .vim .local/bin && ln -s app/zsh .zshrc && ln -s ../app/lib .config/nvim && ln -s ../app/src/vim .vim/vimrc &&
    ln -s ../../app/run .local/bin/run && ln -s app docs && ln -s app/page page && echo "[core] pager = less" >app/git'
  session 'for file in zsh lib/init.lua src/vim run page git tools/ls hk/update; do mkdir -p tools hk; echo x >$file; done'
  run -0 in_app env GIT_CONFIG_GLOBAL=/home/alice/app/git GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=core.hooksPath GIT_CONFIG_VALUE_0=hk \
    PATH="/home/alice/app/tools:$PATH" bawn status work
  as alice rm .zshrc .config/nvim .vim/vimrc .local/bin/run docs page app/git
  assert_output "work (ended 0): 8 changes in /home/alice/app
  modified  git  ! takes effect automatically: git reads it: your settings
  added     hk/update  ! takes effect automatically: git runs it: core.hookspath
  added     lib/init.lua  ! takes effect automatically: ~/.config/nvim leads to it
  added     page
  added     run  ! takes effect when used: ~/.local/bin/run leads to it
  added     src/vim  ! takes effect automatically: ~/.vim/vimrc leads to it
  added     tools/ls  ! takes effect automatically: your PATH leads to it
  added     zsh  ! takes effect automatically: ~/.zshrc leads to it"
}

@test "a file in a project on the PATH or in ~/.config is a hazard, and one to which a deep link of ~/.config leads" {
  session 'mkdir -p conf/.config/a/b config/c/d/e; for file in ls src/ls conf/.config/a/b/init config/c/d/e/init; do echo x >$file; done'
  as alice sh -c 'mkdir -p .config/a/b .config/c/d/e && ln -s ../../../app/conf/.config/a/b/init .config/a/b && ln -s ~/app/config/c/d/e/init .config/c/d/e'
  run -0 in_app env PATH="/home/alice/app/.:$PATH" bawn status work
  as alice rm -r .config
  assert_output "work (ended 0): 4 changes in /home/alice/app
  added     conf/.config/a/b/init  ! takes effect automatically: ~/.config/a/b/init leads to it
  added     config/c/d/e/init  ! takes effect automatically: ~/.config/c/d/e/init leads to it
  added     ls  ! takes effect automatically: your PATH leads to it
  added     src/ls"
  as alice ln -s app/.. .config
  run -0 bawn_of status work
  as alice rm .config
  assert_line '  added     src/ls  ! takes effect automatically: ~/.config leads to it'
}

@test "a path argument is the plain path, or the quoted one that status shows: \$'…'" {
  session 'printf x >"$(printf "new\nline")"; printf y >"$(printf "esc\033[31m\\\\")"; printf z >"$(printf "way\342\200\256")"'
  run -0 bawn_of status work
  assert_line '  added     esc\x1b[31m\\  ! unprintable name'
  assert_line '  added     new\nline  ! unprintable name'
  assert_line '  added     way\u202e  ! unprintable name'
  local each
  for each in $'new\nline' 'new\nline' $'esc\e[31m\\' 'esc\x1b[31m\\' $'way\u202e' 'way\u202e'; do
    run -0 bawn_of diff work "$each"
    assert_equal "$(grep -c '^diff' <<<"$output")" 1
  done
  # also behind a link to the project
  as alice ln -sfn app alias
  run -0 as alice bawn diff work /home/alice/alias/$'new\nline'
  as alice rm alias
  run -0 bawn_of merge work $'new\nline' --accept-hazards
  assert_equal "$(cat /home/alice/app/$'new\nline')" x
  run -0 bawn_of undo work
}

@test "status shows a running session, and destroy refuses it" {
  in_app sh -c 'bawn launch --name work -- sh -c "echo x >new; touch \$HOME/ready; sleep 600" &'
  local tries=0
  until compgen -G '/home/alice/.local/share/bawn/homes/command/*/ready' >/dev/null; do
    ((tries += 1)) && ((tries < 600)) || fail 'the session did not begin'
    sleep 0.1
  done
  run bawn_of list
  assert_line --regexp '^work  running '
  run bawn_of status work
  assert_line '  added     new'
  run -3 --separate-stderr bawn_of destroy work --force
  # shellcheck disable=SC2154
  assert_regex "$stderr" "^bawn: error: session 'work' is running \\(process [0-9]+\\)"
  pkill -u alice -x sleep
}

# bats test_tags=long
@test "destroy needs --force for unmerged work, and removes all files of a session" {
  session 'mkdir -p closed/in; echo x >closed/in/file; chmod 0 closed/in closed; ln -s / root; mkfifo pipe
    i=0; while [ $i -lt 300 ]; do mkdir "$(printf "%0200d" 0)" && cd "$(printf "%0200d" 0)"; i=$((i + 1)); done
    mkdir -p closed/in; chmod 0 closed/in closed'
  run -3 bawn_of destroy work
  assert_output --partial "session 'work' has unmerged work"
  run bawn_of destroy work --force
  assert_success
  run -4 bawn_of status work
  run find /home/alice/.local -name 'work*' ! -name workspaces
  assert_output ''
  [ -e /home/alice/app/README.md ]
}

@test "commands that show a session run no file that it wrote" {
  session '
    canary="touch /home/alice/canary"
    git config core.fsmonitor "$canary"; git config diff.external "$canary"; git config core.pager "$canary"
    git config filter.x.clean "$canary"; git config filter.x.smudge "$canary"; git config diff.x.textconv "$canary"
    git config core.hooksPath hooks; git config core.sshCommand "$canary"; git config credential.helper "!$canary"
    git config alias.status "!$canary"; git config include.path ../included; git config core.editor "$canary"
    printf "* filter=x diff=x\n" >.gitattributes; printf "[core]\n\tfsmonitor = %s\n" "$canary" >included
    for hook in pre-commit post-checkout post-index-change fsmonitor-watchman; do
      mkdir -p hooks .git/hooks; printf "#!/bin/sh\n%s\n" "$canary" | tee .git/hooks/$hook >hooks/$hook
      chmod +x hooks/$hook .git/hooks/$hook
    done
    mkdir nested; git init -q nested; git -C nested config core.fsmonitor "$canary"; echo "gitdir: ../nested/.git" >lib/.git
    mkdir bare; git init -q --bare bare; git -C bare config core.fsmonitor "$canary"; echo x >>README.md'
  local command
  for command in list 'info work' 'status work' 'status work --diff' 'status work --json' 'diff work' 'export work --patch' \
    'destroy work'; do
    # shellcheck disable=SC2086
    run bawn_of $command
    [ ! -e /home/alice/canary ] || fail "ran by: bawn $command"
  done
  in_app git status
  in_app git diff
  [ ! -e /home/alice/canary ]
}

@test "a session cannot hide its files by permissions" {
  session 'mkdir -p closed/in; echo x >closed/in/file; chmod 0 closed/in closed; echo more >>README.md; chmod 0 README.md'
  run --separate-stderr bawn_of status work
  assert_output "work (ended 0): 2 changes in /home/alice/app
  modified  README.md  0664 → 0000
  added     closed/in/file"
  run --separate-stderr bawn_of diff work
  assert_line '+more'
  assert_line '+++ b/closed/in/file'
  assert_equal "$stderr" ''
  as alice cp -a app copy
  in_app sh -c 'bawn export work --patch --accept-hazards >../work.patch'
  as alice git -C copy apply ../work.patch
  assert_equal "$(cat /home/alice/copy/closed/in/file)" x
  assert_equal "$(stat -c %a /home/alice/.local/share/bawn/workspaces/work/upper/closed)" 0
}

@test "status reports unreadable files where the kernel permits no user namespace" {
  session 'mkdir -p closed; echo x >closed/file; chmod 0 closed'
  mv /usr/bin/unshare /usr/bin/unshare.away
  run --separate-stderr bawn_of status work
  mv /usr/bin/unshare.away /usr/bin/unshare
  assert_line --partial 'unclear   closed/  its permissions forbid reading it  ! cannot be inspected'
}

@test "a patch has no file that was hidden from the session" {
  in_app bawn launch --name work --mask-env -- sh -c 'ls -A; echo mine >.env; echo x >new'
  run --separate-stderr bawn_of export work --patch
  refute_output --partial a-secret
  assert_equal "$stderr" "bawn: left out: .env: bawn hid the project's file from the session; the session's version: /home/alice/.local/share/bawn/workspaces/work/upper/.env"
  run bawn_of status work
  assert_line --partial '.env  ! was hidden from the session'
}

@test "settings that permit more apply after trust, until the file changes" {
  as alice sh -c 'echo "env_passthrough = [\"GREETING\"]" >app/.bawn.toml'
  run --separate-stderr in_app env GREETING=hello bawn launch --show-secrets -- sh -c 'echo "<$GREETING>"'
  assert_output '<>'
  assert_equal "$stderr" 'bawn: warning: /home/alice/app/.bawn.toml is not trusted, so bawn ignores these settings: env_passthrough; to read and trust it, run: bawn trust'
  run bawn_of trust --yes
  assert_line 'env_passthrough = GREETING'
  run --separate-stderr in_app env GREETING=hello bawn launch --show-secrets -- sh -c 'echo "<$GREETING>"'
  assert_output '<hello>'
  as alice sh -c 'echo "# more" >>app/.bawn.toml'
  run --separate-stderr in_app env GREETING=hello bawn launch --show-secrets -- sh -c 'echo "<$GREETING>"'
  assert_output '<>'
  assert_regex "$stderr" 'was changed since you trusted it, so bawn ignores these settings: env_passthrough'
  rm /home/alice/app/.bawn.toml
}

# seconds_of_status SCRIPT: prints the duration of status after a session ran this Python script.
seconds_of_status() {
  local since
  in_app bawn launch --name work -- python3 -c "$1"
  since=$SECONDS
  run -0 as alice timeout 120 env -C app bawn status work
  seconds=$((SECONDS - since))
  forget_sessions
}

@test "status takes no longer for thousands of nested links than for as many files" {
  local begin='import os; n = 1500; deep = "d/" * 90; os.makedirs(deep)' plain seconds
  seconds_of_status "$begin
for i in range(n):
  for name in \"f%d\", deep + \"f%d\", \"far%d\": open(name % i, \"w\").write(\"x\")"
  plain=$seconds
  seconds_of_status "$begin
for i in range(n):
  os.symlink(\"./\" * 50 + deep + \"l%d\" % (i + 1), \"l%d\" % i)
  os.symlink(\"../\" * 90 + deep + \"l%d\" % (i + 1), deep + \"l%d\" % i)
  os.symlink(\"n/\" * 1900 + \"x%d\" % i, \"far%d\" % i)"
  ((seconds <= 3 * plain + 5)) || fail "$seconds s, and $plain s with plain files"
  assert_line --partial 'l0  ! leads out of the project'
  assert_line --partial 'far7  ! leads out of the project'
}

@test "names, contents and links send no control sequence to the terminal" {
  session 'printf "\033]0;x\007\233\n" >>README.md; printf x >"$(printf "\033[2J\302\233\342\200\256")"; ln -s "$(printf "\033[H")" l'
  local command
  for command in 'list' 'status work' 'status work --json' 'diff work' 'info work'; do
    # shellcheck disable=SC2086
    run bawn_of $command
    refute_output --regexp $'[\001-\010\013-\037\177]'
    refute_output --partial $'\302\233'
    refute_output --partial $'\342\200\256'
  done
}

# ends COMMAND…: asserts that the command ends and prints text.
ends() {
  run as alice env -C app timeout -k 5 120 bawn "$@"
  assert [ "$status" -lt 5 ]
  assert [ -n "$output" ]
}

# bats test_tags=long
@test "no name, path or index that a session made blocks a command" {
  as alice sh -c 'cd app && echo "*a*a*a*a*a*a*a*a*a*a*a*a*b" >.gitignore && git add . && git commit -qm ignore'
  in_app bawn launch --name work -- sh -c 'touch "$(printf "a%.0s" $(seq 120))c"'
  for command in list status diff destroy; do
    # shellcheck disable=SC2046 # list takes no name
    ends "$command" $([ "$command" = list ] || echo work)
  done
  assert_output --partial 'unmerged work: 1 change'
  run -0 in_app bawn destroy work --force
  in_app bawn launch --name work -- python3 -c "
import os
for level in range(198):
    os.mkdir('d' * 255); os.chdir('d' * 255)
for number in range(3000):
    os.close(os.open(f'f{number}', os.O_CREAT | os.O_WRONLY))"
  for command in list status destroy; do
    # shellcheck disable=SC2046
    ends "$command" $([ "$command" = list ] || echo work)
  done
  assert_output --partial 'or their paths are too long'
  run -0 in_app bawn destroy work --force
  in_app bawn launch --name work -- python3 -c "
import struct
count = 300000
with open('.git/index', 'wb') as out:
    out.write(b'DIRC' + struct.pack('>II', 4, count))
    for each in range(count):
        out.write(bytes(24) + struct.pack('>I', 0o100644) + bytes(12) + struct.pack('>QQIH', 0, each, 7, 0xfff))
        out.write(b'\\0' + (b'p' * 8000 if each == 0 else b'') + b'\\0')
    out.write(bytes(20))"
  ends destroy work
  assert_output --partial 'unmerged work: the staged content of .git/index'
}
