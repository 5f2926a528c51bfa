#!/usr/bin/env bats
# Unprivileged sessions: they need no preparation, the project stays unchanged, and the sandbox shows few files.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/terminal
load ../lib/own

setup_file() {
  make_alice
}

teardown() {
  forget_sessions
}

# sums DIRECTORY: prints each name in it, with type, mode, time and content.
sums() {
  find "$1" -printf '%P %y %m %T@ %l\n' | sort
  find "$1" -type f -exec sha256sum {} + | sort
}

# changes_apart: asserts that the project is unchanged, and that bawn kept the files and the exit status of the session.
changes_apart() {
  local before
  before=$(sums /home/alice/app)
  run -7 --separate-stderr launches -- sh -c 'pwd; echo new >README.md; rm -r src; mkdir made; cat README.md; exit 7'
  assert_output $'/home/alice/app\nnew'
  # shellcheck disable=SC2154
  assert_equal "$stderr" ''
  assert_equal "$(sums /home/alice/app)" "$before"
  local upper=/home/alice/.local/share/bawn/workspaces/app-1/upper
  assert_equal "$(cat "$upper/README.md")" new
  [ -c "$upper/src" ]
  [ -d "$upper/made" ]
  assert_equal "$(cat /home/alice/.local/state/bawn/sessions/app-1/exit)" 7
}

@test "a session does not change its project, and bawn keeps its files apart" {
  changes_apart
}

@test "launch returns 128 plus the signal number for a command that a signal ends" {
  run -143 launches -- sh -c 'kill -TERM $$'
  run -137 launches -- sh -c 'kill -KILL $$'
  run -127 launches -- no-such-command
}

@test "the session gets the arguments after -- unchanged, whatever their bytes" {
  local words=('' 'a b' --json @README.md $'\xff\xfe' $'a\nb' '*' "\$HOME" --)
  assert_equal "$(launches -- printf '[%s]' "${words[@]}" | od -An -c)" "$(printf '[%s]' "${words[@]}" | od -An -c)"
}

@test "a session reads from a pipe and writes to one" {
  run -0 --separate-stderr bash -c 'echo in | sudo -H -u alice env -C /home/alice/app bawn launch -- sh -c "cat; echo out >&2"'
  assert_output in
  # shellcheck disable=SC2154
  assert_equal "$stderr" out
}

@test "a session writes standard output and standard error to one file in their order" {
  run -0 in_app sh -c '{ echo before; bawn launch -- sh -c "echo one; echo two >&2; echo three; echo four >&2; exit 7" 2>&1; echo $?; } >../log
    bawn launch -- sh -c "echo five; echo six >&2; seq 100000" >>../log 2>>../log; head -8 ../log; wc -l <../log'
  assert_output "$(printf '%s\n' before one two three four 7 five six 100008)"
}

@test "a session keeps apart the files of standard output and standard error" {
  run -0 in_app sh -c 'bawn launch -- sh -c "echo one; echo two >&2" >../out 2>../error; cat ../out; cat ../error >&2' 
  assert_output --partial one
  run -0 in_app sh -c 'cat ../error'
  assert_line two
  refute_line one
}

@test "a session ends by SIGPIPE and reports why when its output cannot be written" {
  run --separate-stderr in_app bash -c 'ulimit -f 8; bawn launch --name cut -- seq 1000000 >../log'
  assert_equal "$status" 141
  assert_equal "$(tail -1 <<<"$stderr")" 'bawn: error: cannot write the output of the command: File too large'
  assert_equal "$(cat /home/alice/.local/state/bawn/sessions/cut/exit)" 141
  run --separate-stderr in_app bash -c 'ulimit -f 0; bawn launch -- echo lost >../log'
  assert_equal "$status" 1
}

@test "launch --rm removes its session at the end, unless it has unmerged work" {
  run -0 --separate-stderr in_app bawn launch --rm --name brief -- echo hello
  assert_equal "$output,$stderr" hello,
  run -7 --separate-stderr in_app bawn launch --rm --name kept -- sh -c 'touch new; exit 7'
  assert_equal "${stderr_lines[0]}" "bawn: kept: session 'kept' has unmerged work: 1 change"
  run -0 in_app bawn list -q
  refute_line brief
  assert_line kept
  in_app bawn destroy kept --force
}

@test "a start names the directory of a program that the session does not see" {
  as alice sh -c 'mkdir bin && printf "#!/bin/sh\necho mine\n" >bin/mine && chmod +x bin/mine'
  run -127 --separate-stderr in_app env PATH=/home/alice/bin:/usr/bin:/bin:/usr/local/bin bawn launch -- mine
  assert_equal "${stderr_lines[0]}" \
    'bawn: warning: the session does not see /home/alice/bin/mine; to show its directory: --ro /home/alice/bin'
  run -127 --separate-stderr launches -- /home/alice/bin/mine
  assert_equal "${stderr%%$'\n'*}" \
    'bawn: warning: the session does not see /home/alice/bin/mine; to show its directory: --ro /home/alice/bin'
  run -0 in_app env PATH=/home/alice/bin:/usr/bin:/bin:/usr/local/bin bawn launch --ro /home/alice/bin -- mine
  assert_output mine
  # /bin is a link, also in a session
  run -0 --separate-stderr in_app env PATH=/usr/local/bin:/bin bawn launch -- true
  assert_equal "$stderr" ''
  rm -r /home/alice/bin
}

@test "a start with --mount-base names a program and a JAVA_HOME that have another path in the session" {
  as alice sh -c 'mkdir app/jdk && printf "#!/bin/sh\necho mine\n" >app/run.sh && chmod +x app/run.sh'
  run -127 --separate-stderr launches --mount-base /work -- /home/alice/app/run.sh
  assert_equal "${stderr%%$'\n'*}" \
    'bawn: warning: the session does not see /home/alice/app/run.sh; its path in the session: /work/app/run.sh'
  run -0 --separate-stderr launches --mount-base /work -- /work/app/run.sh
  assert_output mine
  assert_equal "$stderr" ''
  run -0 --separate-stderr in_app env JAVA_HOME=/home/alice/app/jdk bawn launch --mount-base /work -- env
  refute_output --partial JAVA_HOME
  assert_equal "$stderr" 'bawn: warning: JAVA_HOME names a file that the session does not see; to show it: --ro "$JAVA_HOME"'
  run -0 in_app env JAVA_HOME=/home/alice/app/jdk bawn launch --mount-base /work --ro /home/alice/app/jdk -- env
  assert_line JAVA_HOME=/home/alice/app/jdk
  run -0 --separate-stderr in_app env JAVA_HOME=/work/app/jdk bawn launch --mount-base /work -- env
  assert_line JAVA_HOME=/work/app/jdk
  # /home/alice/app is also the path in these sessions
  for base in '' --mount-base=/home/alice; do
    run -0 --separate-stderr in_app env JAVA_HOME=/home/alice/app/jdk bawn launch $base -- env
    assert_line JAVA_HOME=/home/alice/app/jdk
    assert_equal "$stderr" ''
    run -0 --separate-stderr launches $base -- /home/alice/app/run.sh
    assert_output mine
    assert_equal "$stderr" ''
  done
  as alice rm -r app/jdk app/run.sh
}

@test "a session ends by SIGPIPE when no process reads its output" {
  run -0 in_app bash -c 'bawn launch -- yes | head -1; echo "${PIPESTATUS[0]}"'
  assert_output "$(printf 'y\n141')"
}

@test "a session sees the project, an empty home and programs, and no other user" {
  echo secret >/home/alice/other-secret
  # shellcheck disable=SC2016 # the shell inside expands it
  run -0 launches -- sh -c 'ls -A /home /home/alice "$HOME"; id -un; hostname; grep -c . /etc/passwd; ls /root /var/lib/bawn 2>/dev/null || :'
  assert_output --partial $'/home:\nagent\nalice'
  assert_output --partial $'/home/agent:\n\n/home/alice:\napp\nagent\nbawn\n3'
  refute_output --partial other-secret
  refute_output --partial '.bashrc'
}

@test "a session gets only variables of the terminal from its caller's environment" {
  run -0 in_app env SECRET=1 LD_LIBRARY_PATH=/x COLORTERM=truecolor BASH_ENV=/x PERL5OPT=-Mx \
    'odd name=1' bawn launch -- env
  refute_output --partial SECRET
  refute_output --partial /x
  refute_output --partial odd
  assert_line COLORTERM=truecolor
  assert_line HOME=/home/agent
  assert_line BAWN_SESSION=app-1
}

@test "a session has the environment variables of proxies and certificates, without passwords" {
  run -0 --separate-stderr in_app env https_proxy=http://proxy:3128 HTTP_PROXY=http://alice:word@proxy SSL_CERT_FILE=/usr/corp.pem \
    PIP_CERT=/home/alice/corp.pem bawn launch -- env
  assert_line https_proxy=http://proxy:3128
  assert_line SSL_CERT_FILE=/usr/corp.pem
  refute_output --partial word
  refute_output --partial PIP_CERT
  assert_equal "$(grep -c 'HTTP_PROXY contains\|PIP_CERT names' <<<"$stderr")" 2
}

@test "a start in a directory of a repository has the whole repository, and begins in that directory" {
  as alice sh -c 'cd app && mkdir -p part/deep && echo "network = \"none\"" >.bawn.toml && echo deep >part/deep/f'
  begins() { as alice env -C /home/alice/app/part bawn "$@"; }
  run -0 --separate-stderr begins launch --name sub deep -- sh -c 'pwd; cat f; git rev-parse --show-toplevel; ip route; touch new'
  assert_output $'/home/alice/app/part/deep\ndeep\n/home/alice/app'
  assert_equal "$stderr" ''
  run -0 as alice bawn status sub
  assert_output --partial part/deep/new
  run -0 begins list --project . -q
  assert_output sub
  run -0 begins config show --json
  assert_output --partial '"origin" : ".bawn.toml"'
  # the same directory again, unless the session or its user removed it
  run -0 as alice bawn resume sub -- sh -c 'pwd; cd ..; rm -r deep'
  assert_line /home/alice/app/part/deep
  run -0 as alice bawn resume sub -- pwd
  assert_line /home/alice/app
  # a mask hides it
  run -0 --separate-stderr begins launch --mask 'part/' -- pwd
  assert_output /home/alice/app
  as alice bawn destroy --force sub
}

@test "--here selects only a directory of a repository as the project" {
  as alice sh -c 'cd app && mkdir -p part && echo "workspace = \"bind\"" >part/.bawn.toml'
  run -0 --separate-stderr as alice env -C /home/alice/app/part bawn launch --here -- sh -c 'pwd; ls -A ..; ! git status'
  assert_line /home/alice/app/part
  assert_line part
  refute_line .git
  assert_equal "${stderr%%$'\n'*}" 'bawn: warning: /home/alice/app/part/.bawn.toml is not trusted, so bawn ignores these settings: workspace; to read and trust it, run: bawn trust --here'
  run -0 --separate-stderr as alice env -C /home/alice/app/part bawn trust --here --yes
  assert_output 'workspace = bind (now overlay)'
  as alice bawn trust --here --withdraw app/part
  as alice rm -r app/part
}

@test "a start takes no repository of another user and no home directory as its project" {
  as alice sh -c 'mkdir -p theirs/part yours && git init -q . && git init -q yours && mkdir yours/part'
  git init -q /home/alice/theirs
  run -0 --separate-stderr as alice env -C /home/alice/theirs/part bawn launch -- sh -c 'pwd; ! test -e ../.git'
  assert_output /home/alice/theirs/part
  assert_equal "$stderr" 'bawn: warning: the repository /home/alice/theirs belongs to another user, so the session works on this directory alone'
  mkdir -p /home/alice/notes/part && chown -R alice: /home/alice/notes
  run -0 --separate-stderr as alice env -C /home/alice/notes/part bawn launch -- sh -c 'pwd; ! test -e ../../.git'
  assert_output /home/alice/notes/part
  assert_equal "$stderr" ''
  # the owner of git's files counts, too
  chown -R root: /home/alice/yours/.git
  run -0 --separate-stderr as alice env -C /home/alice/yours/part bawn launch -- pwd
  assert_output /home/alice/yours/part
  rm -rf /home/alice/{theirs,yours,notes,.git}
}

@test "the setting path adds directories of programs at the beginning of PATH" {
  as alice sh -c 'mkdir -p .config/bawn tools/bin && echo "path = [\"~/tools/bin\"]" >.config/bawn/config.toml
    printf "#!/bin/sh\necho mine\n" | tee tools/bin/ls >tools/bin/gadget && chmod +x tools/bin/*'
  run -0 launches -- sh -c 'gadget; ls; ! touch /home/alice/tools/bin/new'
  assert_line --index 0 mine
  assert_line --index 1 mine
  # a directory of the project is only added to PATH
  as alice sh -c 'mkdir -p app/tools && cp tools/bin/gadget app/tools/local && echo "path = [\"~/app/tools\"]" >.config/bawn/config.toml'
  run -0 launches -- local
  assert_output mine
  as alice sh -c 'rm -r app/tools; echo "path = [\"~/tools/none\"]" >.config/bawn/config.toml'
  run -4 launches -- true
  assert_line --partial 'see: bawn config show'
  as alice rm -r .config
}

@test "pip has the settings of the machine, unless they may hold a password" {
  printf '[global]\nindex-url = https://pypi.example/simple\n' >/etc/pip.conf
  run -0 launches -- cat /etc/pip.conf
  assert_line 'index-url = https://pypi.example/simple'
  sed -i 's|//|//alice:word@|' /etc/pip.conf
  run launches -- cat /etc/pip.conf
  assert_failure
  refute_output --partial word
  rm /etc/pip.conf
}

@test "a session gets JAVA_HOME of a JDK that it sees, and the start names another one" {
  run -0 --separate-stderr in_app env JAVA_HOME=/usr/lib/jvm/jdk bawn launch -- env
  assert_line JAVA_HOME=/usr/lib/jvm/jdk
  run -0 --separate-stderr in_app env JAVA_HOME=/home/alice/jdk bawn launch -- env
  assert_equal "$stderr" 'bawn: warning: JAVA_HOME names a file that does not exist: /home/alice/jdk'
  as alice mkdir jdk
  run -0 --separate-stderr in_app env JAVA_HOME=/home/alice/jdk bawn launch -- env
  refute_output --partial JAVA_HOME
  assert_equal "$stderr" 'bawn: warning: JAVA_HOME names a file that the session does not see; to show it: --ro "$JAVA_HOME"'
}

@test "bawn in a session refuses to start another one, and says where to start it" {
  run -3 launches -- bawn launch
  assert_output 'bawn: error: bawn cannot start a session inside the session app-1
bawn: hint: run the command itself here, or start the session outside'
  run -3 launches -- bawn launch claude
  assert_line 'bawn: error: bawn cannot start a session inside the session app-2'
}

@test "doctor in a session refuses, and does not report the sandbox as a damaged installation" {
  run -3 launches -- bawn doctor
  assert_output 'bawn: error: a session sees too little of the machine to find its problems
bawn: hint: run bawn doctor outside of the session app-1'
}

@test "a session cannot read its user's variables from any process that it sees" {
  run -0 in_app env SECRET=1 bawn launch -- sh -c 'cat /proc/1/environ /proc/[0-9]*/environ | tr "\0" "\n"'
  assert_line BAWN_SESSION=app-1
  refute_output --partial SECRET
}

@test "a session starts with confinement set to required where the whole sandbox is possible" {
  as alice sh -c 'mkdir -p .config/bawn; echo "confinement = \"required\"" >.config/bawn/config.toml'
  run -0 launches -- true
  rm -r /home/alice/.config
}

@test "bawn refuses to start a session without perl" {
  mount --bind /dev/null /usr/bin/perl
  refused 3 'perl is not installed, and bawn runs sessions with it' 'install the package perl' launches -- true
  umount /usr/bin/perl
}

@test "a session gets no file descriptor of the caller" {
  run -0 bash -c 'exec 5</ 6</etc/shadow 7>/tmp/out; setpriv --reuid=alice --regid=alice --clear-groups env -C /home/alice/app HOME=/home/alice bawn launch -- ls /proc/self/fd'
  assert_output $'0\n1\n2\n3'
}

@test "a session can write only in the project and the home" {
  # shellcheck disable=SC2016 # the shell inside expands it
  run -0 launches -- sh -c 'for at in / /usr /etc /home /home/alice /opt /var; do touch $at/x 2>/dev/null && echo $at; done; true'
  assert_output ''
}

@test "concurrent sessions on one project have a workspace and a home each" {
  in_background "echo one >README.md; $pause; cat README.md" >/tmp/one
  run -0 launches -- sh -c 'cat README.md; ls ~; echo two >README.md'
  assert_output '# A small project'
  goes_on
  assert_equal "$(cat /tmp/one)" one
  assert_equal "$(ls /home/alice/.local/state/bawn/sessions)" $'app-1\napp-2'
}

@test "sessions that start at the same moment have a home each" {
  local begun=0 homes=/home/alice/.local/share/bawn/homes/command
  for _ in 1 2 3 4 5 6; do
    launches -- sh -c "$pause" >>/tmp/together 2>&1 &
  done
  timeout 60 sh -c "until [ \$(ls $homes/*/begun 2>/dev/null | wc -l) = 6 ]; do sleep 0.1; done" || begun=$?
  goes_on
  assert_equal "$(cat /tmp/together)" ''
  assert_equal "$begun" 0
  run -0 as alice bawn list -q
  assert_output $'app-1\napp-2\napp-3\napp-4\napp-5\napp-6'
}

@test "only perl and bubblewrap processes of bawn remain while a session runs" {
  in_background "$pause"
  run pgrep -u alice -l .
  goes_on
  refute_output --partial java
  refute_output --partial bash
  assert_output --partial bwrap
}

@test "a session gets the size of its terminal, and each new size" {
  keeps_its_size
}

@test "Ctrl-C ends the command of a session and not the session" {
  ctrl_c_ends_a_command_inside
}

@test "Ctrl-C ends a session that is one command, and bawn records that" {
  ctrl_c_ends_a_session_of_one_command
  assert_equal "$(cat /home/alice/.local/state/bawn/sessions/app-1/exit)" 130
}

@test "Ctrl-Z stops a session and fg continues it" {
  ctrl_z_stops_it_and_fg_continues_it
}

# kept NAME: prints the directory of a session's changes.
kept() { printf '%s\n' "/home/alice/.local/share/bawn/workspaces/$1/upper"; }

@test "resume continues a session with its workspace, home, options and command" {
  # shellcheck disable=SC2016 # the shell inside expands it
  launches --env MARK=x -- sh -c 'echo $MARK >>made; echo in-home >>~/mark'
  run -0 in_app bawn resume app-1
  run -0 --separate-stderr as alice bawn resume app-1 -- sh -c 'pwd; cat made ~/mark'
  assert_output $'/home/alice/app\nx\nx\nin-home\nin-home'
  run -0 --separate-stderr as alice bawn exec app-1 -- cat made
  assert_output $'x\nx'
  # a command of exec is not the command of the session
  run -0 in_app bawn resume app-1
  assert_equal "$(wc -l <"$(kept app-1)/made")" 3
  refused 4 "there is no session 'other'" 'list yours: bawn list' in_app bawn resume other
  run -4 --separate-stderr as alice bawn resume app-1 -- bawn status app-1
  assert_equal "$stderr" "bawn: error: there is no session 'app-1'
bawn: hint: a session cannot see sessions: run bawn outside of the session"
  run -0 --separate-stderr bash -c 'echo "pwd; exit 4" | sudo -H -u alice bawn exec app-1 || echo $?'
  assert_output $'/home/alice/app\n4'
}

@test "resume refuses a running session" {
  in_background --name mine "$pause"
  refused 3 "session 'mine' is running" 'run a command in it: bawn exec mine -- COMMAND' in_app bawn resume mine
  refused 3 "session 'mine' already exists" 'it is running; give another name, or see: bawn info mine' launches --name mine -- true
  goes_on
}

# bats test_tags=long
@test "resume reports a damaged plan and starts nothing" {
  launches -- true
  local plan=/home/alice/.local/state/bawn/sessions/app-1/plan.json
  for text in '' '{' '{"format":1}' '[]' '{"format":1,"name":"other"}'; do
    echo "$text" >"$plan"
    refused 3 "session 'app-1' is damaged: $plan is not a plan of a session" \
      'restore the file from a backup, or copy what you need from /home/alice/.local/share/bawn/workspaces/app-1 and remove the session: bawn destroy app-1 --force' \
      in_app bawn resume app-1
  done
  rm "$plan"
  run -3 in_app bawn resume app-1
}

@test "a session with a bound workspace writes the project, except .git" {
  run -0 --separate-stderr launches --workspace bind -- sh -c 'echo live >live; touch .git/x; ls -d .git/x; mv .git y; rm -r .git; true'
  assert_equal "$(cat /home/alice/app/live)" live
  [ -d /home/alice/app/.git/objects ] && [ ! -e /home/alice/app/.git/x ] && [ ! -e /home/alice/app/y ]
  as alice rm app/live
  as alice mkdir plain
  refused 3 'the project has no .git, so bawn could not show the changes of the session' \
    'use an overlay: --workspace overlay; or add --bind-anyway' as alice bawn launch plain --workspace bind -- true
  run -0 as alice bawn launch plain --workspace bind --bind-anyway -- touch there
  [ -e /home/alice/plain/there ]
  as alice ln -s /home/alice/app/.git plain/.git
  run -3 as alice bawn launch plain --workspace bind --bind-anyway -- touch there
  rm -r /home/alice/plain
}

# bats test_tags=long
@test "status and resume report repositories that a session with a bound workspace created" {
  as alice git init -q app/known
  as alice git init -q --bare app/known-bare
  run -0 --separate-stderr launches --name made --workspace bind -- sh -c 'git init -q vendor; git init -q --bare bare
    ln -s vendor/.git other; mkdir third; mv other third/.git; touch known/.git/x known-bare/x; true'
  [ ! -e /home/alice/app/known/.git/x ] && [ ! -e /home/alice/app/known-bare/x ]
  local round
  for round in 1 2; do
    run -0 --separate-stderr as alice bawn status made
    assert_line 'made (ended 0): repositories created or replaced since it began: 3'
    assert_line '  added     vendor/.git/  ! git may run commands that it names'
    assert_line '  added     bare/  ! git may run commands that it names'
    assert_line '  added     third/.git  ! git may run commands that it names'
    refute_line --partial known
    rm -rf /home/alice/app/third
    run -0 --separate-stderr as alice bawn resume made -- true
    assert_regex "$stderr" "/home/alice/app/vendor/.git was created since this session began: git may run commands that it names"
    refute_regex "$stderr" known
    mkdir /home/alice/app/third
    ln -s ../vendor/.git /home/alice/app/third/.git
  done
  run -0 --separate-stderr as alice sh -c 'bawn status made --json | python3 -c "import json, sys; print(json.load(sys.stdin)[\"changes\"][0][\"hazards\"])"'
  assert_output "['repository']"
  rm -rf /home/alice/app/{known,known-bare,vendor,bare,third}
}

@test "a session with a bound workspace creates no repository in place of an empty submodule" {
  as alice sh -euc 'git config --global user.name a; git config --global user.email a@localhost; git init -q origin; cd origin; git commit -q --allow-empty -m origin; cd; git clone -q app outer; cd outer
    for name in there empty gone; do git -c protocol.file.allow=always submodule --quiet add ~/origin $name; done
    git commit -qm submodules; git submodule --quiet deinit -f empty; git submodule --quiet deinit -f gone'
  run -0 --separate-stderr as alice bawn launch outer --name emptied --workspace bind -- sh -c '
    cd empty && ! git init -q . && ! mkdir x && ! mv ../empty ../moved && cd ../there && touch written && ! touch .git/x; git -C .. rev-parse HEAD'
  [ -e /home/alice/outer/there/written ]
  [ -d /home/alice/outer/empty ]
  run -0 as alice ls -A outer/empty
  assert_output ''
  as alice rmdir outer/gone
  run -3 --separate-stderr as alice bawn launch outer --workspace bind -- true
  assert_regex "$stderr" "error: the directory of the submodule 'gone' is missing, so a session could create a repository there"
  assert_regex "$stderr" 'hint: create it: git submodule update --init; or use an overlay: --workspace overlay'
  as alice bawn destroy emptied --force
  rm -rf /home/alice/{outer,origin}
}

@test "the hint about hidden_paths says how a path is written" {
  as alice sh -c 'echo "hidden_paths = [\"~/vault\"]" >app/.bawn.toml'
  run -3 launches -- true
  assert_output --partial "expected a path below your home directory, without ~/, for example .ssh"
  rm /home/alice/app/.bawn.toml
}

@test "a start names the part of bawn that is missing" {
  local part
  for part in session relay landlock; do
    mv "/usr/local/lib/bawn/$part" "/usr/local/lib/bawn/$part.away"
    run -1 launches -- true
    mv "/usr/local/lib/bawn/$part.away" "/usr/local/lib/bawn/$part"
    assert_line "bawn: error: the installation is not complete: /usr/local/lib/bawn/$part is missing"
    assert_line 'bawn: hint: install bawn again'
  done
}

@test "a start warns of hidden_paths of a project that do not exist" {
  as alice sh -c 'echo "hidden_paths = [\"vault\"]" >app/.bawn.toml'
  run -0 --separate-stderr launches -- true
  assert_regex "$stderr" 'warning: .bawn.toml: hidden_paths: ~/vault does not exist; use mask to hide a file of the project'
  as alice mkdir vault
  run -0 --separate-stderr launches -- true
  refute_regex "$stderr" vault
  rm -r /home/alice/app/.bawn.toml /home/alice/vault
}

@test "a start warns of a writable share that is a repository" {
  as alice git init -q shared
  as alice git init -q --bare shared/bare
  for share in shared shared/bare; do
    run -0 --separate-stderr launches --rw "/home/alice/$share" -- true
    assert_regex "$stderr" "warning: the session can write the git repository /home/alice/$share: git may run commands that its settings name"
  done
  run -0 --separate-stderr launches --rw /home/alice/shared/.git/info --ro /home/alice/shared -- true
  refute_regex "$stderr" 'can write the git repository'
  rm -r /home/alice/shared
}

@test "only one session at a time can write a project directly" {
  in_background --workspace bind "$pause"
  run -3 launches --workspace bind -- true
  assert_output --regexp "session 'app-[0-9]+' writes /home/alice/app"
  assert_output --regexp 'end it first: bawn kill app-[0-9]+; or use an overlay'
  run -3 launches --workspace worktree -- true
  assert_output --regexp 'wait until that session ends, or end it: bawn kill app-[0-9]+'
  launches --name beside -- touch made
  run -3 as alice bawn merge beside --all
  assert_output --partial 'try again when it has ended; list the sessions there: bawn list --project /home/alice/app'
  as alice bawn destroy beside --force
  goes_on
}

@test "a read-only workspace is read-only, an empty one is empty and kept" {
  run -1 launches --workspace readonly -- touch README.md
  run -0 launches --workspace readonly -- cat README.md
  assert_output '# A small project'
  run -0 --separate-stderr in_app bawn launch --workspace empty -- sh -c 'pwd; ls -A; echo x >made'
  assert_output /work/empty-1
  assert_equal "$(cat /home/alice/.local/share/bawn/workspaces/empty-1/files/made)" x
  refused 3 "bawn cannot hide files in a workspace 'bind': a program that saves a file makes it visible again" \
    'use an overlay, which hides by name: --workspace overlay' launches --workspace bind --mask-env -- true
}

# bats test_tags=long
@test "launch refuses a directory that cannot be a project" {
  refused 3 "'/home/alice' is not a project: it is your home directory" 'change to the directory of one project, or name it' \
    as alice bawn launch -- true
  for place in / /home /etc /etc/apt /tmp /usr /proc/self /dev /usr/lib/apt /home/alice/.local/share/bawn /home/alice/.mozilla/x \
    /home/alice/.config/bawn; do
    as alice mkdir -p .local/share/bawn .config/bawn .mozilla/x
    run -3 as alice bawn launch "$place" -- true
    assert_output --partial 'is not a project'
  done
  as alice mkdir -p .ssh
  run -3 as alice bawn launch .ssh -- true
  refused 4 "unknown agent, project or directory: 'nowhere'" 'list your agents: bawn agents; run a command: bawn launch -- COMMAND' as alice bawn launch nowhere -- true
  refused 3 "'/home/alice/.bashrc' is a file; expected the directory of a project" 'name its directory' as alice bawn launch .bashrc -- true
  as alice mkdir -m 0 closed
  run -3 as alice bawn launch closed -- true
  run -3 as alice env XDG_CONFIG_HOME=/home/alice/app/.config sh -c 'mkdir -p app/.config/bawn; exec bawn launch app -- true'
  assert_output --partial 'is not a project: bawn keeps its own files in /home/alice/app/.config/bawn'
  as alice rm -r closed .ssh .mozilla .config/bawn app/.config
}

# bats test_tags=long
@test "a project may have any name" {
  local name
  # shellcheck disable=SC2016 # the shell inside expands it
  for name in 'two words' $'line\nbreak' "it's" '"' 'ü' -- '-x' 'a:b,c=d\e' '$HOME' '*'; do
    as alice mkdir -p "dir/$name"
    run -0 --separate-stderr as alice bawn launch "dir/$name" -- sh -c 'pwd; echo x >made'
    assert_output "/home/alice/dir/$name"
    [ ! -e "/home/alice/dir/$name/made" ]
  done
  as alice ln -s 'dir/two words' link
  run -0 as alice bawn launch link/ -- pwd
  assert_output '/home/alice/dir/two words'
  rm -r /home/alice/dir /home/alice/link
}

@test "a session does not see masked files" {
  as alice sh -c 'cd app; mkdir -p deep/secrets; echo s >deep/secrets/s; echo s >deep/.env.local; echo e >deep/.env.example
    ln -s ../.env deep/link; ln -s .env .env.link; echo k >deep/server.pem'
  local all='find . -path ./.git -prune -o -print | sort; cat .env deep/link 2>/dev/null; true'
  run -0 --separate-stderr launches --mask-env --mask-secrets --mask '*.pem' -- sh -c "$all"
  assert_output $'.\n./.gitignore\n./README.md\n./deep\n./deep/.env.example\n./deep/link\n./src\n./src/hello.py'
  # shellcheck disable=SC2154
  assert_equal "$stderr" "bawn: warning: the session can still read hidden files from git's history, if git has them"
  # a save by rename on the host does not reach a running session
  in_background --mask-env "$pause; cat .env" >/tmp/seen 2>&1
  as alice sh -c 'cd app; cp .env .env~; mv .env~ .env'
  goes_on
  run -1 grep secret /tmp/seen
  rm -r /home/alice/app/deep /home/alice/app/.env.link
}

# bats test_tags=long
@test "no option, setting or name gives a session access to bawn's own files" {
  local place option hint='name the part that the session needs, or copy that part elsewhere'
  launches -- true
  as alice sh -c 'ln -s .local/state by-a-link; mkdir -p elsewhere/bawn/homes'
  # shellcheck disable=SC2088 # bawn expands it
  for place in ~alice/.local ~alice/.local/state ~alice/.local/state/bawn ~alice/.local/state/bawn/sessions ../by-a-link '~/.local/state/bawn/sessions/x/..'; do
    for option in --rw --ro --home; do
      run -3 --separate-stderr launches "$option" "$place" -- true
      [[ $stderr == *"is not shown: "* ]] || fail "$option $place: $stderr"
    done
  done
  refused 3 "'/home/alice/.local/state' is not shown: bawn keeps its own files in /home/alice/.local/state/bawn" "$hint" launches --rw ../by-a-link -- true
  refused 3 "'/home/alice/.local/share/bawn/homes' is not shown: bawn keeps its own files in /home/alice/.local/share/bawn" "$hint" \
    launches --rw ~alice/.local/share/bawn/homes:/srv/homes -- true
  # in the state directory that the user's environment names, and through a link there
  refused 3 "'/home/alice/elsewhere' is not shown: bawn keeps its own files in /home/alice/elsewhere/bawn" "$hint" \
    in_app env XDG_STATE_HOME=/home/alice/elsewhere bawn launch --rw ../elsewhere -- true
  refused 3 "'/home/alice/elsewhere' is not shown: bawn keeps its own files in /home/alice/by-another-link/bawn" "$hint" \
    in_app sh -c 'ln -s elsewhere ~/by-another-link; XDG_DATA_HOME=$HOME/by-another-link exec bawn launch --rw ../elsewhere -- true'
  refused 3 "'/home/alice/.config/bawn' is not shown: ~/.config/bawn is hidden from every session" 'leave it out, or see hidden_paths: bawn config show' \
    in_app sh -c 'mkdir -p ~/.config/bawn; exec bawn launch --rw ~/.config/bawn -- true'
  # a setting gives no other result
  as alice sh -c 'echo "rw = [\"~/.local/state\"]" >.config/bawn/config.toml'
  run -3 --separate-stderr launches -- true
  [[ $stderr == *'bawn keeps its own files in /home/alice/.local/state/bawn'* ]] || fail "$stderr"
  as alice sh -c 'rm .config/bawn/config.toml; echo "rw = [\"~/by-a-link\"]" >app/.bawn.toml; cd app; bawn trust --yes'
  run -3 --separate-stderr launches -- true
  [[ $stderr == *'bawn keeps its own files in /home/alice/.local/state/bawn'* ]] || fail "$stderr"
  rm /home/alice/app/.bawn.toml /home/alice/by-a-link /home/alice/by-another-link
}

@test "launch refuses a share that a running session could replace by a link" {
  local hint='wait until that session ends, or start this one on /home/alice/shared'
  local why='is in a directory that the running session writer can write: it could put a link there'
  as alice sh -c 'mkdir -p shared/proj .ssh; echo harmless >shared/proj/id; echo key >.ssh/id'
  in_background --name writer --rw ../shared "$pause" >/dev/null 2>&1
  refused 3 "'/home/alice/shared/proj' $why" "$hint" launches --ro ../shared/proj -- true
  refused 3 "'/home/alice/shared/proj' $why" "$hint" launches --rw ../shared/proj:/srv/x -- true
  refused 3 "'/home/alice/shared/proj' $why" "$hint" as alice bawn launch shared/proj -- true
  refused 3 "'/home/alice/shared/proj' $why" "$hint" launches --home ../shared/proj -- true
  # a session can see the directory above, because nobody can replace that one
  run -0 --separate-stderr launches --ro ../shared -- cat /home/alice/shared/proj/id
  assert_output harmless
  goes_on
  run -0 --separate-stderr as alice bawn launch shared/proj -- cat id
  assert_output harmless
  # except for the list of directories that sessions could ever write
  run -0 ls /home/alice/.local/state/bawn/written
  assert_output ''
}

@test "a session sees the named shares, and launch refuses directories with credentials" {
  as alice sh -c 'mkdir -p extra .ssh .config/gh; echo e >extra/file; echo "[user] name = x" >.gitconfig'
  run -0 launches --ro ../extra -- sh -c 'cat ../extra/file; touch ../extra/x 2>/dev/null || echo no'
  assert_output $'e\nno'
  run -0 launches --rw /home/alice/extra:/srv/there -- sh -c 'echo w >/srv/there/written'
  assert_equal "$(cat /home/alice/extra/written)" w
  for place in ~alice ~alice/.ssh ~alice/.config ~alice/.config/gh / /home; do
    run -3 launches --ro "$place" -- true
    assert_output --partial 'is not shown'
    run -3 launches --home "$place" -- true
  done
  run -3 launches --ro /home/alice/extra:/home/alice/app/extra -- true
  assert_output --partial 'cannot be a mount point: the session can write'
  run -3 launches --ro /home/alice/extra:/home/agent/extra -- true
  run -0 launches --with-gitconfig -- git config --global user.name
  assert_output x
  run -1 launches -- git config --global user.name
  rm -r /home/alice/{extra,.ssh,.config,.gitconfig}
}

# bats test_tags=long
@test "a session commits under the caller's name, unless its repository or its home names another" {
  local etc commit
  as alice sh -c 'git config --global user.name "Alice \"A\" Å"; git config --global user.email alice@example.org
    git config --global user.signingKey secret; git config --global alias.x "!id"'
  run -0 launches -- git config --list --show-scope --show-origin
  assert_line --regexp '^system.*file:/etc/gitconfig.*user.name=Alice "A" Å$'
  assert_line --regexp '^system.*user.email=alice@example.org$'
  refute_output --partial secret
  refute_output --partial alias
  commit='git -C /tmp init -q c; cd /tmp/c; git commit -q --allow-empty -m x; git log -1 --format="%an <%ae> %cn"'
  for etc in synthetic balanced; do
    run -0 launches --etc "$etc" -- sh -c "$commit"
    assert_output 'Alice "A" Å <alice@example.org> Alice "A" Å'
  done
  run -0 launches -- sh -c "git config --global user.name home; $commit"
  assert_output 'home <alice@example.org> home'
  run -0 launches --with-gitconfig -- sh -c "$commit; git config user.signingKey"
  assert_output 'Alice "A" Å <alice@example.org> Alice "A" Å
secret'
  run -0 launches -- sh -c 'git config --system user.name mine 2>/dev/null || echo read-only'
  assert_output read-only
  as alice git config --global user.name "$(printf 'a\nb')"
  run -0 launches -- sh -c 'git config --system user.name || git config --system user.email'
  assert_output alice@example.org
  # a file that a session could write has no effect on another one
  as alice sh -c 'mkdir dots && mv .gitconfig dots/gitconfig && ln -s dots/gitconfig .gitconfig'
  run -0 launches -- git config --system user.email
  run -0 as alice env -C dots bawn launch --workspace bind --bind-anyway -- true
  run -1 launches -- git config --system user.email
  as alice rm -r .gitconfig dots
}

@test "options set root, uid, mount base, network and filter of a session" {
  run -0 launches --root-inside -- sh -c 'id -u; touch /usr/x 2>/dev/null || echo no; cat /etc/passwd | head -1'
  assert_line 0
  assert_line no
  run -0 launches --mount-base /work -- sh -c 'pwd; ls /home'
  assert_output $'/work/app\nagent'
  run -0 launches --mount-base /work --name there -- pwd
  assert_output /work/there
  run -0 in_app bawn rename there elsewhere
  run -0 in_app bawn resume elsewhere -- pwd
  assert_output /work/there
  run -0 launches --network none -- sh -c 'ls /sys/class/net 2>/dev/null; cat /proc/net/dev | grep -c :'
  assert_output 1
  run -0 launches -- unshare -Ur id -u
  assert_output 0
  run ! launches --no-nested -- unshare -Ur id -u
  refused 4 "'ephemral' does not exist" 'did you mean ephemeral? name an existing directory' launches --home ephemral -- true
  run -0 launches --home ephemeral -- sh -c 'touch ~/x && ls ~'
  [ -z "$(find /home/alice/.local/share/bawn/homes -name x)" ]
  as alice mkdir own-home
  run -0 launches --home /home/alice/own-home -- sh -c 'touch ~/x'
  [ -e /home/alice/own-home/x ]
  run -0 launches --etc none -- sh -c 'ls /etc 2>/dev/null; true'
  refute_output --partial passwd
  run -0 launches --profile compat -- sh -c 'grep -c alice /etc/passwd'
  run -0 launches --profile balanced -- sh -c 'grep -c alice /etc/passwd; ls /etc/shadow 2>/dev/null; true'
  refute_output --partial shadow
}

@test "a session gets another home path if its project has that path" {
  mkdir -p /home/agent/project && chown -R alice: /home/agent
  # shellcheck disable=SC2016 # the shell inside expands it
  run -0 as alice bawn launch /home/agent/project -- sh -c 'pwd; echo $HOME'
  assert_output $'/home/agent/project\n/home/bawn'
  rm -r /home/agent
}

# bats test_tags=long
@test "a dry run shows the whole plan and leaves no files" {
  run -0 --separate-stderr launches --dry-run --json -- git log
  python3 -c '
import json, sys
plan = json.load(sys.stdin)
assert plan["name"] == "app-1" and plan["workspace"] == "overlay" and plan["network"] == "open"
assert plan["command"] == ["git", "log"] and "overlay" in [step["kind"] for step in plan["sandbox"]]' <<<"$output"
  [ ! -e /home/alice/.local ]
  run -0 launches --dry-run -- git log
  assert_line --partial 'overlay             /home/alice/app'
  assert_line --regexp '^executes .*,USR2 git log$'
  # resume shows the command that is typed now, or else the earlier one, once
  launches -- echo one
  run -0 in_app bawn resume app-1 --dry-run
  assert_line --regexp '^executes .*,USR2 echo one$'
  for again in exec resume; do
    run -0 in_app bawn "$again" app-1 --dry-run -- ls -a
    assert_line --regexp '^executes .*,USR2 ls -a$'
    run -0 in_app bawn "$again" app-1 --dry-run --json -- ls -a
    assert_line --partial '"--default-signal=HUP,INT,QUIT,TERM,USR1,USR2", "ls", "-a" ],'
  done
}

@test "launch starts nothing where the kernel permits no user namespace" {
  mkdir -p /tmp/sys
  echo 0 >/tmp/sys/max
  mount --bind /tmp/sys/max /proc/sys/user/max_user_namespaces
  refused 3 'this system allows no user namespaces, and bawn starts no session without them' \
    'echo user.max_user_namespaces=15000 | sudo tee -a /etc/sysctl.d/60-bawn.conf && sudo sysctl --system' launches -- touch made
  umount /proc/sys/user/max_user_namespaces
  mv /usr/bin/bwrap /usr/bin/bwrap.away
  run -3 launches -- touch made
  assert_output --partial 'bubblewrap is not installed'
  mv /usr/bin/bwrap.away /usr/bin/bwrap
}

@test "a tool that npm installed in the home starts with its files, and without credentials" {
  local tree=/home/alice/.npm-global/lib/node_modules/@anthropic-ai/claude-code
  make_program "$tree/cli.js" claude-began
  as alice sh -c 'mkdir .npm-global/bin && ln -s ../lib/node_modules/@anthropic-ai/claude-code/cli.js .npm-global/bin/claude
    echo beside >.npm-global/lib/node_modules/@anthropic-ai/claude-code/beside; echo token >.npmrc'
  run -0 --separate-stderr launches
  assert_output $'claude-began\nbeside'
  run -0 --separate-stderr launches --tool claude --prompt /src/.gitignore --once
  assert_output --partial 'claude-began --print -- '
  run -0 --separate-stderr in_app bawn resume app-1
  assert_output $'claude-began\nbeside'
  run ! launches -- cat /home/alice/.npmrc
  [ -d /home/alice/.local/share/bawn/homes/claude ]
  rm -r /home/alice/.npm-global /home/alice/.npmrc
}

# bats test_tags=long
@test "a tool that is given by its path starts in any directory, and again" {
  make_program /home/alice/tools/my-tool mine
  run -0 --separate-stderr launches --tool-path ../tools/my-tool
  assert_output mine
  run -0 --separate-stderr as alice bawn resume app-1
  assert_output mine
  make_program /home/alice/app/own-tool in-the-project
  run -0 --separate-stderr launches --tool-path ./own-tool
  assert_output in-the-project
  rm /home/alice/app/own-tool
  refused 4 "'/home/alice/tools/none' is missing or not executable" 'name an executable file' launches --tool-path ../tools/none
  refused 4 'tool not found: codex' 'install it: npm install -g @openai/codex; or give its program: --tool-path FILE' \
    launches --tool codex
  rm -r /home/alice/tools
}

@test "a start on a project refuses the setting of an empty workspace" {
  as alice sh -c 'mkdir -p .config/bawn && echo "workspace = \"empty\"" >.config/bawn/config.toml'
  refused 3 "this directory is a project, and the setting 'workspace' is \"empty\"" \
    'to start without the project: --workspace empty; to work on it: --workspace overlay' launches -- true
  run -0 launches --rm --workspace overlay -- true
  run -0 launches --rm --workspace empty -- true
  rm /home/alice/.config/bawn/config.toml
}

@test "a start warns of tokens and of paths in the settings of the project's repository" {
  local config=/home/alice/app/.git/config
  cp -p "$config" /home/alice/config
  as alice git -C app config remote.origin.url https://token@example.org/app.git
  run -0 --separate-stderr launches -- true
  assert_regex "$stderr" "warning: the session can read the password or token in $config; --workspace worktree or clone leaves it out"
  run -0 --separate-stderr launches --workspace worktree -- true
  [[ $stderr != *'password or token'* ]]
  as alice git -C app config remote.origin.url ssh://git@example.org/app.git
  as alice git -C app config core.hooksPath tools/hooks
  run -0 --separate-stderr launches --workspace bind -- true
  assert_regex "$stderr" "warning: the session may write files to which $config leads"
  [[ $stderr != *'password or token'* ]]
  mv /home/alice/config "$config"
}

@test "a start warns where the repository borrows objects, and its command makes git work" {
  as alice git clone -q --shared app borrowing
  run -0 --separate-stderr as alice env -C borrowing bawn launch --rm -- sh -c 'git log -1 >/dev/null 2>&1 || echo no commits'
  assert_output 'no commits'
  assert_regex "$stderr" 'the objects that the repository borrows; copy them: (git .* && rm [^ ]*)'
  run -0 as alice sh -c "${BASH_REMATCH[1]}"
  run -0 --separate-stderr as alice env -C borrowing bawn launch --rm -- git cat-file -t HEAD
  assert_output commit
  [[ $stderr != *borrows* ]]
  rm -r /home/alice/borrowing
}

@test "a session sees programs of version managers, and not the files beside them" {
  make_program /home/alice/.nvm/versions/node/v24/bin/node24 node
  make_program /home/alice/.cargo/bin/tool cargo
  make_program /home/alice/.local/share/mise/installs/go/1/bin/go mise
  make_program /home/alice/.volta/bin/volta-tool volta
  as alice sh -c 'mkdir -p .rustup/toolchains .nvm/versions/node/v24/etc; echo a-token >.cargo/credentials.toml
    echo a-token >.nvm/versions/node/v24/etc/npmrc; echo a-token >.rustup/a-token'
  local path=/home/alice/.nvm/versions/node/v24/bin:/home/alice/.cargo/bin:/home/alice/.local/share/mise/installs/go/1/bin:/home/alice/.volta/bin
  # shellcheck disable=SC2016 # the shell inside expands it
  run -0 --separate-stderr in_app env PATH="$path:/home/alice/none:/usr/bin" /usr/local/bin/bawn launch -- \
    sh -c 'node24; tool; go; volta-tool; echo $PATH $RUSTUP_HOME $VOLTA_HOME; grep -rs a-token /home/alice; touch /home/alice/.cargo/bin/x 2>/dev/null && echo written; true'
  assert_output "node
cargo
mise
volta
/usr/local/lib/bawn/inside:$path:/usr/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/sbin:/bin:/home/agent/.local/bin:/home/agent/.cargo/bin:/home/agent/go/bin /home/alice/.rustup /home/alice/.volta"
  rm -r /home/alice/{.nvm,.cargo,.volta,.rustup}
}

@test "a session resolves names where /etc/resolv.conf is a link into /run" {
  mkdir -p /run/resolve
  echo 'nameserver 192.0.2.7' >/run/resolve/stub.conf
  cp /etc/resolv.conf /tmp/resolv.conf.was
  rm /etc/resolv.conf
  ln -s ../run/resolve/stub.conf /etc/resolv.conf
  run -0 launches -- cat /etc/resolv.conf
  assert_output 'nameserver 192.0.2.7'
  run -0 --separate-stderr launches --etc full -- cat /etc/resolv.conf
  assert_output 'nameserver 192.0.2.7'
  rm /etc/resolv.conf
  cp /tmp/resolv.conf.was /etc/resolv.conf
}

@test "the error about an impossible overlay names the alternatives" {
  as alice mkdir -p .local
  # an upper layer cannot be on an overlay
  mkdir /tmp/upper /tmp/work
  chown alice: /tmp/upper
  mount -t overlay -o lowerdir=/home/alice/.local,upperdir=/tmp/upper,workdir=/tmp/work overlay /home/alice/.local
  run --separate-stderr launches --show-secrets -- touch made
  umount /home/alice/.local
  assert_equal "$status" 1
  # shellcheck disable=SC2154
  [[ $stderr == *$'bawn: error: the sandbox could not be built, so nothing was started\nbawn: hint: if an overlay was refused: '* ]]
}

@test "--env NAME passes a stored key, and a missing one has the command that stores it" {
  run -0 --separate-stderr in_app bawn launch -q --env A_KEY -- sh -c 'echo "<$A_KEY>"'
  assert_output '<>'
  assert_equal "$stderr" 'bawn: warning: A_KEY is not set, so --env A_KEY passes no value; to set one: bawn env set A_KEY'
  run -0 --separate-stderr as alice sh -c 'echo stored | bawn env set A_KEY'
  assert_equal "$stderr" 'bawn: no tool names A_KEY as a key, so a session gets it only with: --env A_KEY'
  run -0 --separate-stderr in_app bawn launch -q --env A_KEY -- sh -c 'echo "<$A_KEY>"'
  assert_output '<stored>'
  assert_equal "$stderr" ''
  run -0 --separate-stderr in_app env A_KEY=mine bawn launch -q --env A_KEY -- sh -c 'echo "<$A_KEY>"'
  assert_output '<mine>'
  run -0 --separate-stderr in_app bawn launch -q -- sh -c 'echo "<$A_KEY>"'
  assert_output '<>'
  # a line end of the value is not part of it, and no more lines are
  run -0 --separate-stderr as alice sh -c 'printf "first\nsecond\n" | bawn env set A_KEY'
  [[ $stderr == 'bawn: only the first line of standard input is the value of A_KEY'* ]] || fail "$stderr"
  run -0 as alice bawn env get A_KEY
  assert_output first
  refused 2 'the value of a key must be UTF-8' 'nothing was changed; see: bawn env list' \
    as alice sh -c 'printf "\377" | bawn env set A_KEY'
  run -0 as alice bawn env get A_KEY
  assert_output first
  as alice bawn env unset A_KEY
}

@test "the error about a command in place of a project shows the line to type" {
  refused 4 "'ls' is a command, but not an agent, project or directory" 'to start it: bawn run -- ls' in_app bawn run ls
  refused 4 "'ls' is a command, but not an agent, project or directory" 'to start it: bawn spawn zz -- ls' in_app bawn spawn zz ls
  refused 4 "'ls' is a command, but not an agent, project or directory" 'to start it: bawn launch -- ls' in_app bawn launch ls
  refused 4 "'ls' is a command, but not an agent, project or directory" 'to start it: bawn launch -q . -- ls' in_app bawn launch -q . ls
  refused 2 "unknown option: -l" 'a command follows --: bawn launch . -- ls -l' in_app bawn launch . ls -l
  refused 4 "unknown agent, project, directory or command: 'nmp'" 'did you mean npm? bawn launch -- npm test' in_app bawn launch nmp test
  refused 4 "unknown agent, project or directory: 'cqp'" 'list your agents: bawn agents; run a command: bawn launch -- COMMAND' in_app bawn launch cqp
  as alice sh -c 'printf "#!/bin/sh\n" >app/s.sh; chmod +x app/s.sh'
  refused 4 "'./s.sh' is a command, but not an agent, project or directory" 'to start it: bawn launch -- ./s.sh' in_app bawn launch ./s.sh
  refused 4 "'s.sh' is a command, but not an agent, project or directory" 'to start it: bawn run -- ./s.sh' in_app bawn run s.sh
  as alice rm app/s.sh
  refused 4 "the tool 'gemini' is not in PATH, and no agent, project or directory has that name" \
    'install it: npm install -g @google/gemini-cli; if it is installed elsewhere: bawn launch --tool gemini' in_app bawn launch gemini
  refused 2 'unknown command: ls' 'did you mean list? list the commands: bawn help' in_app bawn ls
  refused 2 'unknown command: cat' 'to start it: bawn launch -- cat README.md' in_app bawn cat README.md
}

@test "the error about a session in place of a project shows the command that starts it again" {
  launches -q --name earlier -- true
  refused 4 "'earlier' is a session, but not an agent, project or directory" 'to start it again: bawn resume earlier' in_app bawn launch earlier
  refused 4 "'earlier' is a session, but not an agent, project or directory" 'to start it again: bawn restart earlier' in_app bawn spawn other earlier
  refused 4 "'earlier' is a session, but not an agent, project or directory" 'to start it again: bawn resume earlier' \
    in_app bawn launch earlier -- true
  as alice bawn destroy -- earlier
  in_app bawn spawn earlier -- sleep 60
  refused 4 "'earlier' is a session, but not an agent, project or directory" \
    'show its terminal: bawn attach earlier; run a command in it: bawn exec earlier -- COMMAND' in_app bawn launch earlier
  in_app bawn pause earlier
  refused 3 "session 'earlier' is paused" 'continue it: bawn unpause earlier' in_app bawn resume earlier
  refused 3 "session 'earlier' is paused" 'continue it: bawn unpause earlier; or end it first: bawn kill earlier' \
    in_app bawn restart earlier
  in_app bawn kill earlier --grace 0
  as alice bawn destroy -- earlier
}

@test "a share of the project at its own path is refused, because the session sees the project already" {
  local share
  for share in .:app README.md:app/README.md; do
    refused 3 "/home/alice/${share#*:} belongs to the project, and only other paths can be mounted" \
      "leave it out; if bawn hides it: --show-secrets; to show the original at another path: /home/alice/${share#*:}:/INSIDE" in_app bawn launch --ro "${share%:*}" -- true
  done
}

@test "destroy names each session that it refuses to remove, and removes none" {
  local name
  for name in refused1 refused2; do
    launches -q --name "$name" -- touch made
  done
  launches -q --name clean -- true
  run -4 as alice bawn destroy refused1 clean refused2 missing
  assert_line "bawn: error: session 'refused1' has unmerged work: 1 change"
  assert_line "bawn: error: session 'refused2' has unmerged work: 1 change"
  assert_line "bawn: error: there is no session 'missing'"
  run -0 as alice bawn list -q
  assert_line clean
  run -0 as alice bawn destroy refused1 clean refused2 --force
}

@test "the start of an overlay says that the setup of the project does not run" {
  as alice sh -c 'echo "setup = [\"touch ready\"]" >app/.bawn.toml; cd app && bawn trust --yes'
  run -0 --separate-stderr in_app script -qec 'bawn launch --rm -- ls' /dev/null
  assert_output --partial 'bawn: setup: not run: it needs a checkout (--workspace worktree or clone)'
  refute_output --partial 'ready'
  as alice rm app/.bawn.toml
}

@test "the setting path takes no file" {
  as alice sh -c 'mkdir -p .config/bawn; echo "path = [\"~/app/README.md\"]" >.config/bawn/config.toml'
  run -3 launches -- true
  assert_line --partial "is a file; expected a directory"
  as alice rm .config/bawn/config.toml
}

@test "no command trusts a state or data directory in which another user could have made an entry" {
  local variable entry mode
  install -d -m 1777 /home/shared
  for variable in XDG_STATE_HOME XDG_DATA_HOME; do
    # a missing directory is made before another user can make it
    run -0 in_app env $variable=/home/shared bawn list
    assert_equal "$(stat -c %U:%a /home/shared/bawn)" alice:700
    # the sticky bit is right for parents only
    for mode in 1777 0777; do
      chmod $mode /home/shared/bawn
      refused 3 '/home/shared/bawn can be written by other users, so bawn does not trust it' \
        'run: chmod go-w /home/shared/bawn' in_app env $variable=/home/shared bawn launch -- true
    done
    for entry in tmux sessions workspaces run; do
      install -d -m 0777 -o nobody "/home/shared/bawn/$entry"
      chmod 0755 /home/shared/bawn
      refused 3 "/home/shared/bawn/$entry belongs to another user" "see: ls -ld /home/shared/bawn/$entry" \
        in_app env $variable=/home/shared bawn launch -- true
      chown alice "/home/shared/bawn/$entry"
      refused 3 "/home/shared/bawn/$entry can be written by other users, so bawn does not trust it" \
        "run: chmod go-w /home/shared/bawn/$entry" in_app env $variable=/home/shared bawn launch -- true
      rmdir "/home/shared/bawn/$entry"
      # a link of the user leads where no other user can write
      install -d -m 0777 -o alice /home/alice/aside
      as alice ln -s /home/alice/aside "/home/shared/bawn/$entry"
      refused 3 "/home/alice/aside can be written by other users, who could exchange /home/shared/bawn/$entry" \
        'run: chmod go-w /home/alice/aside' in_app env $variable=/home/shared bawn launch -- true
      chmod 0700 /home/alice/aside
      run -0 in_app env $variable=/home/shared bawn list
      rm "/home/shared/bawn/$entry"
    done
    run -0 in_app env $variable=/home/shared bawn launch --rm -- true
    rm -r /home/shared/bawn
  done
}

@test "run and spawn write their plan into no directory that a link replaces" {
  as alice mkdir -p -m 0700 .local/state/bawn elsewhere
  as alice ln -s /home/alice/elsewhere .local/state/bawn/run
  refused 3 '/home/alice/.local/state/bawn/run is a symbolic link, which bawn does not follow' \
    'replace the link with its target' in_app bawn run -- true
  as alice ln -s /home/alice/elsewhere .local/state/bawn/tmux
  refused 3 '/home/alice/.local/state/bawn/tmux is a symbolic link, which bawn does not follow' \
    'replace the link with its target' in_app bawn spawn linked -- true
  as alice rm .local/state/bawn/run .local/state/bawn/tmux
  run -0 in_app bawn run -- true
}

# bats test_tags=long
@test "launch refuses a state directory that another user can write" {
  local variable
  install -d -o nobody /home/theirs
  install -d -o alice /home/theirs/of-alice /home/everybodys/of-alice
  for variable in XDG_DATA_HOME XDG_STATE_HOME; do
    run -3 in_app env $variable=/home/theirs/of-alice bawn launch -- true
    assert_line --partial 'bawn: error: /home/theirs belongs to another user, who could exchange /home/theirs/of-alice/bawn'
    assert_equal "$(ls -A /home/theirs/of-alice)" ''
    run -3 in_app env $variable=/home/theirs/of-alice bawn list
    chmod 0777 /home/everybodys
    refused 3 '/home/everybodys can be written by other users, who could exchange /home/everybodys/of-alice/bawn' \
      'ask root to run: chmod go-w /home/everybodys' in_app env $variable=/home/everybodys/of-alice bawn launch -- true
    chmod 1777 /home/everybodys
    run -0 in_app env $variable=/home/everybodys/of-alice bawn launch --rm -- true
    # missing directories
    run -0 in_app env $variable=/home/everybodys/later bawn launch --rm -- true
    as alice chmod 0777 /home/everybodys/later/bawn
    refused 3 '/home/everybodys/later/bawn can be written by other users, so bawn does not trust it' \
      'run: chmod go-w /home/everybodys/later/bawn' in_app env $variable=/home/everybodys/later bawn list
    rm -r /home/everybodys/later
  done
}
