#!/usr/bin/env bats
# doctor finds problems of a real machine, and the commands that it prints solve them.

load ../lib/world.bash
bats_require_minimum_version 1.5.0

library=/usr/local/lib/bawn

setup_file() {
  make_user alice
  make_project alice app
  SUDO_UID=$(id -u alice) SUDO_GID=$(id -g alice) SUDO_USER=alice
  export SUDO_UID SUDO_GID SUDO_USER
  bawn-admin init
  bawn-admin create a.noir
  bawn-admin assign a.noir /home/alice/app
  found_by_root >"$BATS_FILE_TMPDIR/before"
}

# `before` has the findings that this root always has: no AppArmor, and settings of the machine's kernel.
setup() {
  before=$(<"$BATS_FILE_TMPDIR/before")
}

# found_by_root: prints the names of root's findings, and keeps the output for solved_by_its_lines.
found_by_root() {
  bawn-admin doctor --json >"$BATS_FILE_TMPDIR/said" || :
  named <"$BATS_FILE_TMPDIR/said"
}

found_by_alice() {
  as alice bawn doctor --json | named
}

named() {
  python3 -c 'import json, sys; print(*sorted({each["finding"] for each in json.load(sys.stdin)}), sep="\n")'
}

# hint_lines FINDING: prints the lines of the last output of root for this finding.
hint_lines() {
  python3 -c 'import json, sys; [print(*each["hint"], sep="\n") for each in json.load(sys.stdin) if each["finding"] == sys.argv[1]]' \
    "$1" <"$BATS_FILE_TMPDIR/said"
}

# found FINDING: asserts that this finding is the only new one.
found() {
  diff <(printf '%s\n' "$before" "$1" | sort -u) <(found_by_root)
}

# solved_by_its_lines FINDING: asserts that the commands of doctor repair the finding.
solved_by_its_lines() {
  local lines
  lines=$(hint_lines "$1")
  bash -euc "$lines"
  diff <(printf '%s\n' "$before") <(found_by_root)
}

@test "doctor finds only parts that this machine lacks" {
  run grep -vxE 'apparmor-missing|watches-few' <<<"$before"
  assert_output ''
  run bawn-admin doctor
  assert_equal "$status" 1
  assert_output --regexp '[0-9]+ problems? in [0-9]+ checks'
  # in /proc/config.gz, the kernel of this machine may say that it was built without
  assert_line --regexp 'sudo apt install apparmor|this kernel is built without AppArmor'
}

@test "doctor changes nothing" {
  local seen
  seen=$(find /var/lib/bawn /etc/bawn /etc/sudoers.d "$library" -printf '%p %m %U %s %T@\n' | sort | sha256sum)
  bawn-admin doctor || true
  as alice bawn doctor || true
  assert_equal "$(find /var/lib/bawn /etc/bawn /etc/sudoers.d "$library" -printf '%p %m %U %s %T@\n' | sort | sha256sum)" "$seen"
}

@test "doctor shows a user the findings about that user, without root" {
  run found_by_alice
  assert_output "$before"
  chmod 4755 /usr/bin/bwrap
  run found_by_alice
  chmod 0755 /usr/bin/bwrap
  assert_line bubblewrap-setuid
}

@test "doctor finds a setuid bubblewrap" {
  chmod 4755 /usr/bin/bwrap
  found bubblewrap-setuid
  solved_by_its_lines bubblewrap-setuid
}

@test "doctor finds a bubblewrap that others can change" {
  chmod o+w /usr/bin/bwrap
  found bubblewrap-open
  solved_by_its_lines bubblewrap-open
}

@test "doctor finds a bubblewrap that is too old or missing" {
  mv /usr/bin/bwrap /usr/bin/bwrap.kept
  printf '#!/bin/sh\n' >/usr/bin/bwrap
  chmod 755 /usr/bin/bwrap
  found bubblewrap-old
  rm /usr/bin/bwrap
  found bubblewrap-missing
  mv /usr/bin/bwrap.kept /usr/bin/bwrap
}

@test "doctor finds missing programs" {
  local program
  for program in git tar setfacl; do
    mv "/usr/bin/$program" "/usr/bin/$program.kept"
    run found_by_root
    mv "/usr/bin/$program.kept" "/usr/bin/$program"
    assert_line "$program-missing"
  done
}

@test "doctor finds an installation that others can change, or that lacks a part" {
  chmod o+w "$library/relay"
  found installation-open
  solved_by_its_lines installation-open
  local part
  for part in enter session relay landlock; do
    mv "$library/$part" "$library/$part.kept"
    found installation-broken
    run -1 bawn-admin doctor
    mv "$library/$part.kept" "$library/$part"
    assert_line --partial "$library/$part is missing"
  done
  cp -a "$library/session.bpf" "$BATS_TEST_TMPDIR"
  : >"$library/session.bpf"
  found filter-broken
  cp -a "$BATS_TEST_TMPDIR/session.bpf" "$library"
}

@test "doctor finds a changed Java and missing caches" {
  local jdk
  IFS= read -r jdk <"$library/jdk"
  touch "$jdk/lib/modules"
  found java-changed
  solved_by_its_lines java-changed
  local cache
  for cache in "$library"/bawn-????????????{,.start,.own}.aot; do
    mv "$cache" "$BATS_TEST_TMPDIR/cache"
    found java-untrained
    mv "$BATS_TEST_TMPDIR/cache" "$cache"
  done
  rm "$cache"
  solved_by_its_lines java-untrained
}

@test "doctor finds keys that others can read, and untrusted keys" {
  chmod 0644 /etc/bawn/keys/*.key
  found key-open
  solved_by_its_lines key-open
  mkdir "$BATS_TEST_TMPDIR/kept"
  mv /etc/bawn/trusted/*.pub "$BATS_TEST_TMPDIR/kept"
  run found_by_root
  assert_line key-not-trusted
  mv "$BATS_TEST_TMPDIR"/kept/*.pub /etc/bawn/trusted
  mv /etc/bawn/keys/*.key "$BATS_TEST_TMPDIR/kept"
  found key-missing
  mv "$BATS_TEST_TMPDIR"/kept/*.key /etc/bawn/keys
  echo 'no key' >/etc/bawn/trusted/office.pub
  found seal-broken
  run -1 as alice bawn doctor
  assert_line --partial 'seal-broken: V1 (trusted keys): /etc/bawn/trusted/office.pub is not a minisign file'
  rm /etc/bawn/trusted/office.pub
}

@test "doctor finds directories that others can write, and missing ones" {
  chmod 0755 /var/lib/bawn/homes
  found directory-open
  solved_by_its_lines directory-open
  chmod o+w /etc/bawn/keys
  run found_by_root
  assert_line directory-open
  solved_by_its_lines directory-open
  mv /var/lib/bawn/scratch "$BATS_TEST_TMPDIR"
  found not-initialised
  solved_by_its_lines not-initialised
  rm -r /var/lib/bawn/scratch
  mv "$BATS_TEST_TMPDIR/scratch" /var/lib/bawn
}

@test "doctor finds a lock that others can hold" {
  chmod 0666 /var/lib/bawn/.lock
  found lock-open
  solved_by_its_lines lock-open
}

@test "doctor finds sudo rules that do not permit a start" {
  sed -i '/^#[0-9].*enter$/d' /etc/sudoers.d/bawn
  run found_by_alice
  assert_line sudo-refuses
  bawn-admin init
  run found_by_alice
  refute_line sudo-refuses
}

@test "doctor finds a changed account of an agent" {
  usermod --shell /bin/bash a.noir
  found account-shell
  solved_by_its_lines account-shell
  usermod --expiredate '' a.noir
  found account-valid
  solved_by_its_lines account-valid
  echo 'a.noir:secret' | chpasswd
  found account-unlocked
  solved_by_its_lines account-unlocked
  gpasswd --delete a.noir agents
  found account-group
  solved_by_its_lines account-group
}

@test "doctor finds an account, a home, a scratch directory and a key without an agent" {
  useradd --uid 71000 --comment 'bawn agent' --no-create-home z.noir
  found account-orphan
  solved_by_its_lines account-orphan
  mkdir /var/lib/bawn/homes/z.noir
  found home-orphan
  solved_by_its_lines home-orphan
  mkdir /var/lib/bawn/scratch/z.noir
  found scratch-orphan
  solved_by_its_lines scratch-orphan
  mkdir -p /var/lib/bawn/identities/z.noir
  found identity-orphan
  solved_by_its_lines identity-orphan
}

@test "doctor finds a missing group of agents and a missing account of mirrors" {
  groupmod --new-name elsewhere agents
  found agents-group-missing
  groupmod --new-name agents elsewhere
  usermod --login elsewhere bawn-mirror
  run found_by_root
  usermod --login bawn-mirror elsewhere
  assert_line mirror-keeper-missing
}

@test "doctor finds a file of sudo rules that was changed, opened, removed, or is not read" {
  echo 'alice ALL=(ALL) NOPASSWD: ALL' >>/etc/sudoers.d/bawn
  found sudoers-changed
  solved_by_its_lines sudoers-changed
  chmod 0644 /etc/sudoers.d/bawn
  found sudoers-open
  solved_by_its_lines sudoers-open
  rm /etc/sudoers.d/bawn
  found sudoers-missing
  solved_by_its_lines sudoers-missing
  cp -a /etc/sudoers "$BATS_TEST_TMPDIR"
  sed -i '/includedir/d' /etc/sudoers
  found sudoers-not-read
  cp -a "$BATS_TEST_TMPDIR/sudoers" /etc
}

@test "doctor finds files that a crash left behind" {
  mkdir /var/lib/bawn/agents/.gen/a.noir/.next
  found generation-half
  solved_by_its_lines generation-half
  mkdir /var/lib/bawn/agents/.gen/z.noir
  found generation-orphan
  solved_by_its_lines generation-orphan
  touch /var/lib/bawn/.next-uid.next
  found file-half
  solved_by_its_lines file-half
}

@test "the line of doctor creates a missing mirror again" {
  rm -rf /var/lib/bawn/mirrors/app
  found mirror-missing
  solved_by_its_lines mirror-missing
  run sudo -u a.noir cat /var/lib/bawn/mirrors/app/README.md
  assert_success
}

# not_synced REASON HINT: asserts that the only new finding has this reason and hint.
not_synced() {
  found mirror-not-synced
  assert_equal "$(hint_lines mirror-not-synced)" "# $2"
  run grep -cF "the mirror of /home/alice/app cannot be synced: $1" "$BATS_FILE_TMPDIR/said"
  assert_output 1
}

@test "the line of doctor creates a missing scratch directory and a missing home again" {
  rm -r /var/lib/bawn/scratch/a.noir /var/lib/bawn/homes/a.noir
  found place-missing
  solved_by_its_lines place-missing
  run -0 as alice bawn launch a.noir app -- sh -c 'echo x >/scratch/app/x || echo x >"$HOME/x"; echo written'
  assert_line written
}

@test "doctor names a project that no sync can list, with the reason and the solution" {
  local git=/home/alice/app/.git
  chmod 000 "$git"
  not_synced 'git cannot read the repository in /home/alice/app' \
    'git -C /home/alice/app status shows the error; see also: namei -l /home/alice/app/.git; repair its .git'
  chmod 755 "$git"
  chmod 000 "$git/info/exclude"
  not_synced "git cannot read all of /home/alice/app: warning: unable to access '.git/info/exclude': Permission denied" \
    'make that path readable for the owner, or leave it out with .gitignore'
  chmod 644 "$git/info/exclude"
  usermod -d /home/moved alice
  not_synced "the owner of /home/alice/app cannot read the configuration of git: /home/moved" \
    'make that file readable for the owner, or remove the setting that names it'
  usermod -d /home/alice alice
  mv "$git" /home/alice/git.away
  not_synced 'the repository of /home/alice/app changed since it was assigned: it is missing now' \
    'restore the .git that was there, or unassign the project and assign it again'
  mv /home/alice/git.away "$git"
  mv /home/alice/app /home/alice/away
  found project-missing
  run as alice bawn doctor
  assert_line '    sudo bawn-admin unassign a.noir app'
  mv /home/alice/away /home/alice/app
  [ "$(found_by_root)" = "$before" ]
}

@test "doctor blocks no other command while it waits for a slow list" {
  local doctor
  mv /home/alice/app/.gitignore /home/alice/ignored
  as alice mkfifo /home/alice/app/.gitignore
  bawn-admin doctor --json >"$BATS_TEST_TMPDIR/said" 3>&- &
  doctor=$!
  timeout 60 sh -c 'until pgrep -u alice -x git; do sleep 0.1; done'
  [[ $(readlink "/proc/$doctor/exe") == */java ]]
  kill -STOP "$doctor"
  timeout 60 bawn-admin create b.noir
  bawn-admin delete b.noir --yes
  kill -CONT "$doctor"
  wait "$doctor" || true
  rm /home/alice/app/.gitignore
  mv /home/alice/ignored /home/alice/app/.gitignore
  grep -F 'cannot be synced: timed out after 10 s without data while reading the project' "$BATS_TEST_TMPDIR/said"
}

@test "doctor finds half a mirror, half a tool, and unused copies of programs" {
  mkdir /var/lib/bawn/mirrors/.new-gone
  found mirror-half
  # while a command creates the mirror, doctor does not report it
  hold_lock /var/lib/bawn/mirrors/.lock-gone
  run found_by_root
  bawn-admin init >/dev/null
  [ -d /var/lib/bawn/mirrors/.new-gone ]
  let_lock_go
  assert_output "$before"
  found mirror-half
  solved_by_its_lines mirror-half
  rm -f /var/lib/bawn/mirrors/.lock-gone
  mkdir -p /var/lib/bawn/tools/.new-gone/tree
  found tool-half
  solved_by_its_lines tool-half
  mkdir /var/lib/bawn/programs/0123456789abcdef
  cp /usr/bin/true /var/lib/bawn/programs/.files/0123456789abcdef
  found programs-unused
  solved_by_its_lines programs-unused
}

@test "doctor finds a watcher that is not enabled or does not run" {
  local wants=/etc/systemd/system/multi-user.target.wants
  # as if systemd ran here
  mkdir -p /run/systemd/system "$wants"
  found watcher-disabled
  run hint_lines watcher-disabled
  assert_output 'sudo systemctl enable --now bawn-mirrors.service'
  ln -s /usr/local/lib/systemd/system/bawn-mirrors.service "$wants"
  found watcher-failed
  run hint_lines watcher-failed
  assert_line 'sudo systemctl restart bawn-mirrors.service'
  bawn-admin sync --watch >/dev/null 2>&1 3>&- &
  timeout 20 sh -c 'until [ -e /run/bawn/live/app ]; do sleep 0.1; done'
  run found_by_root
  kill "$!"
  wait || true
  rm -r /run/systemd/system "$wants/bawn-mirrors.service"
  assert_output "$before"
}

@test "doctor finds an unfinished change of a killed command" {
  local round
  for round in {1..40}; do
    setsid bawn-admin allow a.noir "$( ((round % 2)) && echo perl || echo awk)" >/dev/null 2>&1 3>&- &
    # shellcheck disable=SC2016 # for the inner shell
    timeout 20 sh -c 'until [ -e /var/lib/bawn/txn.toml ] || ! kill -0 "$1" 2>/dev/null; do :; done' sh "$!"
    kill -KILL -- "-$!" 2>/dev/null || true
    wait || true
    [ ! -e /var/lib/bawn/txn.toml ] || break
    bawn-admin restrict a.noir perl || true
  done
  run found_by_root
  assert_line change-unfinished
  bash -euc "$(hint_lines change-unfinished)"
  run found_by_root
  refute_line change-unfinished
}

@test "doctor finds an invalid signature and changed commands" {
  echo >>/var/lib/bawn/agents/a.noir/limits
  found seal-broken
  bawn-admin reseal a.noir
  cp -p /usr/bin/true /usr/local/bin/mytool
  bawn-admin allow a.noir mytool
  cp /usr/bin/false /usr/local/bin/mytool
  found commands-changed
  solved_by_its_lines commands-changed
}

@test "doctor finds a journal that others can read or have written to" {
  chmod 0644 /var/lib/bawn/audit.jsonl
  found journal-open
  solved_by_its_lines journal-open
  echo rubbish >>/var/lib/bawn/audit.jsonl
  found journal-damaged
  solved_by_its_lines journal-damaged
}

@test "doctor finds file systems that are full, noexec or nosuid" {
  local small=$BATS_TEST_TMPDIR/small
  mkdir "$small"
  mount -t tmpfs -o "size=$(($(du -sm /var/lib/bawn | cut -f 1) + 8))m,noexec,mode=755" small "$small"
  cp -a /var/lib/bawn/. "$small"
  mount --bind "$small" /var/lib/bawn
  run found_by_root
  umount /var/lib/bawn
  umount "$small"
  assert_line disk-full
  assert_line state-noexec
  mount --bind /usr/bin /usr/bin
  mount -o remount,bind,nosuid /usr/bin
  run found_by_root
  umount --lazy /usr/bin # the root's own init runs from it
  assert_line sudo-nosuid
}

# found_in_state OPTIONS: alice's findings while her state directory is a tmpfs with these options.
found_in_state() {
  as alice mkdir -p .local/state/bawn
  mount -t tmpfs -o "$1,uid=$(id -u alice),mode=700" small /home/alice/.local/state/bawn
  run as alice bawn doctor
  umount /home/alice/.local/state/bawn
}

@test "doctor names a file system of alice's directories that is nearly full, with the bytes or inodes that are free" {
  found_in_state size=1m
  assert_line 'space-low: only 1.0 MiB are free in /home/alice/.local/state/bawn: sessions may be unable to write their files there'
  assert_line '    bawn clean   # removes ended sessions; bawn stats names the largest ones'
  found_in_state size=256m,nr_inodes=100
  assert_line 'space-low: only 99 inodes are free in /home/alice/.local/state/bawn: sessions may be unable to write their files there'
  found_in_state size=256m
  refute_line --partial space-low
}

@test "doctor finds records that other users can write" {
  as alice bawn verify a.noir >/dev/null || true
  chmod 0777 /home/alice/.local/state/bawn/seen
  run found_by_alice
  assert_line record-not-yours
  chmod 0755 /home/alice/.local/state/bawn/seen
  echo rubbish >/home/alice/.local/state/bawn/seen/a.noir
  run found_by_alice
  assert_line record-damaged
  rm /home/alice/.local/state/bawn/seen/a.noir
}

@test "doctor names what a start needs where the kernel refuses namespaces, as in many containers" {
  make_user dave
  local other=$BATS_TEST_TMPDIR/other
  mkdir "$other"
  mount --rbind / "$other"
  # the kernel refuses user namespaces in a chroot; the seccomp filter of Docker refuses them, too
  inside() { chroot --userspec=dave:dave "$other" env -C /home/dave HOME=/home/dave USER=dave "$@"; }
  run -3 inside bawn launch --workspace empty -- true
  assert_line 'bawn: error: cannot create a user namespace: Operation not permitted'
  assert_line 'bawn: hint: see: bawn doctor'
  run -1 inside bawn doctor
  assert_line --partial 'bubblewrap-refused: '
  assert_line '    # to see the reason: /usr/bin/bwrap --unshare-all --bind / / --proc /proc true'
  touch /run/.containerenv
  run -1 inside bawn doctor
  rm /run/.containerenv
  umount -R "$other"
  assert_line --partial '# docker run --security-opt seccomp=unconfined'
  assert_line '    # this is a container: only its host can enable AppArmor'
}

@test "doctor tells a user without agents so, and does not count that as a problem" {
  make_user bob
  run as bob bawn doctor
  assert_line --partial 'no-agents: '
  # the others depend on the machine; AppArmor confines only agents
  local others
  others=$(grep -E '^[a-z0-9-]+: ' <<<"$output" | grep -cvE '^(no-agents|apparmor-missing): ' || :)
  assert_equal "$status" $((others > 0))
  if ((others > 0)); then
    assert_regex "${lines[-1]}" "^$others problem"
  else
    assert_regex "${lines[-1]}" '^no problems (and [0-9]+ notes? )?in '
  fi
}

@test "doctor says before init what to do" {
  mv /var/lib/bawn "$BATS_TEST_TMPDIR"
  run bawn-admin doctor
  mv "$BATS_TEST_TMPDIR/bawn" /var/lib
  assert_equal "$status" 1
  assert_line --partial 'not-initialised: /var/lib/bawn is missing'
  assert_line --partial 'sudo bawn-admin init'
}

# outcome ATTACK: prints the result of the attack in the last trial.
outcome() {
  python3 -c 'import json, sys; print(*(each["outcome"] for each in json.load(open(sys.argv[1])) if each["attack"] == sys.argv[2]))' \
    "$BATS_TEST_TMPDIR/trial" "$1"
}

@test "doctor --try attacks the machine through the agent, and names attacks that only AppArmor stops" {
  local attack
  as alice bawn doctor --try a.noir app --json >"$BATS_TEST_TMPDIR/trial"
  for attack in write-project write-commands write-system see-processes kernel-setting user-namespace keep-setuid \
    type-ahead outlive read-disk own-program; do
    assert_equal "$attack $(outcome "$attack")" "$attack refused"
  done
  for attack in read-passwords see-home see-tmp see-others become-root shed-label; do
    assert_equal "$attack $(outcome "$attack")" "$attack absent"
  done
  for attack in loader reach-loopback; do
    assert_equal "$attack $(outcome "$attack")" "$attack possible"
  done
  run as alice bawn doctor --try a.noir app
  assert_success
  assert_line 'every attack that must fail has failed'
}

@test "doctor --try knows that root allowed an agent to run programs that it compiles" {
  bawn-admin reseal a.noir --compiled
  run -0 as alice bawn doctor --try a.noir app
  bawn-admin reseal a.noir --no-compiled
  assert_regex "$output" 'possible  run a program that it wrote
 +root allowed this agent to run programs that it compiles'
  assert_line 'every attack that must fail has failed'
}

@test "doctor --try leaves no files in the session's directories or on the machine" {
  run find /var/lib/bawn/homes/a.noir /var/lib/bawn/scratch /var/lib/bawn/mirrors /tmp -name 'bawn-*'
  assert_output ''
  run pgrep -u a.noir
  assert_failure
}

@test "doctor --try reports a directory that a changed recipe opens" {
  local recipe=/var/lib/bawn/agents/a.noir/recipe/app.args
  # As in tests/escape/open.bash: neither bawn nor enter verifies anything, so the test can use another recipe.
  cp -a "$library/enter" "$BATS_TEST_TMPDIR"
  sed -i 's/^exec 9<"[^"]*"/printf "%s\\0" --ro-bind \/home \/home --dev-bind \/proc \/proc >\/tmp\/open; cat "recipe\/$project.args" >\/tmp\/recipe; cat \/tmp\/recipe \/tmp\/open >\/tmp\/both; exec 9<\/tmp\/both/' "$library/enter"
  run as alice bawn doctor --try a.noir app
  cp -a "$BATS_TEST_TMPDIR/enter" "$library"
  assert_equal "$status" 1
  assert_line --regexp 'possible +see your home'
  assert_line --partial 'attacks that succeeded but must fail on this machine: '
  [ -e "$recipe" ]
}

@test "doctor --try works without the machine's network, and with few programs" {
  bawn-admin create i.noir --profile network-isolated
  bawn-admin assign i.noir /home/alice/app
  as alice bawn doctor --try i.noir app --json >"$BATS_TEST_TMPDIR/trial"
  assert_equal "$(outcome reach-loopback)" refused
  bawn-admin create r.noir --profile read-only
  bawn-admin assign r.noir /home/alice/app
  as alice bawn doctor --try r.noir app --json >"$BATS_TEST_TMPDIR/trial"
  assert_equal "$(outcome own-program)" untried
  assert_equal "$(outcome write-project)" refused
}

@test "doctor --try refuses root and users who are not operators" {
  make_user carol
  run as carol bawn doctor --try a.noir app
  assert_equal "$status" 3
  run bawn doctor --try a.noir app
  assert_equal "$status" 5
  run as alice bawn doctor a.noir
  assert_equal "$status" 2
}
