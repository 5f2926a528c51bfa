#!/usr/bin/env bats
# Projects of unprivileged sessions: which paths and names bawn accepts, and how lists show them.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  make_alice
}

teardown() {
  chmod -R u+rwX /home/alice/dir /home/alice/.local 2>/dev/null || :
  forget_sessions /home/alice/dir
}

# starts_in DIRECTORY ARGUMENT…: asserts that bawn in this directory works on it.
starts_in() {
  local directory=$1
  shift
  run -0 --separate-stderr sudo -H -u alice -- env -C "$directory" bawn launch "$@" -- sh -c 'pwd; echo x >made'
  assert_output "$directory"
  [ ! -e "$directory/made" ]
}

@test "a session starts in the current directory, whatever its name" {
  local name
  # shellcheck disable=SC2016 # it is a name
  for name in 'two words' $'line\nbreak' $'\e]0;title\a' "it's" '"both"' 'ü' '日本語' $'\u202egpj' '-x' '--name' '@file' '%s%n' \
    '$(touch ran)' '`id`' ';id' 'a:b,c=d\e' '...' '.hidden' '#' '~' 'A=B' '*'; do
    as alice mkdir -p "dir/$name"
    starts_in "/home/alice/dir/$name"
    starts_in "/home/alice/dir/$name" "../$name/"
  done
  assert_equal "$(find / -xdev -name ran -newer /home/alice/app 2>/dev/null)" ''
  run -0 --separate-stderr as alice bawn list
  # bawn replaces control characters, and those that change the direction of text
  assert_output --partial '/dir/?]0;title?'
  assert_output --partial '/dir/?gpj'
  assert_output --partial '/dir/line?break'
  run -0 as alice sh -c 'bawn list --json | python3 -c "import json, sys; print(len(json.load(sys.stdin)))"'
  assert_output "$((22 * 2))"
}

@test "launch refuses directories whose names are not UTF-8, as an argument and as the current one" {
  as alice mkdir -p $'dir/\xff' $'dir/\xc3('
  local name
  for name in $'\xff' $'\xc3('; do
    run -3 --separate-stderr as alice bawn launch "dir/$name" -- true
    [[ $stderr == *'contains bytes that are not UTF-8'*'rename the directory'* ]]
    run -3 --separate-stderr sudo -H -u alice -- env -C "/home/alice/dir/$name" bawn launch -- true
    [[ $stderr == *'contains bytes that are not UTF-8'* ]]
    run -3 --separate-stderr sudo -H -u alice -- env -C "/home/alice/dir/$name" bawn trust
    [[ $stderr == *'contains bytes that are not UTF-8'* ]]
  done
  # below a project, such files are like others
  run -0 --separate-stderr as alice bawn launch dir -- bash -c "cd \$'\\xff' && echo x >\$'\\xfe' && ls | od -An -tx1"
  assert_output ' fe 0a'
  run -0 as alice bawn status dir-1
  assert_line --partial '\xff/\xfe'
  run -0 as alice bawn diff dir-1 '\xff'
  assert_line +x
}

@test "links, dots and slashes select the same project" {
  local way
  as alice sh -c 'mkdir -p dir/app/deep dir/other; ln -s app dir/link; ln -s ../link dir/other/far; ln -s loop dir/loop; ln -s nowhere dir/dangling'
  for way in dir/app dir/app/ dir//app/. dir/other/../app dir/link dir/link/ dir/other/far /home/alice/dir/link/deep/.. \
    /home/../home/alice/dir/app; do
    run -0 --separate-stderr as alice bawn launch "$way" -- pwd
    assert_output /home/alice/dir/app
  done
  run -0 --separate-stderr sudo -H -u alice -- sh -c 'cd ~/dir/link/deep/.. && bawn launch -- pwd'
  assert_output /home/alice/dir/app
  refused 4 "there is no directory '/home/alice/dir/dangling'" 'give an existing directory, or put -- before a command' as alice bawn launch dir/dangling -- true
  run -4 as alice bawn launch dir/loop -- true
  run -4 as alice bawn launch "$(printf '%0300d' 0)" -- true
  run -4 as alice bawn launch "$(printf '%06000d' 0)" -- true
  assert_output --partial '…'
  # no path to the user's home or to a directory above is a project
  for way in . .. dir/.. dir/link/../.. /home/alice/../alice / /proc/self/root /proc/self/cwd; do
    run -3 --separate-stderr as alice bawn launch "$way" -- true
    [[ $stderr == *'is not a project: '* ]]
  done
}

@test "the error about a path with a space and no quotes shows the quoted path" {
  as alice mkdir -p 'dir/my app'
  local command
  for command in launch 'spawn one'; do
    # shellcheck disable=SC2086 # several words are meant
    refused 4 "there is no directory '/home/alice/dir/my'" "quote the path: 'dir/my app'" as alice bawn $command dir/my app
    # shellcheck disable=SC2086
    refused 4 "there is no directory '/home/alice/dir/nope'" 'give an existing directory, or put -- before a command' as alice bawn $command dir/nope app
  done
  starts_in '/home/alice/dir/my app' '../my app'
  refused 4 "there is no agent 'other'" 'list yours: bawn agents; to run a command instead: bawn launch dir/ -- other' as alice bawn launch dir/ other
  refused 4 "there is no agent 'other'" 'list yours: bawn agents; to run a command instead: bawn spawn one dir/ -- other' as alice bawn spawn one dir/ other
}

@test "launch refuses a project that is no directory or is unreadable" {
  as alice sh -c 'mkdir -p dir/closed/in dir/listed dir/entered; touch dir/file; mkfifo dir/pipe; chmod 0 dir/closed; chmod 400 dir/listed; chmod 300 dir/entered'
  refused 3 "'/home/alice/dir/file' is a file; expected the directory of a project" 'name its directory' as alice bawn launch dir/file -- true
  refused 3 "'/home/alice/dir/pipe' is a file; expected the directory of a project" 'name its directory' as alice bawn launch dir/pipe -- true
  refused 3 "'/dev/null' is a file; expected the directory of a project" 'name its directory' as alice bawn launch /dev/null -- true
  for name in closed listed entered; do
    refused 3 "permission denied: cannot read the directory '/home/alice/dir/$name'" "check its mode: ls -ld /home/alice/dir/$name" \
      as alice bawn launch "dir/$name" -- true
  done
  refused 3 "permission denied: cannot reach '/home/alice/dir/closed/in'" 'see the modes on the way: namei -l /home/alice/dir/closed/in' \
    as alice bawn launch dir/closed/in -- true
  refused 3 "permission denied: cannot reach '/home/alice/dir/closed/in'" 'see the modes on the way: namei -l /home/alice/dir/closed/in' \
    as alice bawn list --project dir/closed/in
  refused 3 "permission denied: cannot reach '/home/alice/dir/closed/in'" 'see the modes on the way: namei -l /home/alice/dir/closed/in' \
    in_app bawn launch --ro ../dir/closed/in -- true
  refused 4 "there is no directory '/home/alice/dir/file/x'" 'give an existing directory, or put -- before a command' as alice bawn launch dir/file/x -- true
  # the current directory was removed
  local command
  for command in 'launch -- true' 'launch . -- true' trust 'config show'; do
    run -4 --separate-stderr sudo -H -u alice -- sh -c "mkdir ~/dir/gone; cd ~/dir/gone; rmdir ~/dir/gone; bawn $command"
    [[ $stderr == *$'bawn: error: the current directory was removed: /home/alice/dir/gone\nbawn: hint: change to another one: cd DIRECTORY' ]] || fail "$stderr"
  done
  # a read-only directory can be a project
  as alice sh -c 'mkdir -p dir/kept/in; echo s >dir/kept/in/.env; chmod 500 dir/kept dir/kept/in'
  run -0 --separate-stderr as alice bawn launch dir/kept --mask-env -- ls -A in
  assert_output ''
}

# is_refused STATUS SENTENCE HINT OPTION…: asserts that a start with these options is refused.
is_refused() {
  refused "$1" "$2" "$3" in_app bawn launch "${@:4}" -- true
}

@test "launch refuses shares that do not exist, are no files, or overlap" {
  as alice sh -c 'mkdir -p dir/x; : >dir/file'
  local elsewhere='choose another path in the session: HOST:INSIDE' place
  for option in --ro --rw; do
    is_refused 4 "'/nowhere' does not exist" 'name an existing file or directory' "$option" /nowhere
  done
  is_refused 4 "'/nowhere' does not exist" 'name an existing device' --dev /nowhere
  for option in --ro --rw --dev; do
    is_refused 2 "the value of $option is empty" 'give a value, or leave the option out' "$option" ''
  done
  is_refused 2 "'../dir:inside' has no absolute path after the colon" 'use HOST:/INSIDE' --ro ../dir:inside
  is_refused 2 'two options mount files at /inside' 'leave out one, or give it another place in the session: HOST:/INSIDE' --rw ../dir:/inside --ro /usr/share:/inside/
  is_refused 2 "'/etc/passwd' is not a device" 'for example: --dev /dev/dri' --dev /etc/passwd
  for place in /proc /proc/1; do
    is_refused 3 "'$place' is not shown: a session could reach your processes through it" 'leave it out: a session has its own /proc' --ro "$place"
  done
  is_refused 3 "'/dev' is not shown: it contains every device" 'name the device: --dev /dev/dri' --rw /dev
  is_refused 3 "'/run' is not shown: it contains the sockets of other programs" 'name the part that the session needs' --ro /run
  is_refused 3 "'/tmp' is not shown: it contains the sockets of other programs" 'name the part that the session needs' --rw /tmp
  for place in /usr /opt; do
    is_refused 3 "$place/x cannot be mounted in the session: bawn mounts $place itself" "$elsewhere" --ro "../dir:$place/x"
    is_refused 3 "$place/app cannot be mounted in the session: bawn mounts $place itself" 'for example: --mount-base /work' --mount-base "$place"
  done
  for place in / /home; do
    is_refused 3 "$place would hide the home of the session" "$elsewhere" --ro "../dir:$place"
  done
  is_refused 3 '/home/alice would hide the project of the session' "$elsewhere" --ro ../dir:/home/alice
  is_refused 3 "/proc is reserved for the session" "$elsewhere" --ro ../dir:/proc
  for place in work / /etc /proc/x /dev /run/x; do
    run -2 launches --mount-base "$place" -- true
    assert_output --partial 'for example: --mount-base /work'
  done
  run -0 --separate-stderr launches --ro ../dir:/dev/shm/x --ro ../dir:/etc/x --ro ../dir:/tmp/x --ro /usr/share -- \
    sh -c 'cat /dev/shm/x/file; ls /etc/x /tmp/x /usr/share/doc >/dev/null && echo seen'
  assert_output seen
  # the hint names a setting as the source of the path
  as alice sh -c 'mkdir -p .config/bawn; echo "ro = [\"~/nowhere\"]" >.config/bawn/config.toml'
  is_refused 4 "'~/nowhere' does not exist" "the setting 'ro' names it, see: bawn config show"
  rm -r /home/alice/.config/bawn
  # no refused start left a session
  run -0 as alice bawn list -q
  assert_output app-1
}

@test "a session does not see later mounts of the host" {
  as alice mkdir shared
  mount --make-rshared /
  # a mount with propagation has an optional field in proc_pid_mountinfo(5)
  run -1 --separate-stderr in_app bawn launch --workspace bind --rw /home/alice/shared -- grep -E ' (master|shared|propagate_from):' /proc/self/mountinfo
  mount --make-rprivate /
  assert_output ''
}

@test "--home refuses a path that is missing, no directory, unreadable or in the project" {
  as alice sh -c 'mkdir -p dir/home dir/closed dir/app/src; : >dir/file; chmod 500 dir/closed'
  is_refused 4 "'/nowhere' does not exist" 'name an existing directory' --home /nowhere
  is_refused 2 'the value of --home is empty' 'give a value, or leave the option out' --home ''
  is_refused 3 "'../dir/file' is a file; expected a directory" 'name a directory' --home ../dir/file
  is_refused 3 "'../dir/closed' cannot be a home: you need permission to read, write and enter it" \
    'check its mode: ls -ld /home/alice/dir/closed' --home ../dir/closed
  local home workspace
  for home in /home/alice/dir /home/alice/dir/app /home/alice/dir/app/src; do
    for workspace in overlay readonly; do
      refused 3 "the home $home and the project /home/alice/dir/app overlap" \
        'name another directory, or leave out --home' as alice bawn launch dir/app --workspace "$workspace" --home "$home" -- true
    done
  done
  run -0 --separate-stderr as alice bawn launch dir/app --home dir/home -- sh -c 'echo kept >~/file'
  assert_equal "$(cat /home/alice/dir/home/file)" kept
  run -0 as alice bawn list -q
  assert_output app-1
}

@test "launch refuses an invalid mask, and warns of one that hides no file" {
  local pattern
  for pattern in '*' '!x' ../up a/../../b '[' '*.{a,b}' 'src/**.pem'; do
    run -2 --separate-stderr launches --mask "$pattern" -- true
    [[ $stderr == "bawn: error: '$pattern' cannot be a mask: "*$'\n'"bawn: hint: for example: --mask '*.pem'" ]]
  done
  run -0 --separate-stderr launches --mask nowhere --mask 'README*' --mask README.md -- ls
  refute_line README.md
  [[ $stderr == *"bawn: warning: --mask 'nowhere' hides nothing: no file has this name"* ]]
  [[ $stderr != *"--mask 'README"* ]]
  # a setting applies to many projects, so it may match nothing
  as alice sh -c 'mkdir -p .config/bawn; echo "mask = [\"*.pem\"]" >.config/bawn/config.toml'
  run -0 --separate-stderr launches -- true
  assert_equal "$stderr" ''
  rm -r /home/alice/.config/bawn
}

@test "launch refuses an empty argument or value, which a script with an unset variable passes" {
  local option
  for option in --tool --name --prompt --base; do
    refused 2 "the value of $option is empty" 'give a value, or leave the option out' in_app bawn launch "$option" '' -- true
  done
  refused 2 'argument is empty; expected an agent or a project' 'leave it out to use the current directory' in_app bawn launch '' -- true
  refused 2 'argument is empty; expected an agent or a project' 'leave it out to use the current directory' in_app bawn shell ''
  refused 4 "there is no directory ''" 'give the directory of a project' in_app bawn trust ''
}

# screen COLUMNS LINES COMMAND: prints the screen of a terminal of that size after the command.
screen() {
  local terminal=(tmux -L test -f /dev/null)
  as alice "${terminal[@]}" new-session -d -x "$1" -y "$2" "$3; touch ~/.shown; sleep 60"
  timeout 30 sh -c 'until [ -e /home/alice/.shown ]; do sleep 0.1; done'
  as alice "${terminal[@]}" capture-pane -p
  as alice "${terminal[@]}" kill-server
  rm /home/alice/.shown
}

@test "a start wraps its lines at the width of the terminal" {
  local line='bawn: wide-1: printenv in /home/alice/a-project-with-a-long-name, workspace overlay, network none'
  as alice mkdir -p a-project-with-a-long-name
  run screen 120 40 'bawn launch a-project-with-a-long-name --name wide-1 --network none -- printenv'
  assert_line "$line"
  run screen 80 40 'bawn launch a-project-with-a-long-name --name wide-2 --network none -- printenv'
  assert_line "bawn: wide-2: printenv in /home/alice/a-project-with-a-long-name, workspace"
  assert_line '  overlay, network none'
}

@test "list fits the width of its terminal, whatever the names of projects" {
  local name width
  for name in plain '日本語の長い名前のプロジェクト' $'e\u0301te\u0301' '🚀🚀🚀' $'\e[31mred' "$(printf 'long-%070d' 7)"; do
    as alice mkdir -p "dir/$name"
    as alice bawn launch "dir/$name" --network none --mask '*.pem' -- true
  done
  export LANG=C.UTF-8
  for width in 80 200; do
    run screen "$width" 40 'bawn list'
    # the heading and one line for each session, none of which is wrapped
    assert_equal "$(grep -c . <<<"$output")" 7
    assert_line --regexp '^NAME +STATUS +.*SINCE +PROJECT'
    assert_line --regexp '^plain-1 +ended 0 .*/plain'
    refute_output --partial '�'
  done
  assert_line --regexp '^NAME +STATUS +CHANGES +TOOL +WORKSPACE +SINCE +PROJECT +OPTIONS$'
  assert_line --regexp '^plain-1 .*/home/alice/dir/plain +--network=none --mask=\*\.pem'
  assert_output --partial 'dir/日本語の長い名前のプロジェクト '
  assert_output --partial 'dir/?[31mred '
}
