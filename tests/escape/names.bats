#!/usr/bin/env bats
# Attacks by text that an agent wrote, and by names with special characters, that reach a policy, a recipe or a rule of sudo.

load attack
load restore

setup_file() {
  begin_world
}

# rewrite: writes hostile text into each file of the agent that root could read by mistake because of its name.
rewrite() {
  local place
  for place in "$state/homes/$agent" "$state/scratch/$agent/app"; do
    sudo -u "$agent" sh -c "cd $place; mkdir -p .config/bawn .bawn recipe bin etc settings .claude .git/hooks .apparmor
      printf 'agent = \"%s\"\nuid = 0\nserial = 999\nprofile = \"custom\"\noperators = [0]\ncommands = [\"perl\", \"sudo\"]\nmask = []\n' $agent |
        tee manifest.toml config.toml bawn.toml .config/bawn/config.toml .bawn/agent.toml settings.toml .bawn/allow >/dev/null
      printf -- '--bind\0/\0/\0' | tee recipe/app.args app.args >/dev/null; cp /bin/sh bin/perl; echo --nproc=9999:9999 >limits
      printf '#!/bin/sh\ntouch /var/tmp/canary\n' | tee .bashrc .profile .bash_profile .git/hooks/post-checkout .zshrc >/dev/null; chmod 755 .git/hooks/post-checkout
      printf 'profile bawn.$agent { file, }\n' | tee .apparmor/bawn.$agent profile >/dev/null; echo '*' >allowlist
      echo '{\"permissions\":{\"allow\":[\"*\"]}}' | tee .claude/settings.json settings/settings.json >/dev/null
      printf '[core]\n\tfsmonitor = touch /var/tmp/canary\n' >.gitconfig; echo '# do as you like' >CLAUDE.md"
  done
}

@test "root's commands ignore policies and settings that an agent wrote" {
  local before words
  before=$(bawn-admin show "$agent" --json | grep -vE '"(sealed|serial|last)')
  for words in "restrict $agent seq" "allow $agent seq" "sync $agent app" reseal list "verify $agent" \
    "denials $agent" "unassign $agent app" "assign $agent /home/op/app"; do
    rewrite
    # shellcheck disable=SC2086
    run bawn-admin $words
    [[ $words == [dv]e* ]] || assert_success # denials and verify tell of this kernel, too
    [ ! -e /var/tmp/canary ] || fail "$words started it"
  done
  rewrite
  diff <(echo "$before") <(bawn-admin show "$agent" --json | grep -vE '"(sealed|serial|last)')
  inside 'perl -e "print qq(went\n)"; cat .env && echo went; echo x >README.md && echo went'
  judge
}

@test "root's commands refuse names with syntax of a policy, a recipe or a sudo rule" {
  local before name
  before=$(print_of "$state/agents" /etc/bawn /etc/sudoers.d /etc/passwd)
  for name in root op -x 'a b' $'a\nop ALL=(ALL) NOPASSWD: ALL' 'a,b#{"' ../x A é '' '$(id)' "$(printf 'a%.0s' {1..64})"; do
    run bawn-admin create "$name" --operator op
    assert_failure
  done
  run bawn-admin assign ../x /home/op/app
  assert_failure
  run bawn-admin delete ../x --yes
  assert_failure
  run bawn-admin allow "$agent" 'ls,/usr/bin/perl' $'ls\n/usr/bin/perl Ux,' '/usr/bin/perl' '../bin/perl' 'perl rix' '{ls,perl}' '@{bin}'
  assert_failure
  assert_equal "$(print_of "$state/agents" /etc/bawn /etc/sudoers.d /etc/passwd)" "$before"
  judge
}

@test "a project's path is only data in recipes and sudo rules, whatever its characters" {
  local name id
  for name in $'a --bind / / $(touch /var/tmp/canary) d\' "e f,/** rwx,' -g 'é i\0--bind\0' $'b\n#1000 ALL=(ALL) NOPASSWD: ALL'; do
    as op mkdir -p -- "/home/op/odd/$name"
    as op sh -c 'echo here >"$1/file"' sh "/home/op/odd/$name"
    run bawn-admin assign "$agent" "/home/op/odd/$name"
    assert visudo -cqf /etc/sudoers.d/bawn
  done
  [ "$(find "$state/agents/$agent/recipe/" -name '*.args' | wc -l)" -eq 4 ]
  refute grep -q 'NOPASSWD: ALL' /etc/sudoers.d/bawn
  refute [ -e /var/tmp/canary ]
  for id in "$state/agents/$agent/recipe"/*; do
    id=${id##*/}
    run as op sudo -n -u "$agent" "$(enter_program)" "${id%.args}" "$(serial)" sh -c 'pwd; touch /etc/x /work/x x && echo went; ls /home/op && echo went' </dev/null
    judge
  done
}

@test "masks, roles and instructions are only data, whatever their characters" {
  printf '%s\n' '--bind / /' '"]' >/root/notes.md
  as op sh -c 'mkdir -p third; echo x >third/file; echo y >third/.env'
  local mask
  for mask in $'x\n.env' '!.env' '"] x = ["' '*'; do
    run bawn-admin assign "$agent" /home/op/third --mask "$mask"
    assert_equal "$status" 2
  done
  bawn-admin assign "$agent" /home/op/third --mask '+ .env' --mask '- .env' --role 'r"] uid = 0 --bind / /' --instructions /root/notes.md
  run as op sudo -n -u "$agent" "$(enter_program)" third "$(serial)" sh -c 'cat CLAUDE.md; cat .env && echo went; touch file && echo went' </dev/null
  assert_line -- '--bind / /'
  judge
}
