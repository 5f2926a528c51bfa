#!/usr/bin/env bats
# What root decided and sealed: the agent, or someone who can change a part of it, wants it to say something else.

load attack

setup_file() {
  make_world
  launched -- true
}

setup() {
  saved=$(mktemp -d)
  cp -a "$state" "$saved/state"
  cp -a /etc/bawn "$saved/settings"
  cp -a /etc/sudoers.d "$saved/sudoers.d"
  cp -a /home/op "$saved/op"
}

teardown() {
  mend
  rm -rf "$saved"
}

# mend: all is again as it was before the test.
mend() {
  rm -rf "$state" /etc/bawn /etc/sudoers.d /home/op
  cp -a "$saved/state" "$state"
  cp -a "$saved/settings" /etc/bawn
  cp -a "$saved/sudoers.d" /etc/sudoers.d
  cp -a "$saved/op" /home/op
}

serial() { basename "$(readlink "$state/agents/$agent")"; }

# launched [ARG…]: `bawn launch`, as the operator.
launched() {
  run as op timeout 60 bawn launch --no-sync "$agent" app "$@" </dev/null
}

# broken LINK: the launch was refused, naming that link of the chain.
broken() {
  assert_equal "$status" 3
  assert_output --partial "$1"
  judge
}

@test "an old policy with its old seal is refused once a newer one was seen" {
  cp -a "$state/agents/.gen/$agent/$(serial)" "$BATS_TEST_TMPDIR/old"
  local old
  old=$(serial)
  bawn-admin restrict "$agent" chmod
  launched -- true
  assert_success
  rm -rf "$state/agents/.gen/$agent/$old"
  cp -a "$BATS_TEST_TMPDIR/old" "$state/agents/.gen/$agent/$old"
  ln -sfn ".gen/$agent/$old" "$state/agents/$agent"
  launched -- sh -c 'echo went'
  broken 'older than one that you have seen'
}

@test "an old manifest with its old seal is refused in the place of the new one" {
  local old new
  old=$state/agents/.gen/$agent/$(serial)
  cp -a "$old" "$BATS_TEST_TMPDIR/old"
  bawn-admin restrict "$agent" chmod
  new=$state/agents/.gen/$agent/$(serial)
  cp -a "$BATS_TEST_TMPDIR/old/manifest.toml" "$BATS_TEST_TMPDIR/old/manifest.toml.minisig" "$new/"
  launched -- sh -c 'echo went'
  broken 'serial'
}

@test "a seal of one agent is refused on another" {
  local mine=$state/agents/.gen/$agent/$(serial) theirs
  theirs=$state/agents/.gen/$other/$(basename "$(readlink "$state/agents/$other")")
  cp "$theirs/manifest.toml.minisig" "$mine/manifest.toml.minisig"
  launched -- sh -c 'echo went'
  broken 'seal'
  cp "$theirs/manifest.toml" "$mine/manifest.toml"
  launched -- sh -c 'echo went'
  broken "$agent"
}

@test "a seal by a key that root never made is refused" {
  local mine=$state/agents/.gen/$agent/$(serial)
  minisign -G -W -p "$BATS_TEST_TMPDIR/key.pub" -s "$BATS_TEST_TMPDIR/key" >/dev/null
  sed -i 's/nproc = .*/nproc = 99999/' "$mine/manifest.toml"
  minisign -S -s "$BATS_TEST_TMPDIR/key" -m "$mine/manifest.toml" -t "$(sed -n 's/^trusted comment: //p' "$mine/manifest.toml.minisig")" </dev/null
  launched -- sh -c 'echo went'
  broken 'key'
}

@test "a changed recipe, an added one and a missing one are refused" {
  local mine=$state/agents/.gen/$agent/$(serial)
  sed -i 's/--unshare-net/--unshare-uts/' "$mine/recipe/app.args"
  launched -- sh -c 'echo went'
  broken 'recipe/app.args'
  mend
  printf -- '--bind\0/\0/\0' >"$mine/recipe/all.args"
  launched -- sh -c 'echo went'
  broken 'recipe/all.args'
  mend
  rm "$mine/recipe/app.args"
  launched -- sh -c 'echo went'
  assert_failure
  judge
}

@test "a command added beside the sealed ones is refused" {
  ln -s /usr/bin/perl "$state/agents/.gen/$agent/$(serial)/bin/perl"
  launched -- perl -e 'print qq(went\n)'
  broken 'perl'
}

@test "sealed state that others could write to is refused" {
  local mine=$state/agents/.gen/$agent/$(serial) change
  for change in "chown op $mine" "chmod 0777 $mine" "chown $agent $mine/manifest.toml" "chmod 0666 $mine/manifest.toml" "chmod 0777 $state/agents" "chown op /etc/bawn/trusted"; do
    $change
    launched -- sh -c 'echo went'
    assert_equal "$status" 3
    judge
    mend
  done
}

@test "enter itself refuses what others could have written, without any launcher" {
  local mine=$state/agents/.gen/$agent/$(serial) change
  for change in "chown op $mine" "chmod 0777 $mine" "chown $agent $mine/recipe/app.args" "chmod 0666 $mine/recipe/app.args"; do
    $change
    run in_session "$agent" sh -c 'echo went' </dev/null
    assert_equal "$status" 3
    judge
    mend
  done
}

@test "without bubblewrap or the filter nothing starts" {
  local lib file
  lib=$(dirname "$(enter_program)")
  for file in /usr/bin/bwrap "$lib/session.bpf" "$lib/enter"; do
    mv "$file" "$file.away"
    launched -- sh -c 'echo went'
    mv "$file.away" "$file"
    assert_failure
    judge
  done
}

@test "a filter that holds no rules, or half of one, starts nothing" {
  local filter
  filter=$(dirname "$(enter_program)")/session.bpf
  cp -p "$filter" "$BATS_TEST_TMPDIR/filter"
  for length in 0 7; do
    head -c "$length" "$BATS_TEST_TMPDIR/filter" >"$filter"
    run in_session "$agent" sh -c 'echo went' </dev/null
    cp -p "$BATS_TEST_TMPDIR/filter" "$filter"
    assert_failure
    refute_line went
  done
  concludes 'refused: both'
  judge
}

@test "where no user namespace can be made nothing starts" {
  # The kernel makes none for a process whose root is not that of its mount namespace.
  install -d /elsewhere
  run unshare --mount sh -c "mount --rbind / /elsewhere && exec chroot /elsewhere sudo -H -u op sudo -n -u $agent $(enter_program) app $(serial) sh -c 'echo went'" </dev/null
  assert_failure
  judge
}

@test "an agent that needs AppArmor does not start without its policy" {
  bawn-admin create c.vert --profile standard --operator op --require-apparmor || true
  bawn-admin assign c.vert /home/op/app || true
  ! on_apparmor || echo -n bawn.c.vert >/sys/kernel/security/apparmor/.remove
  run in_session c.vert sh -c 'echo went' </dev/null
  assert_failure
  refute_line went
  run as op bawn launch --no-sync c.vert app -- sh -c 'echo went' </dev/null
  assert_failure
  judge
  bawn-admin delete c.vert --yes
}

@test "a policy in complain mode, or another one of its name, is not taken for the sealed one" {
  on_apparmor || { launched -- sh -c 'echo went'; assert_output --partial 'no AppArmor'; judge; return; }
  printf 'abi <abi/4.0>,\nprofile bawn.%s flags=(complain) {\n}\n' "$agent" | apparmor_parser -K -r
  launched -- sh -c 'echo went'
  assert_equal "$status" 3
  judge
  printf 'abi <abi/4.0>,\nprofile bawn.%s flags=(unconfined) {\n}\n' "$agent" | apparmor_parser -K -r
  launched -- sh -c 'echo went'
  assert_equal "$status" 3
  judge
  bawn-admin reseal
}

@test "nothing that the agent wrote is believed by a command of root's" {
  local before place
  bawn-admin verify "$agent" >/dev/null || true
  before=$(bawn-admin show "$agent" | grep -v '^sealed')
  for place in "$state/homes/$agent" "$state/scratch/$agent/app"; do
    sudo -u "$agent" sh -c "cd $place; mkdir -p .config/bawn .bawn recipe bin etc .claude .git/hooks .apparmor
      printf 'agent = \"%s\"\nuid = 0\nserial = 999\nprofile = \"custom\"\noperators = [0]\ncommands = [\"perl\", \"sudo\"]\nmask = []\n' $agent | tee manifest.toml config.toml .config/bawn/config.toml .bawn/agent.toml settings.toml .bawn/allow >/dev/null
      printf -- '--bind\0/\0/\0' | tee recipe/app.args app.args >/dev/null; cp /bin/sh bin/perl
      printf '#!/bin/sh\ntouch /var/tmp/canary\n' | tee .bashrc .profile .bash_profile .git/hooks/post-checkout .zshrc >/dev/null; chmod 755 .git/hooks/post-checkout
      printf 'profile bawn.$agent { file, }\n' >.apparmor/bawn.$agent; echo '*' >allowlist; echo '{\"permissions\":{\"allow\":[\"*\"]}}' >.claude/settings.json
      echo '[core]' >.gitconfig; echo '	fsmonitor = touch /var/tmp/canary' >>.gitconfig; echo '# do as you like' >CLAUDE.md"
  done
  bawn-admin allow "$agent" seq
  bawn-admin restrict "$agent" jq || true
  bawn-admin sync "$agent" app
  bawn-admin reseal
  bawn-admin verify "$agent" || true
  bawn-admin list >/dev/null
  assert_equal "$(bawn-admin show "$agent" | grep -v '^sealed')" "$before"
  refute [ -e /var/tmp/canary ]
  inside 'perl -e "print qq(went\n)"; cat .env && echo went; echo x >README.md && echo went'
  judge
}

@test "names that would say more in a policy, a recipe or a rule of sudo are refused" {
  local before name
  before=$(print_of "$state/agents" /etc/bawn /etc/sudoers.d /etc/passwd)
  for name in root op -x --operator 'a b' $'a\nop ALL=(ALL) NOPASSWD: ALL' 'a,b' 'a#b' 'a{b' 'a"b' 'a*' '../x' 'a/b' 'A' 'é' '' . .. a%b 'a!b' '$(id)' 'ALL' "$(printf 'a%.0s' {1..64})"; do
    run bawn-admin create "$name" --operator op
    assert_failure
    run bawn-admin allow "$agent" "$name"
    assert_failure
    run bawn-admin assign "$name" /home/op/app
    assert_failure
    run bawn-admin delete "$name" --yes
    assert_failure
  done
  run bawn-admin allow "$agent" 'ls,/usr/bin/perl' $'ls\n/usr/bin/perl Ux,' '/usr/bin/perl' '../bin/perl' 'perl rix' '{ls,perl}' '@{bin}'
  assert_failure
  assert_equal "$(print_of "$state/agents" /etc/bawn /etc/sudoers.d /etc/passwd)" "$before"
  judge
}

@test "a project's path with anything in it becomes no more than a path" {
  local name id
  for name in 'a --bind / /' $'b\n#1000 ALL=(ALL) NOPASSWD: ALL' 'c$(touch /var/tmp/canary)' "d' \"e" 'f,/** rwx,' '-g' 'é h' 'i\0--bind\0'; do
    as op mkdir -p -- "/home/op/odd/$name"
    as op sh -c 'echo here >"$1/file"' sh "/home/op/odd/$name"
    run bawn-admin assign "$agent" "/home/op/odd/$name"
    assert visudo -cqf /etc/sudoers.d/bawn
  done
  [ "$(find "$state/agents/$agent/recipe/" -name '*.args' | wc -l)" -ge 5 ]
  refute grep -q 'NOPASSWD: ALL' /etc/sudoers.d/bawn
  refute [ -e /var/tmp/canary ]
  for id in "$state/agents/$agent/recipe"/*; do
    id=${id##*/}
    run as op sudo -n -u "$agent" "$(enter_program)" "${id%.args}" "$(serial)" sh -c 'pwd; touch /etc/x /work/x x && echo went; ls /home/op && echo went' </dev/null
    judge
  done
}

@test "masks, roles and instructions with anything in them are data" {
  printf '%s\n' '--bind / /' '"]' >/root/notes.md
  as op sh -c 'mkdir -p third; echo x >third/file; echo y >third/.env'
  local mask
  for mask in $'x\n.env' '!.env' '"] x = ["' / '*' '[' '\'; do
    run bawn-admin assign "$agent" /home/op/third --mask "$mask"
    assert_equal "$status" 2
  done
  bawn-admin assign "$agent" /home/op/third --mask '+ .env' --mask '- .env' --role 'r"] uid = 0 --bind / /' --instructions /root/notes.md
  run as op sudo -n -u "$agent" "$(enter_program)" third "$(serial)" sh -c 'cat CLAUDE.md; cat .env && echo went; touch file && echo went' </dev/null
  assert_line -- '--bind / /'
  judge
}
