#!/usr/bin/env bats
# Agent tools in unprivileged sessions: which of the user's files a tool finds, which definition of a tool applies, and which
# program bawn starts.
# shellcheck disable=SC2016 # the shells of others expand what is quoted

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/terminal
load ../lib/own

setup_file() {
  make_alice
}

setup() {
  # A tool that runs the user's script, or else prints the files that it finds.
  as alice sh -c 'mkdir -p .local/bin .claude/skills/one
    printf "#!/bin/sh\ncd\n[ ! -e does ] || . ./does\nfind .claude .claude.json -type f 2>/dev/null | sort\n" >.local/bin/claude
    chmod 755 .local/bin/claude
    echo "be brief" >.claude/CLAUDE.md; echo skill >.claude/skills/one/SKILL.md
    echo "{\"token\":\"a-token\"}" >.claude/.credentials.json
    echo "{\"model\":\"opus\",\"env\":{\"KEY\":\"a-token\"},\"hooks\":{\"x\":\"touch /tmp/x\"}}" >.claude/settings.json'
}

teardown() {
  forget_sessions /home/alice/.claude /home/alice/.config /home/alice/app/.bawn.toml
}

@test "launch starts a tool by its name, with its home, its settings and its keys" {
  launches --tool claude
  as alice sh -c 'echo "echo kept: \$* \$ANTHROPIC_API_KEY \$ANTHROPIC_BASE_URL" >"$1/does"' does "$(home_inside)"
  printf '#!/bin/sh\ncd\n. ./does\n' >/home/alice/.local/bin/claude
  run -0 --separate-stderr in_app env ANTHROPIC_API_KEY=a-key ANTHROPIC_BASE_URL=https://gateway.example bawn launch -- \
    claude --version "two words" $'\xff'
  assert_output $'kept: --version two words \xff a-key https://gateway.example'
  assert_equal "$stderr" ''
  run -0 as alice bawn info app-2
  assert_line 'tool       claude'
  assert_line --regexp '^disk       [0-9.]+ [KM]iB in [0-9]+ files, workspace and record$'
  assert_line --partial 'command    claude --version'
  run -2 in_app bawn resume app-2
  assert_output --partial 'has bytes that cannot be recorded'
  launches -- claude one two
  run -0 --separate-stderr in_app bawn resume app-3
  assert_output 'kept: one two'
  run -0 --separate-stderr in_app bawn resume app-3 -- claude three
  assert_output 'kept: three'
  # a path, or an unknown name, is a command like any other
  run -0 launches -- /usr/bin/env sh -c 'ls -A ~'
  assert_output ''
  run -127 launches -- codex
  assert_output --partial codex
  run -0 as alice bawn info app-5
  assert_line 'tool       command'
}

@test "the error about a mistyped tool suggests the nearest one" {
  refused 4 'tool not found: cluade' 'did you mean claude? otherwise give its program: --tool-path FILE' \
    launches --tool cluade
  refused 4 'tool not found: codex' 'install it: npm install -g @openai/codex; or give its program: --tool-path FILE' \
    launches --tool codex
  refused 4 'tool not found: xyzzy' 'list the tools: bawn tools list; or give its program: --tool-path FILE' launches --tool xyzzy
  as alice mkdir -p .config/bawn/tools.d
  printf '%s\n' 'format = 1' 'label = "My tool"' 'rank = 50' 'command = "mine"' 'find = ["path"]' '[prompt]' 'interactive = ["{prompt}"]' 'once = ["{prompt}"]' |
    as alice tee .config/bawn/tools.d/my-tool.toml >/dev/null
  refused 4 'tool not found: my-tool' "install its program mine, or correct 'find' in its definition; or give its program: --tool-path FILE" launches --tool my-tool
  as alice rm .config/bawn/tools.d/my-tool.toml
}

# home_inside: prints the home of alice's sessions with claude in her project.
home_inside() { echo /home/alice/.local/share/bawn/homes/claude/app-*[0-9a-f]; }

settings='.claude/CLAUDE.md
.claude/settings.json
.claude/skills/one/SKILL.md'

@test "a tool has its user's instructions, skills and settings, and no login" {
  run -0 --separate-stderr launches --tool claude --dry-run
  assert_line 'copied    ~/.claude/settings.json (in part)'
  [ ! -e /home/alice/.local/share/bawn/homes ]
  run -0 --separate-stderr launches --tool claude
  assert_output "$settings"
  # shellcheck disable=SC2154 # bats sets it
  assert_equal "$stderr" "bawn: copied into the session's home: ${stderr#*home: }"
  assert_equal "$(cat "$(home_inside)/.claude/settings.json")" '{"model":"opus"}'
  run grep -rs a-token /home/alice/.local
  assert_output ''
  run -0 --separate-stderr launches --tool claude
  assert_equal "$stderr" ''
}

@test "bawn copies later changes of the user's settings, and keeps files that a session wrote" {
  launches --tool claude
  as alice sh -c 'echo "be long" >.claude/CLAUDE.md; mkdir .claude/skills/two; echo second >.claude/skills/two/SKILL.md'
  run -0 launches --tool claude
  assert_line .claude/skills/two/SKILL.md
  assert_equal "$(cat "$(home_inside)/.claude/CLAUDE.md")" 'be long'
  as alice sh -c 'echo "echo the-agents-own >.claude/CLAUDE.md" >"$1/does"' does "$(home_inside)"
  launches --tool claude
  as alice sh -c 'echo "be nice" >.claude/CLAUDE.md; rm -r .claude/skills/two'
  run -0 launches --tool claude
  refute_line .claude/skills/two/SKILL.md
  assert_equal "$(cat "$(home_inside)/.claude/CLAUDE.md")" the-agents-own
  as alice bawn home wipe claude --yes
  run -0 launches --tool claude
  assert_equal "$(cat "$(home_inside)/.claude/CLAUDE.md")" 'be nice'
}

@test "--login-from-host copies a login, and names each of its files" {
  run -0 --separate-stderr launches --tool claude --login-from-host --dry-run
  assert_line 'login     ~/.claude/.credentials.json'
  run -0 --separate-stderr launches --tool claude --login-from-host
  assert_line .claude/.credentials.json
  [[ $stderr == *"bawn: your login was copied into the session's home: ~/.claude/.credentials.json"* ]] || fail "$stderr"
  assert_equal "$(stat -c %a "$(home_inside)/.claude/.credentials.json")" 600
  run -0 as alice bawn info app-1
  assert_line 'options    --login-from-host'
  # the session's home keeps a token that was renewed inside, in a resumed session and in a new one
  as alice sh -c 'echo exchanged >"$1/.claude/.credentials.json"; echo newer >.claude/.credentials.json' x "$(home_inside)"
  run -0 --separate-stderr in_app bawn resume app-1
  [[ $stderr == *'~/.claude/.credentials.json: the session'"'"'s home has this file already, and keeps it'* ]] || fail "$stderr"
  assert_equal "$(cat "$(home_inside)/.claude/.credentials.json")" exchanged
}

@test "launch refuses to copy a login into a home in memory, or without a tool that has one" {
  refused 2 '--login-from-host copies a login only into a persistent home' 'leave out one of --login-from-host and --home' \
    launches --tool claude --home ephemeral --login-from-host
  refused 2 "--login-from-host copies the login of an agent tool; bawn knows no login of the tool 'command'" \
    'leave it out, or name the tool: --tool TOOL' launches --login-from-host -- true
  rm /home/alice/.claude/.credentials.json
  run -0 --separate-stderr launches --tool claude --login-from-host
  [[ $stderr == *'bawn: warning: no login was copied: ~/.claude/.credentials.json does not exist'* ]] ||
    fail "$stderr"
}

# defines NAME [LINE…]: creates a definition of alice.
defines() {
  as alice sh -c 'mkdir -p .config/bawn/tools.d; cat >".config/bawn/tools.d/$1.toml"' defines "$1" <<END
format = 1
label = "mine"
rank = 5
command = "$1"
find = ["~/.local/bin/$1"]
$(printf '%s\n' "${@:2}")
[prompt]
interactive = ["{prompt}"]
once = ["{prompt}"]
[set]
MARK = "mine"
END
}

@test "a definition of the user overrides all others" {
  make_program /home/alice/.local/bin/mytool mine
  defines mytool
  run -0 --separate-stderr launches
  assert_output mine
  run -0 as alice bawn tools list
  assert_line --regexp '^mytool +mine +mytool +yours'
  assert_line --regexp '^claude +Claude Code +claude +bawn'
  run -0 as alice bawn tools path mytool
  assert_output /home/alice/.config/bawn/tools.d/mytool.toml
  run -0 as alice bawn tools list --json
  assert_output --partial '"origin" : "yours"'
  as alice chmod g+w .config/bawn/tools.d/mytool.toml
  run -0 launches
  as alice chmod o+w .config/bawn/tools.d/mytool.toml
  refused 3 '/home/alice/.config/bawn/tools.d/mytool.toml can be written by other users, so bawn does not trust it' \
    'run: chmod go-w /home/alice/.config/bawn/tools.d/mytool.toml' launches
}

@test "the error about a definition names file, line and the nearest key" {
  make_program /home/alice/.local/bin/mytool mine
  defines mytool 'prepar = ["x"]'
  refused 3 "/home/alice/.config/bawn/tools.d/mytool.toml:6: unknown key 'prepar'" "did you mean 'prepare'?" launches
}

@test "the command that prepares a home runs once, in the sandbox and before the tool" {
  make_program /home/alice/.local/bin/mytool mine
  defines mytool 'prepare = ["sh", "-c", "pwd; echo $BAWN_SESSION; ls /home/alice/.ssh; echo $0 $1 >>~/prepared", "a b", "--"]'
  as alice mkdir -p .ssh
  run -0 --separate-stderr launches --tool mytool
  assert_output mine
  [[ $stderr == *$'/home/alice/app\napp-1\n'*'No such file'* ]] || fail "$stderr"
  run -0 --separate-stderr launches --tool mytool
  assert_equal "$stderr" ''
  assert_equal "$(cat /home/alice/.local/share/bawn/homes/mytool/app-*/prepared)" 'a b --'
  defines mytool 'prepare = ["false"]'
  run -1 --separate-stderr launches --tool mytool
  assert_equal "$output$stderr" "bawn: error: the command that prepares the home of the tool failed: false
bawn: hint: see its definition: bawn tools show TOOL; it is run again at the next start"
}

# logs_in OPTION...: starts mytool in a session. Each start adds a line to its login, as a tool that renews a token.
logs_in() { in_project "$project" bawn launch --tool mytool "$@"; }
in_project() { sudo -H -u alice -- env -C "/home/alice/$1" -- "${@:2}"; }

# make_login_tool KEY...: creates mytool, which keeps its login in ~/.mytool/auth, or in $MYTOOL_DIR/auth.
make_login_tool() {
  as alice sh -c 'mkdir -p .local/bin other; cat >.local/bin/mytool; chmod 755 .local/bin/mytool' <<'END'
#!/bin/sh
at=${MYTOOL_DIR:-$HOME/.mytool}
mkdir -p "$at"
[ -z "${MYTOOL_DIR:-}" ] || { mkdir "$at.lock" && rmdir "$at.lock"; }
echo "${1:-used}" >>"$at/auth"
cat "$at/auth"
END
  defines mytool 'login = [".mytool/auth", ".mytool/more"]' 'login_command = ["logged in"]' "$@"
}

@test "sessions of a tool on all projects share one login, by links or by the tool's variable" {
  local key project
  for key in 'login_links = [".mytool/auth"]' 'login_variable = "MYTOOL_DIR"'; do
    make_login_tool "$key"
    run -0 --separate-stderr in_app bawn login mytool
    assert_output 'logged in'
    assert_equal "$stderr" ''
    project=app
    run -0 --separate-stderr logs_in
    assert_output $'logged in\nused'
    project=other
    run -0 --separate-stderr logs_in --home ephemeral
    assert_output $'logged in\nused\nused'
    run -0 --separate-stderr logs_in --name again
    run -0 --separate-stderr in_app bawn resume again
    assert_line --index 4 used
    # the user can start the tool in a shell beside it
    run -0 --separate-stderr in_app bawn exec again -- sh -c /home/alice/.local/bin/mytool
    assert_line --index 5 used
    run -0 stat -c '%a %U' /home/alice/.local/share/bawn/logins /home/alice/.local/share/bawn/logins/mytool
    assert_output $'700 alice\n700 alice'
    # no session of the login remains
    run -0 in_app bawn list -q
    refute_output --partial empty
    run -0 in_app bawn logout mytool
    assert_output 'removed the login of mytool'
    run -0 in_app bawn logout mytool
    assert_output 'there is no login of mytool'
    run -0 --separate-stderr logs_in
    assert_output used
    forget_sessions
  done
}

@test "a session keeps a login of its own if its home has one, or by --login" {
  local project=app
  make_login_tool 'login_links = [".mytool/auth"]'
  run -0 --separate-stderr logs_in --login separate
  assert_output used
  [ ! -e /home/alice/.local/share/bawn/logins/mytool/auth ]
  # this home has a login now
  run -0 --separate-stderr logs_in
  assert_output $'used\nused'
  as alice sh -c 'mkdir -p .mytool; echo copied >.mytool/auth; echo "login = \"separate\"" >.config/bawn/config.toml'
  project=other
  run -0 --separate-stderr logs_in --login-from-host
  assert_output $'copied\nused'
  as alice rm -r .mytool
  as alice mkdir other-home
  run -0 --separate-stderr logs_in --home /home/alice/other-home
  assert_output used
  [ ! -e /home/alice/.local/share/bawn/logins/mytool/auth ]
  rm -r /home/alice/other-home
}

@test "arguments of bawn login go to the login of the tool, and logout says whether there was one" {
  make_login_tool 'login_variable = "MYTOOL_DIR"'
  as alice sh -c 'printf "#!/bin/sh\nmkdir -p \"\$MYTOOL_DIR\"; : >\"\$MYTOOL_DIR/auth\"; echo \"\$*\"\n" >.local/bin/mytool'
  run -0 --separate-stderr in_app bawn login mytool --device-auth -x
  assert_output 'logged in --device-auth -x'
  run -0 --separate-stderr in_app bawn login mytool -- --device-auth -x
  assert_output 'logged in --device-auth -x'
  assert_equal "$stderr" 'bawn: warning: no login of mytool was made; to try again: bawn login mytool'
  run -0 in_app bawn logout mytool
  assert_output 'there is no login of mytool'
  [ ! -e /home/alice/.local/share/bawn/logins/mytool ]
}

@test "bawn login refuses a tool whose login cannot be shared" {
  refused 3 'sessions of aider cannot share a login' 'give it an API key: bawn env set ANTHROPIC_API_KEY' in_app bawn login aider
  # its login file can name a server with settings that contain commands
  refused 3 'sessions of opencode cannot share a login' 'give it an API key: bawn env set ANTHROPIC_API_KEY' in_app bawn login opencode
  refused 3 'sessions of shell cannot share a login' 'log in inside a session: bawn launch --tool shell' in_app bawn login shell
  refused 4 'no tool definition for cluade' 'did you mean claude? see: bawn tools list' in_app bawn login cluade
  refused 4 'tool not found: codex' 'install it: npm install -g @openai/codex; or give its program: bawn launch --tool codex --tool-path FILE' in_app bawn login codex
  refused 2 'missing argument: TOOL' 'see: bawn login --help' in_app bawn login
}

@test "bawn remembers the program of a tool until the user removes it" {
  make_program /home/alice/programs/claude another
  run -0 --separate-stderr launches --tool-path /home/alice/programs/claude --dry-run
  run -4 as alice bawn tools forget claude
  run -0 --separate-stderr launches --tool-path /home/alice/programs/claude
  assert_output another
  [[ $stderr == *'bawn: later starts of claude use this program; to forget it: bawn tools forget claude'* ]] || fail "$stderr"
  run -0 --separate-stderr launches --tool claude
  assert_output another
  run -0 as alice bawn tools path claude
  assert_line --index 1 /home/alice/programs/claude
  as alice mv programs elsewhere
  refused 4 'the program of claude that --tool-path named is missing or not executable: /home/alice/programs/claude' \
    'name another one, or: bawn tools forget claude' launches --tool claude
  run -0 as alice bawn tools forget claude
  run -0 --separate-stderr launches --tool claude
  assert_output "$settings"
  make_program /home/alice/elsewhere/mine mine
  run -0 --separate-stderr launches --name args --tool claude --tool-path /home/alice/elsewhere/mine -- --continue 'two words'
  assert_output 'mine --continue two words'
  run -0 --separate-stderr in_app bawn resume args
  assert_output 'mine --continue two words'
  run -0 as alice bawn info args
  assert_line 'tool       claude'
  as alice bawn tools forget claude
  rm -r /home/alice/elsewhere
}

# A shim as asdf writes it, and the part of asdf that it needs: the version comes from the nearest .tool-versions, from the
# current directory upwards.
make_managed_tool() {
  as alice sh -c 'mkdir -p .asdf/shims .asdf/bin .asdf/installs/mytool/1.0/bin .asdf/installs/mytool/2.0/bin
    for v in 1.0 2.0; do printf "#!/bin/sh\necho mytool %s \"\$*\"\n" $v >.asdf/installs/mytool/$v/bin/mytool; done
    chmod 755 .asdf/installs/mytool/*/bin/mytool
    echo "mytool 1.0" >.tool-versions; echo a-token >.asdfrc'
  as alice tee .asdf/shims/mytool >/dev/null <<'END'
#!/usr/bin/env bash
# asdf-plugin: mytool 1.0
# asdf-plugin: mytool 2.0
exec /home/alice/.asdf/bin/asdf exec "mytool" "$@"
END
  as alice tee .asdf/bin/asdf >/dev/null <<'END'
#!/usr/bin/env bash
directory=$PWD
until [[ -f $directory/.tool-versions || -z $directory ]]; do directory=${directory%/*}; done
read -r _ version <"$directory/.tool-versions" || { echo "No version is set for command $2" >&2; exit 126; }
exec "$ASDF_DATA_DIR/installs/mytool/$version/bin/$2" "${@:3}"
END
  as alice chmod 755 .asdf/shims/mytool .asdf/bin/asdf
}

@test "a shim of a version manager starts the version that the user or the project chose" {
  make_managed_tool
  run -0 --separate-stderr launches --tool-path /home/alice/.asdf/shims/mytool
  assert_output 'mytool 1.0 '
  echo 'mytool 2.0' | as alice tee app/.tool-versions
  run -0 --separate-stderr launches --tool mytool
  assert_output 'mytool 2.0 '
  run -0 --separate-stderr in_app env PATH="/home/alice/.asdf/shims:/usr/bin" /usr/local/bin/bawn launch -- mytool one 'two words'
  assert_output 'mytool 2.0 one two words'
  run -0 --separate-stderr launches -- sh -c 'grep -rs a-token /home/alice; echo x >>/home/alice/.tool-versions; true'
  refute_output
  assert_equal "$(cat /home/alice/.tool-versions)" 'mytool 1.0'
  rm -r /home/alice/.asdf /home/alice/.asdfrc /home/alice/.tool-versions /home/alice/app/.tool-versions
}

@test "config edit reports a missing editor with one error of bawn" {
  refused 1 "there is no editor 'nonesuch -x'" 'name yours in EDITOR: export EDITOR=vi' \
    as alice env EDITOR='nonesuch -x' bawn config edit
  run -0 --separate-stderr as alice env EDITOR='LANG=C touch' bawn config edit
  run -3 as alice env -u EDITOR -u VISUAL bawn config edit </dev/null
  assert_line 'bawn: error: there is no terminal for an editor'
}

@test "config edit opens a template without a file, and makes no file without changes" {
  local file=.config/bawn/config.toml key
  as alice rm -f "$file"
  run -0 as alice env EDITOR=cat bawn config edit
  assert_line '# Settings of your sessions, see bawn.toml(5).'
  for key in $(as alice bawn config show --json | sed -n 's/.*"key" : "\(.*\)".*/\1/p'); do
    assert_line --regexp "^#$key = "
  done
  run -1 as alice env EDITOR=false bawn config edit
  run as alice test -e "$file"
  assert_failure
  run -0 as alice env EDITOR='sed -i s/^#network/network/' bawn config edit
  run -0 as alice bawn config show
  assert_line --regexp '^network +none +config.toml$'
  assert_equal "$(as alice stat -c %a "$file")" 600
  # an existing file is opened unchanged
  run -0 as alice env EDITOR='sed -i d' bawn config edit
  run -0 as alice env EDITOR=cat bawn config edit
  refute_output
  as alice rm "$file"
}

@test "a mistake in the settings is named with its line and the way to mend it" {
  local file=/home/alice/.config/bawn/config.toml
  as alice mkdir -p "${file%/*}"
  says() { # TEXT ERROR HINT
    as alice sh -c 'printf "%b" "$1" >"$2"' - "$1" "$file"
    run -3 --separate-stderr as alice env COLUMNS=300 bawn config show
    assert_equal "$stderr" "bawn: error: $2"$'\n'"bawn: hint: $3"
  }
  says 'memory = "1G"\nmemory = "2G"\n' "$file:2: duplicate key" 'keep one of the lines with this key'
  says 'ro "x"\n' "$file:1: unknown token" 'a line is KEY = VALUE; a text is in quotes, on one line: "text"; a list is in brackets: ["a", "b"]; a text with \ is in single quotes'
  says 'memory "x" = 1\n' "$file:1: unknown token" 'a line is KEY = VALUE; a text is in quotes, on one line: "text"; a list is in brackets: ["a", "b"]; a text with \ is in single quotes'
  as alice rm "$file"
  as alice touch "${file%/*}/bawn.toml"
  run -0 --separate-stderr as alice bawn config show
  assert_equal "$stderr" "bawn: warning: ${file%/*}/bawn.toml is not read; the settings of the user are in config.toml"
  as alice rm "${file%/*}/bawn.toml"
}

@test "a misspelled default_tool is named with the file that sets it and the nearest tool" {
  as alice sh -c 'mkdir -p .config/bawn && echo "default_tool = \"cluade\"" >.config/bawn/config.toml'
  run -4 --separate-stderr in_app bawn launch
  as alice rm .config/bawn/config.toml
  assert_equal "$stderr" "bawn: error: tool not found: cluade, the value of default_tool in config.toml
bawn: hint: did you mean claude? otherwise give its program: --tool-path FILE; or change default_tool: bawn config edit"
}

@test "on a terminal, a start asks for trust in settings that permit more, and applies restrictions" {
  as alice sh -c 'echo "network = \"none\"" >app/.bawn.toml; echo "env_passthrough = [\"GREETING\"]" >>app/.bawn.toml'
  at_a_terminal <<'END'
    sits_down sh
    types "export GREETING=hello"
    sees "ready> "
    types "bawn launch -q -- sh -c 'cat /proc/net/dev | wc -l; echo \"<\$GREETING>\"'"
    sees "is not trusted, so bawn ignores these settings"
    sees "  env_passthrough; to read and trust it, run: bawn trust"
    sees "3"
    sees "<>"
    sees "ready> "
    types "$bawn sh -c 'read x; echo \"<\$x>\"; cat /proc/net/dev | wc -l'"
    sees "  env_passthrough = GREETING"
    sees {trust it until it changes? [y/N] }
    types ""
    sees "is not trusted, so bawn ignores these settings"
    sees "  env_passthrough; to read and trust it, run: bawn trust"
    types "for the session"
    sees "<for the session>"
    sees "3"
    sees "ready> "
    types "$bawn echo again"
    sees "again"
    sees "ready> "
    types "echo '# changed' >>.bawn.toml"
    types "$bawn ls /sys/class/net"
    sees {trust it until it changes? [y/N] }
    types "y"
    sees "ready> "
    types "$bawn sh -c 'echo \"<\$GREETING>\"; cat /proc/net/dev | wc -l'"
    sees "<hello>"
    sees "3"
END
  run -0 as alice bawn config show app
  assert_line --regexp '^network +none +\.bawn\.toml'
}

@test "without a terminal, a start applies restrictions of a project and names its other settings" {
  as alice sh -c 'printf "mask = [\".env\"]\nnetwork = \"none\"\nprofile = \"compat\"\nrw = [\"~/beside\"]\n" >app/.bawn.toml; mkdir -p beside'
  run -0 --separate-stderr launches -- sh -c 'cat /proc/net/dev | wc -l; ls .env ~/beside 2>/dev/null; echo began'
  assert_output $'3\nbegan'
  [[ $stderr == "bawn: warning: /home/alice/app/.bawn.toml is not trusted, so bawn ignores these settings: profile, rw; to read and trust it, run: bawn trust"* ]] || fail "$stderr"
  # an option of the user applies, and the start reports it
  run -0 --separate-stderr launches --network open -- sh -c 'ls .env 2>/dev/null; echo began'
  assert_output began
  [[ $stderr == *"bawn: warning: --network overrides the project's .bawn.toml, which has network = none"* ]] || fail "$stderr"
}

@test "launch refuses invalid settings of a project" {
  as alice sh -c 'echo "netwerk = \"none\"" >app/.bawn.toml'
  run -3 --separate-stderr launches -- true
  [[ $stderr == "bawn: error: /home/alice/app/.bawn.toml:1: unknown key 'netwerk'"* ]] || fail "$stderr"
}

@test "a project file is trusted again when it gets a content that was trusted" {
  local network
  for network in open none; do
    as alice sh -c 'printf "network = \"$1\"\nrw = [\"~/beside\"]\n" >app/.bawn.toml; mkdir -p beside; cd app; bawn trust --yes' - "$network"
  done
  for network in open none; do
    as alice sh -c 'printf "network = \"$1\"\nrw = [\"~/beside\"]\n" >app/.bawn.toml' - "$network"
    run -0 --separate-stderr launches -- ls -d /home/alice/beside
    assert_output /home/alice/beside
    refute_regex "$stderr" 'trust'
  done
  as alice sh -c 'cd app; bawn trust --withdraw'
  run -0 --separate-stderr launches -- true
  assert_regex "$stderr" 'is not trusted, so bawn ignores these settings: rw'
}

@test "a byte order mark at the beginning of a settings file is ignored" {
  as alice sh -c 'printf "\357\273\277network = \"none\"\n" >app/.bawn.toml'
  run -0 as alice bawn config show app
  assert_line --regexp '^network +none +\.bawn\.toml'
}

@test "restrictions of a changed trusted file apply at once" {
  as alice sh -c 'printf "network = \"none\"\n" >app/.bawn.toml; cd app; bawn trust --yes'
  as alice sh -c 'printf "network = \"none\"\nmask = [\".env\"]\n" >app/.bawn.toml'
  run -0 --separate-stderr launches -- sh -c 'cat /proc/net/dev | wc -l; ls .env 2>/dev/null; echo began'
  assert_output $'3\nbegan'
  [[ $stderr == "bawn: warning: /home/alice/app/.bawn.toml was changed since you trusted it; to read and trust it, run: bawn trust"* ]] || fail "$stderr"
}
