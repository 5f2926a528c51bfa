#!/usr/bin/env bats
# Agent tools: root adopts them, allows them for agents, and operators start them.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/tools

setup_file() {
  make_user alice
  make_user bob
  make_project alice app
  bawn-admin init
  bawn-admin create a.noir --operator alice
  bawn-admin create b.rouge --operator alice
  bawn-admin assign a.noir /home/alice/app
  bawn-admin assign b.rouge /home/alice/app
  install -d /etc/bawn/tools.d
  cat >/etc/bawn/tools.d/demo.toml <<'END'
format = 1
label = "a demonstration"
rank = 1
command = "demo"
npm = "demo"
env = ["DEMO_API_KEY"]
[prompt]
interactive = ["--begin", "{prompt}"]
once = ["--answer", "{prompt}"]
[set]
DEMO_UPDATES = "off"
[etc]
"demo/settings" = "updates = false\n"
END
}

# Each test starts without tools.
setup() {
  make_tool alice demo 1.2.3
  packages=$(mktemp -d)
}

teardown() {
  local name
  for name in demo other packed; do
    bawn-admin restrict a.noir "$name" >/dev/null 2>&1 || :
    bawn-admin restrict b.rouge "$name" >/dev/null 2>&1 || :
    bawn-admin tool remove "$name" >/dev/null 2>&1 || :
  done
  rm -rf /home/alice/demo /home/alice/.config "$packages"
}

adopted() { bawn-admin tool add demo --from /home/alice/demo; }

launches() { as alice bawn launch a.noir app --no-sync "$@"; }

tree=/var/lib/bawn/tools/demo/1.2.3

@test "root adopts a tool from a user's home, allows it, and a session runs it" {
  run -0 --separate-stderr adopted
  assert_output $'adopted demo 1.2.3, 3 files, 1 KiB\nnext: sudo bawn-admin allow AGENT demo'
  run -0 find /var/lib/bawn/tools/demo ! -user root -o ! -group root -o ! -type l -perm /022
  assert_output ''
  run -0 bawn-admin allow a.noir demo
  assert_line --partial "allowed     demo  $tree/bin/demo; this also allows /usr/bin/python3"
  run -0 --separate-stderr launches -- demo a 'b c'
  assert_output 'demo 1.2.3 a b c '
}

@test "only agents that may run a tool see it" {
  adopted
  bawn-admin allow a.noir demo
  run -0 --separate-stderr launches -- ls /var/lib/bawn/tools/demo
  assert_output 1.2.3
  run -3 --separate-stderr as alice bawn launch b.rouge app --no-sync -- demo
  [[ $stderr == *'demo is not allowed for b.rouge'* ]] || fail "$stderr"
  run -2 as alice bawn launch b.rouge app --no-sync -- ls /var/lib/bawn/tools
}

@test "a session cannot change the files of a tool" {
  adopted
  bawn-admin allow a.noir demo
  run -2 launches -- sh -c "echo x >>$tree/lib/data"
  assert_output --regexp 'Read-only file system|Permission denied'
  assert_equal "$(cat $tree/lib/data)" data
}

@test "tool add reads a tool with the permissions of the caller" {
  install -d -m 0700 -o bob /home/bob/demo
  run -4 env SUDO_UID="$(id -u alice)" bawn-admin tool add demo --from /home/bob/demo
  assert_output --partial 'is not a directory or file that uid'
  run -3 bawn-admin tool add demo --from /root/../home/alice/../../tmp
  assert_output --partial 'other users may control this file, so root does not read it'
  run -0 bawn-admin tool list
  assert_output --partial 'no tools yet'
}

@test "tool add refuses a shim of a version manager, and adopts the tool behind it" {
  as alice mkdir -p .asdf/shims .asdf/installs/demo/1/bin
  as alice sh -c 'printf "#!/usr/bin/env bash\nexec ~/.asdf/bin/asdf exec demo\n" >.asdf/shims/demo; chmod 755 .asdf/shims/demo
    cp demo/bin/demo .asdf/installs/demo/1/bin/demo'
  run -3 --separate-stderr bawn-admin tool add stand-in --from /home/alice/.asdf/shims/demo
  assert_equal "$stderr" "bawn-admin: error: /home/alice/.asdf/shims/demo is the shim of a version manager, not the tool itself
bawn-admin: hint: adopt the tool itself; to find it: asdf which demo, or: mise which demo"
  run -0 --separate-stderr bawn-admin tool add managed --from /home/alice/.asdf/installs/demo/1/bin/demo
  bawn-admin allow a.noir managed
  run -0 --separate-stderr launches -- managed x
  assert_output 'demo 1.2.3 x '
  bawn-admin restrict a.noir managed
  bawn-admin tool remove managed
  rm -r /home/alice/.asdf
}

@test "tool add follows no link of another user, and copies no tool that was exchanged meanwhile" {
  local survey=${BATS_TEST_TMPDIR}/tool-survey library=/usr/lib/bawn
  [ -d "$library" ] || library=/usr/local/lib/bawn
  install -d -o bob /srv/linked
  as bob ln -s /home/alice /srv/linked/way
  run -3 --separate-stderr env SUDO_UID="$(id -u alice)" bawn-admin tool add demo --from /srv/linked/way/demo
  assert_equal "$stderr" 'bawn-admin: error: /srv/linked/way is a symbolic link of another user
bawn-admin: hint: name the path that it leads to; see: readlink -f /srv/linked/way/demo'
  rm -r /srv/linked
  cp "$library/tool-survey" "$survey"
  printf '%s\n' '#!/bin/sh' 'printf "%s\0" directory "$1" 1:1' >"$library/tool-survey"
  run -3 --separate-stderr adopted
  cp "$survey" "$library/tool-survey"
  assert_regex "$stderr" 'error: the tool was replaced while bawn-admin read it'
}

@test "root can adopt files of root" {
  install -D -m 0700 /home/alice/demo/bin/demo /srv/demo/bin/demo
  install -m 0600 /home/alice/demo/lib/data /srv/demo/data
  run -0 --separate-stderr env -u SUDO_UID bawn-admin tool add demo --from /srv/demo
  assert_line --partial 'adopted demo 1.2.3, 2 files'
  rm -r /srv/demo
}

@test "tool add adopts a single program" {
  run -0 --separate-stderr bawn-admin tool add other --from /home/alice/demo/bin/demo
  assert_line --partial 'adopted other 1.2.3, 1 file, '
  bawn-admin allow a.noir other
  run -0 --separate-stderr launches -- other x
  assert_output 'demo 1.2.3 x '
}

@test "tool add refuses a tree without the tool's program, unless --program names it" {
  as alice mv demo/bin/demo demo/start
  run -4 adopted
  assert_output --partial "there is no program 'demo' in the directory of the tool"
  run -0 --separate-stderr bawn-admin tool add demo --from /home/alice/demo --program start
  run -2 ls -d /var/lib/bawn/tools/.new-demo
}

@test "tool add names a program that is not executable, and --program fits a directory only" {
  as alice cp -r demo closed
  as alice chmod 644 closed/bin/demo
  run -3 --separate-stderr bawn-admin tool add other --from /home/alice/closed --program bin/demo
  assert_equal "$stderr" "bawn-admin: error: /home/alice/closed/bin/demo is not executable
bawn-admin: hint: run: chmod +x /home/alice/closed/bin/demo; or name another program of the tool: --program PATH"
  run -3 --separate-stderr bawn-admin tool add other --from /home/alice/closed/bin/demo
  assert_equal "$stderr" "bawn-admin: error: /home/alice/closed/bin/demo is not executable
bawn-admin: hint: run: chmod +x /home/alice/closed/bin/demo"
  run -3 --separate-stderr env COLUMNS=300 bawn-admin tool add other --from /home/alice/demo/bin/demo --program demo
  assert_equal "$stderr" "bawn-admin: error: /home/alice/demo/bin/demo is a file, and --program names one in a directory
bawn-admin: hint: leave out --program, or name the directory of the tool with --from"
}

@test "allow of a tool says when the agent has the machine's program of that name" {
  bawn-admin allow a.noir stat
  bawn-admin tool add stat --from /usr/bin/stat
  run -0 bawn-admin allow a.noir stat
  assert_output --regexp 'unchanged +stat +is allowed already, as /usr/bin/stat; to take the tool, first: sudo bawn-admin restrict a.noir stat'
  bawn-admin restrict a.noir stat
  run -0 bawn-admin allow a.noir stat
  run -0 bawn-admin allow a.noir stat
  assert_output --regexp 'unchanged +stat +is allowed already$'
  bawn-admin restrict a.noir stat
  bawn-admin tool remove stat
}

@test "launch without a command starts the agent's tool, and --tool another one" {
  adopted
  bawn-admin tool add other --from /home/alice/demo/bin/demo
  bawn-admin allow a.noir other demo
  run -0 --separate-stderr launches
  assert_output 'demo 1.2.3 '
  run -0 --separate-stderr launches --tool other
  assert_output 'demo 1.2.3 '
  run -0 --separate-stderr bash -c 'echo "echo a shell" | sudo -H -u alice bawn launch a.noir app --no-sync --tool shell'
  assert_output 'a shell'
}

@test "launch passes a prompt in the tool's syntax, for a conversation and for one answer" {
  adopted
  bawn-admin allow a.noir demo
  as alice sh -c 'printf "look at\nthis" >prompt'
  run -0 --separate-stderr as alice bawn launch a.noir app --no-sync --prompt prompt
  assert_output $'demo 1.2.3 --begin look at\nthis '
  run -0 --separate-stderr as alice bawn launch a.noir app --no-sync --prompt prompt --once
  assert_output $'demo 1.2.3 --answer look at\nthis '
}

@test "a session gets a tool's key from the operator's environment or file, and no other variable" {
  adopted
  bawn-admin allow a.noir demo
  run -0 --separate-stderr as alice env DEMO_API_KEY='a key' OTHER_API_KEY=x bawn launch a.noir app --no-sync -- demo
  assert_output 'demo 1.2.3 a key'
  as alice sh -c 'echo "kept %\"$ key" | bawn env set DEMO_API_KEY; echo x | bawn env set OTHER_API_KEY'
  assert_equal "$(stat -c '%a %U' /home/alice/.config/bawn/env)" '600 alice'
  run -0 --separate-stderr launches -- demo
  assert_output 'demo 1.2.3 kept %"$ key'
  run -0 --separate-stderr launches -- env
  refute_output --partial OTHER_API_KEY
  run -0 --separate-stderr as alice bawn launch b.rouge app --no-sync -- env
  refute_output --partial DEMO_API_KEY
}

@test "no command line between launch and tool contains a key" {
  local pid
  adopted
  bawn-admin allow a.noir demo
  as alice sh -c 'echo very-secret | bawn env set DEMO_API_KEY'
  launches -- sleep 300 3>&- &
  pid=$!
  timeout 30 sh -c 'until pgrep -x -u a.noir sleep >/dev/null; do sleep 0.1; done'
  run -1 grep -a very-secret /proc/[0-9]*/cmdline
  run -0 grep -alz '^DEMO_API_KEY=very-secret$' "/proc/$(pgrep -x -u a.noir sleep)/environ"
  pkill -u a.noir -x sleep
  wait "$pid" || :
}

@test "each session with a tool has the variables and files of its definition" {
  adopted
  bawn-admin allow a.noir demo
  run -0 --separate-stderr launches -- sh -c 'echo $DEMO_UPDATES; cat /etc/demo/settings'
  assert_output $'off\nupdates = false'
}

@test "the agent's home keeps a login that a session made" {
  adopted
  bawn-admin allow a.noir demo
  launches -- sh -c 'mkdir -p ~/.demo && echo token >~/.demo/login'
  run -0 --separate-stderr launches -- sh -c 'cat ~/.demo/login'
  assert_output token
  assert_equal "$(stat -c %U /var/lib/bawn/homes/a.noir/.demo/login)" a.noir
}

@test "an agent gets a new version at its next signature, and keeps the old one until then" {
  adopted
  bawn-admin allow a.noir demo
  make_tool alice demo 1.3.0
  run -0 --separate-stderr adopted
  assert_output $'adopted demo 1.3.0, 3 files, 1 KiB\nnext: sudo bawn-admin reseal a.noir'
  run -0 --separate-stderr launches -- demo
  assert_output 'demo 1.2.3 '
  run -0 bawn-admin tool list
  assert_line --regexp '^demo +1\.3\.0 .* a\.noir\(1\.2\.3\)$'
  bawn-admin reseal a.noir
  run -0 --separate-stderr launches -- demo
  assert_output 'demo 1.3.0 '
  adopted
  run -2 ls -d "$tree"
}

@test "another tree with an existing version number gets a name of its own" {
  adopted
  bawn-admin allow a.noir demo
  as alice sh -c 'echo more >>demo/lib/data'
  run -0 --separate-stderr adopted
  assert_output --regexp '^adopted demo 1\.2\.3-[0-9a-f]{8}, '
  run -0 --separate-stderr launches -- demo
}

@test "tool remove refuses a tool that an agent has" {
  adopted
  bawn-admin allow a.noir demo
  run -3 bawn-admin tool remove demo
  assert_output --partial 'demo is allowed for a.noir'
  assert_output --partial 'run: sudo bawn-admin restrict a.noir demo'
  bawn-admin restrict a.noir demo
  run -0 bawn-admin tool remove demo
  run -2 ls -d /var/lib/bawn/tools/demo
  run -4 bawn-admin tool remove demo
}

@test "standard commands compute the same digest of a tree" {
  adopted
  bawn-admin allow a.noir demo
  expected=$(cd "$tree" && find . ! -type d -printf '%P\n' | sort | while IFS= read -r path; do
    if [ -L "$path" ]; then
      echo "$(readlink -n "$path" | sha256sum | cut -d ' ' -f 1) link $path"
    else
      echo "$(sha256sum <"$path" | cut -d ' ' -f 1) 0$(stat -c %a "$path") $path"
    fi
  done | sha256sum | cut -d ' ' -f 1)
  assert_equal "$(sed -n 's/^tree_sha256 = "\(.*\)"/\1/p' /var/lib/bawn/agents/a.noir/manifest.toml)" "$expected"
  minisign -Vm "$tree.toml" -p /etc/bawn/trusted/*.pub
}

@test "a start refuses a changed program of a tool, and verify a changed tree" {
  adopted
  bawn-admin allow a.noir demo
  echo more >>"$tree/lib/data"
  run -0 --separate-stderr launches -- true
  run -3 --separate-stderr as alice bawn verify a.noir
  [[ $stderr == 'bawn: error: V8 (tools): the adopted tool demo: its files changed since root signed them'* ]] || fail "$stderr"
  run -3 bawn-admin verify a.noir
  assert_line --partial 'V8  BROKEN'
  echo '# more' >>"$tree/bin/demo"
  run -3 --separate-stderr launches -- true
  [[ $stderr == "bawn: error: V8 (tools): the adopted tool demo: $tree/bin/demo changed since it was signed"* ]] || fail "$stderr"
  adopted
  run -0 --separate-stderr launches -- demo
  run -0 --separate-stderr as alice bawn verify a.noir
}

# make_environment: creates a virtual environment of alice with a package and its program, as pip does.
make_environment() {
  as alice sh -euc 'rm -rf environment; python3 -m venv --without-pip environment; cd environment
    packages=$(echo lib/python3*/site-packages)
    mkdir "$packages/demo"
    cat >"$packages/demo/__init__.py" <<END
import sys
def main():
    print("demo 4.5.6", sys.prefix, *sys.argv[1:])
END
    cat >bin/demo <<END
#!$PWD/bin/python3
# -*- coding: utf-8 -*-
import sys
from demo import main
sys.exit(main())
END
    chmod 755 bin/demo'
}

@test "tool add adopts a Python virtual environment, and its program finds its packages" {
  make_environment
  run -0 --separate-stderr bawn-admin tool add demo --from /home/alice/environment
  assert_line --partial 'adopted demo 4.5.6, '
  run -0 bawn-admin allow a.noir demo
  assert_line --regexp '; this also allows /usr/bin/python3[.0-9]+$'
  as alice mv environment elsewhere
  run -0 --separate-stderr launches -- demo a 'b c'
  assert_output 'demo 4.5.6 /var/lib/bawn/tools/demo/4.5.6 a b c'
  # pip writes this when a path is too long for the first line
  cat >"$BATS_TEST_TMPDIR/start" <<'END'
#!/bin/sh
'''exec' "/home/alice/environment/bin/python3" "$0" "$@"
' '''
END
  tail -n +2 /home/alice/elsewhere/bin/demo >>"$BATS_TEST_TMPDIR/start"
  as alice mv elsewhere environment
  install -o alice -m 0755 "$BATS_TEST_TMPDIR/start" /home/alice/environment/bin/demo
  as alice sh -c 'environment/bin/demo && sed -i s/4.5.6/4.5.10/ environment/lib/python3*/site-packages/demo/__init__.py'
  run -0 --separate-stderr bawn-admin tool add demo --from /home/alice/environment
  assert_line --partial 'adopted demo 4.5.10, ' # another length: Python goes by that and the second
  as alice rm -rf environment
}

@test "tool add refuses a virtual environment that needs other files, and names an alternative" {
  local way='hint: make one with the machine'"'s own Python: python3 -m venv DIR && DIR/bin/pip install PACKAGE, then adopt DIR"
  make_environment
  run -3 bawn-admin tool add demo --from /home/alice/environment/bin/demo
  assert_line "bawn-admin: error: the program 'demo' is a script for /home/alice/environment/bin/python3, which is outside of the directory of the tool"
  assert_line 'bawn-admin: hint: adopt the directory that contains both: --from /home/alice/environment'
  as alice sh -c 'cd environment/lib/python3*/site-packages && echo /home/alice/src >__editable__.demo.pth'
  run -3 bawn-admin tool add demo --from /home/alice/environment
  assert_line 'bawn-admin: error: the virtual environment needs files outside of it: it has an editable package: /home/alice/src'
  assert_line "bawn-admin: $way"
  make_environment
  as alice ln -sf /home/alice/.local/share/uv/python/bin/python3.13 environment/bin/python3
  run -3 bawn-admin tool add demo --from /home/alice/environment
  assert_line 'bawn-admin: error: the virtual environment needs files outside of it: its Python is /home/alice/.local/share/uv/python/bin/python3.13'
  assert_line "bawn-admin: $way"
  as alice rm -rf environment
}

@test "npm installs a package with scripts under an unused uid, and a session runs its command" {
  make_package "$packages" packed 2.0.1 'echo "$(id -u) $HOME $(ls -A ~ | wc -l)" >made-by'
  start_registry "$packages"
  run -0 --separate-stderr bawn-admin tool add packed --npm packed --registry "$registry"
  stop_registry
  assert_line --partial 'adopted packed 2.0.1, '
  run -0 find /var/lib/bawn/tools/packed ! -user root
  assert_output ''
  run -0 sh -c 'cat /var/lib/bawn/tools/packed/2.0.1/lib/node_modules/packed/made-by'
  assert_output --regexp '^7[0-9]{4} /home/npm [01]$'
  run -0 bawn-admin allow a.noir packed
  assert_line --partial '; this also allows /usr/bin/node'
  run -0 --separate-stderr launches -- packed x
  assert_output 'packed 2.0.1 x'
}

@test "tool add reports a failed npm installation with one error, and leaves no files" {
  start_registry "$packages"
  run -1 --separate-stderr bawn-admin tool add packed --npm nothing --registry "$registry"
  stop_registry
  [[ $stderr == *'error: npm could not install nothing: '*404* ]] || fail "$stderr"
  run -0 find /var/lib/bawn/tools -mindepth 1 ! -name '.lock-*'
  assert_output ''
  run -2 --separate-stderr bawn-admin tool add packed --npm ../packed
  run -2 --separate-stderr bawn-admin tool add packed --npm "git+https://x/y"
  run -2 --separate-stderr bawn-admin tool add packed
}

# no_space: asserts that no process has the file system in memory to which npm installs.
no_space() { ! grep -qs '/tools/.new-[^/]*/space ' /proc/[0-9]*/mountinfo; }

@test "npm writes to memory with a limit of bytes and files, and leaves no files" {
  local filler mounts
  mounts=$(findmnt --noheadings --output TARGET | sort)
  start_registry "$packages"
  # all its writable directories are on one file system
  for filler in 'for place in ~/1 /tmp/2 ~/3 /tmp/4 ~/5 ./6 ./7; do head -c 512M /dev/zero >$place || exit 1; done' \
    'exec python3 -c "for i in range(500000): open(str(i), \"x\")"'; do
    make_package "$packages" greedy "1.0.$((++number))" "$filler"
    run -3 --separate-stderr bawn-admin tool add greedy --npm "greedy@1.0.$number" --registry "$registry"
    [[ $stderr == *"error: greedy@1.0.$number takes more than "*' MiB while it is installed'* ]] || fail "$stderr"
    [[ $stderr == *'hint: install the package as yourself, and adopt its directory: --from DIR'* ]]
  done
  stop_registry
  run find /var/lib/bawn/tools -mindepth 1 ! -name '.lock-*'
  assert_output ''
  assert_equal "$(findmnt --noheadings --output TARGET | sort)" "$mounts"
  no_space
}

@test "a killed tool add releases the memory of npm" {
  local victim
  make_package "$packages" slow 1.0.0 'head -c 64M /dev/zero >fill; sleep 60'
  start_registry "$packages"
  setsid bawn-admin tool add slow --npm slow --registry "$registry" >/dev/null 2>&1 3>&- & victim=$!
  timeout 30 sh -c 'until pgrep -f "^sleep 60"; do sleep 0.1; done'
  kill -KILL -- "-$victim"
  stop_registry
  soon() { timeout 60 bash -c "$(declare -f no_space); until $*; do sleep 0.1; done"; }
  soon no_space
  soon '! pgrep -f "^sleep 60"'
  bawn-admin init
  run find /var/lib/bawn/tools -mindepth 1 ! -name '.lock-*'
  assert_output ''
}

@test "key rotate signs the records of tools" {
  adopted
  bawn-admin key rotate
  run -0 bawn-admin tool list
  assert_line --regexp '^demo +1\.2\.3 '
  minisign -Vm "$tree.toml" -p /etc/bawn/trusted/*.pub
}

@test "a killed tool add does not block the next one" {
  local moment pid
  for moment in 0.1 0.2 0.3 0.35 0.4 0.45 0.5 0.6; do
    bawn-admin tool add demo --from /home/alice/demo >/dev/null 2>&1 3>&- &
    pid=$!
    sleep "$moment"
    kill -KILL "$pid" 2>/dev/null || :
    wait "$pid" || :
  done
  run -0 bawn-admin tool list
  run -0 --separate-stderr adopted
  assert_line --partial 'adopted demo 1.2.3, 3 files'
  run -0 find /var/lib/bawn/tools -name '.new-*'
  assert_output ''
  bawn-admin allow a.noir demo
  run -0 --separate-stderr as alice bawn verify a.noir
  run -0 --separate-stderr launches -- demo
  assert_output 'demo 1.2.3 '
}

@test "allow refuses a tool whose record was changed" {
  adopted
  sed -i 's:^program = .*:program = "lib/data":' "$tree.toml"
  run -3 bawn-admin allow a.noir demo
  assert_output --partial 'is not what root signed'
  adopted
  run -0 bawn-admin allow a.noir demo
}

@test "allow refuses a tool whose definition others can write" {
  adopted
  chmod o+w /etc/bawn/tools.d/demo.toml
  run -3 bawn-admin allow a.noir demo
  chmod o-w /etc/bawn/tools.d/demo.toml
  assert_output --partial 'the definition of demo cannot be trusted'
}

@test "bawn can read all its own definitions, and docs/agents.md names their tools" {
  local definition name
  run -0 --separate-stderr as alice bawn env list
  for definition in /usr/local/lib/bawn/tools/*.toml; do
    name=$(basename "$definition" .toml)
    [ "$name" = shell ] && continue
    assert_output --partial "$name"
    grep -F 'bawn knows ' /src/docs/agents.md | grep -F "$(sed -n 's/^label = "\(.*\)"/\1/p' "$definition")"
  done
}
