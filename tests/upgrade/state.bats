#!/usr/bin/env bats
# Agents and sessions of the version in tests/upgrade/prepare, under the present version. A change that has to refuse one
# of them says in one line how to renew it, and its test here names that line.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own
load ../lib/tools

setup_file() {
  make_alice
  make_user bob
  make_project alice own
  make_project alice second
  make_project alice third
  make_agent
  make_sessions
  begin_sessions
  /src/packaging/install PREFIX=/usr/local
}

# Creates an agent with two projects, two operators, a tool and files of its own, and an agent that never started.
make_agent() {
  install -d /etc/bawn/tools.d
  define_tool demo >/etc/bawn/tools.d/demo.toml
  make_tool alice demo 1.2.3
  echo 'read this' >/srv/instructions
  bawn-admin init
  bawn-admin create a.noir --operator alice --limit nproc=200
  bawn-admin operator add a.noir bob
  bawn-admin tool add demo --from /home/alice/demo
  bawn-admin allow a.noir demo stty
  bawn-admin assign a.noir /home/alice/app --mask '*.secret'
  bawn-admin assign a.noir /home/alice/second --instructions /srv/instructions
  bawn-admin create b.rouge --profile network-isolated --pin strict --operator alice
  as alice bawn launch a.noir app -- sh -c 'echo scratch >.scratch/notes; echo home >~/notes'
  as bob bawn launch a.noir app --no-sync -- true
}

# Creates ended sessions of alice, one for each kind of workspace and home.
make_sessions() {
  as alice mkdir shown written kept
  as alice sh -c 'echo shown >shown/file; printf "mask = [\"src\"]\n" >third/.bawn.toml'
  as alice sh -c 'mkdir -p .config/bawn private; printf "hidden_paths = [\"private\"]\nenv_passthrough = [\"GREETING\"]\n" >.config/bawn/config.toml'
  as alice bawn trust third --yes
  starts --name over --mask-env -- sh -c 'echo more >>README.md; touch made; rm .gitignore; echo home >~/notes'
  starts --name bound --workspace bind --ro ~alice/shown:/shown --rw ~alice/written:/written -- sh -c 'echo live >live; echo out >/written/file'
  starts --name named --home ~alice/kept --network none -- sh -c 'echo home >~/notes'
  starts --name tooled --tool-path ~alice/demo/bin/demo
  as alice bawn launch --name empty --workspace empty -- sh -c 'echo work >work'
  starts --name gone -- touch made
}

# starts OPTION…: starts a session of alice on her project own.
starts() { as alice bawn launch own "$@"; }

# Starts one session of each kind that runs during the upgrade.
begin_sessions() {
  as alice bawn launch a.noir app --no-sync -- sh -c 'until [ -e .scratch/go ]; do sleep 0.2; done; echo over >.scratch/over; exit 7' >/dev/null 2>&1 3>&- &
  as alice bawn launch third --name runs -- sh -c 'echo begun >begun; until [ -e ~/go ]; do sleep 0.2; done; exit 7' >/dev/null 2>&1 3>&- &
  timeout 60 sh -c 'until [ -e /home/alice/.local/share/bawn/workspaces/runs/upper/begun ]; do sleep 0.2; done'
  timeout 60 sh -c 'until bawn-admin list --json | grep -q "\"running\" : true"; do sleep 0.2; done'
}

@test "the present version is installed" {
  for program in bawn:launcher bawn-admin:admin; do
    cmp "/src/${program#*:}/target/${program%:*}.jar" /usr/local/lib/bawn/"${program%:*}"-????????????.jar
  done
}

@test "a start refuses an agent without the names of its operators, and the line of the hint repairs it" {
  run -3 --separate-stderr as alice bawn launch a.noir app --no-sync -- true
  [[ $stderr == 'bawn: error: V4 (manifest): a.noir was signed by an earlier version, without the names of its operators'* ]] ||
    fail "$stderr"
  [[ $stderr == *'bawn: hint: run: sudo bawn-admin reseal a.noir' ]] || fail "$stderr"
  run bawn-admin doctor --json
  assert_output --partial '"repository-not-signed"'
  run -0 bawn-admin reseal a.noir
  run -0 bawn-admin reseal b.rouge
}

@test "root and both operators verify the agent" {
  local user
  run -0 bawn-admin verify
  for user in alice bob; do
    run -0 as "$user" bawn verify a.noir
    assert_line --regexp 'V3 .*the signature of the manifest is valid'
    assert_line --regexp 'V8 .*1 adopted tool'
    run -0 as "$user" bawn agents
    assert_line --regexp '^a\.noir +'
  done
}

@test "the one reseal signs the repositories of an agent's projects" {
  run bawn-admin doctor --json
  refute_output --partial '"repository-not-signed"'
  run -0 grep -h ^repository /var/lib/bawn/agents/a.noir/manifest.toml
  assert_output $'repository = "/home/alice/app"\nrepository = "/home/alice/second"'
}

@test "an operator starts the agent with its mirror, scratch, home, tool and masks" {
  as alice sh -c 'echo news >app/news; echo hidden >app/x.secret'
  run -0 --separate-stderr as alice bawn launch a.noir app -- sh -c 'cat news .scratch/notes ~/notes; ls x.secret .env; true'
  assert_output $'news\nscratch\nhome'
  run -0 --separate-stderr as bob bawn launch a.noir app --no-sync -- demo one 'two words'
  assert_output 'demo 1.2.3 one two words '
  run -0 --separate-stderr as alice bawn launch a.noir second -- cat AGENTS.md
  assert_output 'read this'
}

@test "a session of the agent that started before the upgrade continues" {
  run -0 bawn-admin list --json
  assert_output --partial '"running" : true'
  as alice bawn verify a.noir
  run -0 --separate-stderr as alice bawn launch a.noir app --no-sync -- touch .scratch/go
  timeout 60 sh -c 'until [ -e /var/lib/bawn/scratch/a.noir/app/over ]; do sleep 0.2; done'
}

@test "alice's sessions are listed, each as it ended" {
  run -0 as alice bawn list --json
  local name
  for name in over bound named tooled empty gone runs; do
    assert_line --regexp "\"name\" : \"$name\""
  done
  refute_output --partial '"damaged"'
  refute_output --partial '"interrupted"'
  run -0 as alice bawn list --status running -q
  assert_output runs
  run -0 as alice bawn list --status ended -q
  assert_equal "$(sort <<<"$output" | xargs)" 'bound empty gone named over tooled'
}

@test "an overlay session shows its changes, resumes with them and exports a patch" {
  run -0 as alice bawn status over
  assert_line --regexp '^  modified +README.md'
  assert_line --regexp '^  deleted +.gitignore|^  removed +.gitignore'
  assert_line --regexp '^  added +made'
  run -0 as alice bawn diff over README.md
  assert_line '+more'
  run -0 --separate-stderr as alice bash -c 'bawn export over --patch | git -C own apply --check'
  run -0 --separate-stderr as alice bawn resume over -- sh -c 'tail -n 1 README.md; ls made; cat ~/notes; ls .env; echo again >again; true'
  assert_output $'more\nmade\nhome'
  run -0 --separate-stderr as alice bawn exec over -- cat again
  assert_output again
  [ ! -e /home/alice/own/again ]
}

@test "a resumed session with a bound workspace writes the project and its shares" {
  run -0 --separate-stderr as alice bawn resume bound -- sh -c 'cat live /shown/file /written/file; echo two >>live; touch .git/x; true'
  assert_output $'live\nshown\nout'
  run -0 --separate-stderr as alice bawn exec bound -- sh -c 'echo three >>live; echo two >>/written/file'
  assert_equal "$(as alice cat own/live written/file | xargs)" 'live two three out two'
  [ ! -e /home/alice/own/.git/x ]
}

@test "a session with a named home, and one without a project, resume" {
  run -0 --separate-stderr as alice bawn resume named -- sh -c 'cat ~/notes; grep -c : /proc/net/dev'
  assert_output $'home\n1'
  run -0 --separate-stderr as alice bawn resume empty -- cat work
  assert_output work
}

@test "a tool that was named by its path starts again" {
  run -0 --separate-stderr as alice bawn resume tooled
  assert_output --regexp '^demo 1\.2\.3 *$'
  run -0 --separate-stderr as alice bawn launch own --tool demo
  assert_output --regexp '^demo 1\.2\.3 *$'
  run -0 as alice bawn tools show demo
  assert_output --partial /home/alice/demo/bin/demo
}

@test "settings, and trust in those of a project, apply as before" {
  as alice touch private/file
  run -0 --separate-stderr as alice env GREETING=hello bawn launch third -- sh -c 'echo $GREETING; ls src/hello.py; true'
  assert_output hello
  run ! as alice bawn launch own --ro ~alice/private -- true
  run -0 as alice bawn home list
  assert_line --partial /home/alice/own
}

@test "a session that started before the upgrade runs, can be joined, and keeps its exit status" {
  run -0 --separate-stderr as alice bawn exec runs -- sh -c 'cat begun; pwd; touch ~/go'
  assert_output $'begun\n/home/alice/third'
  timeout 60 sh -c 'until sudo -H -u alice -- bawn list --status ended -q | grep -qx runs; do sleep 0.2; done'
  run -0 as alice bawn info runs
  assert_output --regexp 'ended 7'
  run -0 as alice bawn status runs
  assert_line --regexp '^  added +begun'
}

@test "destroy removes a session of the earlier version" {
  run -3 as alice bawn destroy gone
  run -0 as alice bawn destroy gone --force
  run ! as alice bawn info gone
}

@test "root changes policies of the earlier version" {
  run -0 bawn-admin show a.noir
  run -0 bawn-admin operator remove a.noir bob --yes
  run -3 as bob bawn launch a.noir app --no-sync -- true
  run -0 bawn-admin restrict a.noir stty
  run -0 bawn-admin allow a.noir stty
  run -0 bawn-admin unassign a.noir second --purge-scratch --yes
  run -0 bawn-admin assign a.noir /home/alice/own
  run -0 bawn-admin assign b.rouge /home/alice/app
  run -0 --separate-stderr as alice bawn launch b.rouge app --no-sync -- cat README.md
  run -0 --separate-stderr as alice bawn launch a.noir own -- cat README.md
}

@test "root signs all policies again, also with a new key, and agents start" {
  run -0 bawn-admin reseal
  run -0 --separate-stderr as alice bawn launch a.noir app -- cat .scratch/notes
  assert_output scratch
  run -0 bawn-admin key rotate
  run -0 as alice bawn verify a.noir
  run -0 --separate-stderr as alice bawn launch a.noir app -- demo
  assert_output --regexp '^demo 1\.2\.3 *$'
}

@test "root adopts a newer version of the tool" {
  make_tool alice demo 2.0
  run -0 bawn-admin tool add demo --from /home/alice/demo
  run -0 bawn-admin reseal a.noir
  run -0 --separate-stderr as alice bawn launch a.noir app --no-sync -- demo
  assert_output --regexp '^demo 2\.0 *$'
}

@test "root deletes agents and uninstalls" {
  run -0 bawn-admin delete b.rouge --yes
  run -0 bawn-admin uninstall --purge --yes
  [ ! -e /var/lib/bawn ]
}
