#!/usr/bin/env bats
# README.md and docs: the recorded sessions give the same output again, and the lists in docs are complete.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

readme=/src/README.md
commands=/src/docs/commands.md
agents=/src/docs/agents.md

setup_file() {
  make_home_file_system
  make_state_file_system
  make_user alice
  echo 'alice ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/alice
  [ -e /usr/local/lib/bawn/files ] || /src/packaging/install
  as alice sh -c '
    git init -q app && cd app && mkdir src
    echo "print(\"hello\")" >src/hello.py
    echo "# A small project" >README.md
    echo "TOKEN=a-secret" >.env'
  as alice sudo bawn-admin init
}

# recorded MARK: prints the lines of the recorded session below the comment that starts with MARK.
recorded() {
  sed -n "/^<!-- $1;/,/^<!-- end/p" "$readme" | sed -e '1,2d' -e '/^```$/,$d'
}

# plays_again MARK: asserts that the recorded commands have the recorded output.
plays_again() {
  local line
  while IFS= read -r line; do
    printf '$ %s\n' "$line"
    as alice bash -c "$line" 2>&1 </dev/null || true
  done < <(recorded "$1" | sed -n 's/^\$ //p') >"$BATS_TEST_TMPDIR/played"
  diff <(recorded "$1" | alike) <(alike <"$BATS_TEST_TMPDIR/played")
}

# alike: replaces differences between machines: the key, the kernel's features, and the progress on a slow machine.
alike() {
  sed -E -e 's/[0-9A-F]{16}$/KEY/' -e '/^bawn: warning: this kernel has no AppArmor/d' -e '/^bawn(-admin)?: .* so far\)$/d' \
    -e 's/^  . V10 .*/  V10/' -e 's/, [0-9]+ commands$/, N commands/' -e 's/ [0-9]+ commands are / N commands are /'
}

# cells FILE COLUMN HEADING: prints the text in code marks of that column of the first table below the heading.
cells() {
  awk -v heading="$3" -v column="$2" -F ' *[|] ' '
    /^#/ { inside = $0 ~ heading }
    inside && /^[|]/ { rows++ }
    inside && rows > 2 && /^[|]/ { print $(column + 1) }
    inside && rows && !/^[|]/ { exit }' "$1"
}

# subcommands PROGRAM: prints the subcommands of its help.
subcommands() {
  as alice "$1" help | sed -n '/^Commands:/,/^$/s/^  \([a-z][a-z-]*\)  .*/\1/p' | sort
}

# documented PROGRAM HEADING: prints the subcommands of a table, except for those of every program.
documented() {
  # shellcheck disable=SC2016 # code marks
  cells "$commands" 1 "$2" | grep -oE '`[a-z][^`]*`' | tr -d '`' | sed -E "s/^$1 //; s/ .*//" | sort -u
}

@test "the recorded session without an agent has the same output again" {
  plays_again 'recorded, without an agent'
}

# creates the agent of the tests after it
@test "the recorded session with an agent has the same output again" {
  plays_again recorded
}

@test "docs/commands.md documents each command of both programs, and no other" {
  diff <(subcommands bawn) <(documented bawn '^## bawn, for you')
  diff <(subcommands bawn-admin | grep -vxE 'session-filter|completion|version|help') \
    <(documented bawn-admin '^## bawn-admin, for root')
}

# by_task PROGRAM: prints the commands of the program that the README names below its heading.
by_task() {
  sed -n '/^## Commands by task/,/^## /p' "$readme" | grep '^|' | grep -oE "\`$1 [a-z]+" | cut -d ' ' -f 2 | sort -u
}

@test "the README names each command of both programs by its task, and no other" {
  diff <(subcommands bawn) <(by_task bawn)
  diff <(subcommands bawn-admin | grep -vxE 'session-filter|completion|version|help') <(by_task bawn-admin)
}

@test "the README has at most 250 lines" {
  (($(wc -l <"$readme") <= 250))
}

@test "the documented table of exit statuses matches the programs" {
  cells "$commands" 1 '^### Exit status' >"$BATS_TEST_TMPDIR/codes"
  cells "$commands" 2 '^### Exit status' | sed 's/ *|$//' | paste "$BATS_TEST_TMPDIR/codes" - >"$BATS_TEST_TMPDIR/documented"
  for program in bawn bawn-admin; do
    diff <(as alice "$program" help | sed -n '/^Exit status:/,/^$/s/^  \([0-9]*\)  *\(.*\)/\1\t\2/p') \
      "$BATS_TEST_TMPDIR/documented"
  done
}

# fields COMMAND...: prints the sorted JSON names in the output of the command, each once.
fields() {
  as alice "$@" 2>/dev/null | grep -oE '"[a-z_]+" :' | tr -d '": ' | awk '!seen[$0]++' | sort
}

# listed COMMAND: prints the names that docs/json.md lists for the command.
listed() {
  grep -F "| \`$1\` |" /src/docs/json.md | cut -d '|' -f 3 | grep -oE '[a-z_]+`' | tr -d '`' | sort
}

@test "docs/json.md documents each name in JSON" {
  # These commands do not print the names of a broken link, of a running session and of its processes.
  local absent='expected|found|hint|pid|name|label|seccomp|no_new_privs|gap'
  diff <(fields bawn agents --json) <(listed 'bawn agents')
  diff <(fields bawn verify --json) <(listed 'bawn verify' | grep -vxE "$absent")
  diff <(fields bawn launch a.noir app --dry-run --json) <(listed 'bawn launch --dry-run')
  diff <(fields sudo bawn-admin list --json) <(listed 'bawn-admin list')
  diff <(fields bawn why --json) <(listed 'bawn why')
  diff <(fields bawn doctor --json) <(listed 'bawn doctor`, `bawn-admin doctor')
  diff <(fields bawn doctor --try a.noir app --json) <(listed 'bawn doctor --try')
  diff <(fields sudo bawn-admin audit --json) <(listed 'bawn-admin audit')
  diff <(fields sudo bawn-admin verify --json) <(listed 'bawn-admin verify' | grep -vxE "$absent")
  diff <(fields sudo bawn-admin key list --json) <(listed 'bawn-admin key list`, `bawn-admin trust list')
  diff <(fields sudo bawn-admin trust list --json) <(listed 'bawn-admin key list`, `bawn-admin trust list')
  diff <(fields bawn env list --json) <(listed 'bawn env list' | grep -vxE 'environment|file|none')
  # only an overlay has changes, and only an agent with a key has a public one
  diff <(fields bawn info a.noir app --json) <(listed 'bawn info AGENT PROJECT' | grep -vxE 'changes|did|public_key|identity')
  # only an agent with such limits, or with a key, has these fields
  diff <(fields sudo bawn-admin show a.noir --json) <(listed 'bawn-admin show' | grep -vxE 'disk(_enforced)?|memory|cpus|pids|did|public_key')
}

# undocumented ROWS COMMAND...: prints the JSON names of the output that no such row of docs/json.md has; fails without names.
# The names of tags and of counted states are included.
undocumented() {
  local rows=$1 printed
  shift
  printed=$(fields env -C /home/alice/app "$@" | grep -vxE 'issue|ended|running')
  [ -n "$printed" ] || echo "nothing from $*"
  comm -23 <(echo "$printed") <(echo "$rows" | tr ';' '\n' | while read -r row; do listed "$row"; done | sort -u) | sed "s|^|$*: |"
}

about_sessions() {
  local merges='bawn merge`, `bawn undo;bawn status'
  local plans='bawn launch --dry-run` without an agent, `bawn resume --dry-run'
  undocumented 'bawn list' bawn list --json
  undocumented 'bawn info;bawn list' bawn info json --json
  undocumented 'bawn info;bawn list' bawn info json-runs --json
  undocumented 'bawn ps;bawn list' bawn ps --json
  undocumented 'bawn history' bawn history --json
  undocumented 'bawn stats' bawn stats --json
  undocumented 'bawn open' bawn open json-runs --json
  undocumented 'bawn root' bawn root --json
  undocumented 'bawn status;bawn list' bawn status json --json
  undocumented 'bawn log' bawn log json --json
  undocumented "$merges" bawn merge json --all --accept-hazards --json
  undocumented "$merges" bawn undo json --json
  undocumented 'bawn config show' bawn config show --json
  undocumented 'bawn home list' bawn home list --json
  undocumented 'bawn tools list' bawn tools list --json
  undocumented 'bawn why SESSION;bawn list' bawn why json --json
  undocumented "$plans" bawn launch /home/alice/committed --workspace clone --dry-run --json
  undocumented "$plans" bawn resume json --dry-run --json
  undocumented "$plans" bawn exec json --dry-run --json
  undocumented 'bawn exec --dry-run' bawn exec json-runs --dry-run --json
}

@test "docs/json.md documents each name in JSON about sessions" {
  in_app() { as alice env -C /home/alice/app "$@"; }
  in_app bawn launch -q --name json -t issue=7 -- sh -c 'echo two >>README.md; mv src/hello.py src/moved.py; echo x >.envrc
    printf "\\0" >binary; ln -s /etc leads; git add -A; git -c user.name=a -c user.email=a@b commit -qm "A commit"'
  in_app bawn spawn json-runs -- sleep 100 3>&-
  as alice sh -c 'git init -q committed && git -C committed -c user.name=a -c user.email=a@b commit -q --allow-empty -m one'
  echo theirs >>/home/alice/app/README.md
  run about_sessions
  in_app bawn killall --force
  in_app bawn destroy json json-runs --force
  assert_output ''
}

@test "minisign verifies the signature with the line of docs/agents.md" {
  local line
  line=$(sed -n 's/^\$ \(minisign .*\)/\1/p' "$agents")
  run -0 bash -c "$line"
  assert_line 'Signature and comment signature verified'
}

@test "files and directories are at the paths of docs/agents.md" {
  local path paths
  as alice mkdir -p .config/bawn/tools.d
  run -0 as alice bawn launch app --tool-path /usr/bin/true
  run -0 as alice sudo bawn-admin reseal d.vert --identity
  # shellcheck disable=SC2016 # code marks
  paths=$(cells "$agents" 1 '^## Files and directories' | grep -oE '`[^`]+`' | tr -d '`')
  while IFS= read -r path; do
    path=${path//AGENT/d.vert}
    path=${path//PROJECT/app}
    path=${path/#PREFIX//usr/local}
    path=${path/#\~//home/alice}
    [ -e "$path" ] || { echo "$path is not there" && return 1; }
  done <<<"$paths"
}

@test "the sudo rules are those of SECURITY.md" {
  local uid
  uid=$(id -u alice)
  diff <(sed -n '/^Defaults!/,/^```/p' /src/SECURITY.md | sed -e '/^```/d' -e "s/#1000/#$uid/") \
    <(grep -vE '^# |d\.vert' /etc/sudoers.d/bawn)
}

@test "each class and file that CONTRIBUTING.md and docs/architecture.md name with a directory exists" {
  local name files
  files=$(find /src \( -name target -o -name .git \) -prune -o -print)
  # shellcheck disable=SC2016 # code marks
  grep -ohE '`[a-z-]+(/[A-Za-z.-]+)+`' /src/CONTRIBUTING.md /src/docs/architecture.md | tr -d '`' | sort -u >"$BATS_TEST_TMPDIR/names"
  [ "$(wc -l <"$BATS_TEST_TMPDIR/names")" -gt 50 ]
  while IFS= read -r name; do
    grep -qE "/$name(\.java)?\$" <<<"$files" || { echo "$name is missing" && return 1; }
  done <"$BATS_TEST_TMPDIR/names"
}

@test "each link of README and docs has an existing file and heading" {
  local page link file
  for page in "$readme" /src/SECURITY.md /src/CONTRIBUTING.md /src/docs/*.md; do
    while IFS= read -r link; do
      file=${link%%#*}
      file=${file:+${page%/*}/$file}
      [ -e "${file:=$page}" ] || { echo "$page: $link is not there" && return 1; }
      [[ $link != *#* ]] || sed -n 's/^#\+ //p' "$file" | tr 'A-Z ' 'a-z-' | tr -d ',.:' | grep -qxF -- "${link#*#}" ||
        { echo "$page: no heading for $link" && return 1; }
    done < <(grep -oE '\]\([^)]+' "$page" | cut -c 3- | grep -v '^http')
  done
}
