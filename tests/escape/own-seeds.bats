#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # shells inside expand what is quoted; own-attack.bash and bats set the variables
# Files that bawn copies into the home of an unprivileged session: bawn follows no link out of the user's home, copies no login
# without --login-from-host, and accepts no definition of a tool and no setting from a project.

load own-attack

setup_file() { begin_own_world; }

# A tool that runs the commands in a file of its home, and a user who has settings of this tool, a login, and a secret file.
setup() {
  as op sh -c 'mkdir -p .local/bin .claude/skills
    printf "#!/bin/sh\ncd\n[ ! -e does ] || . ./does\n" >.local/bin/claude && chmod 755 .local/bin/claude
    echo "be brief" >.claude/CLAUDE.md; echo "{\"token\":\"the secret of op\"}" >.claude/.credentials.json
    mkdir -p beside .ssh; echo "the secret of op" >.ssh/id_ed25519; echo untouched >beside/file'
}

teardown() {
  rm -rf /home/op/.claude /home/op/.config/bawn
  forget
}

# home_inside: prints the home of op's sessions with claude in the project.
home_inside() { echo /home/op/.local/share/bawn/homes/claude/mine-*[0-9a-f]; }

# does SCRIPT: a session with claude runs the script in its home.
does() {
  [ -d "$(home_inside)" ] || launches --tool claude
  as op sh -c 'printf "%s\n" "$2" >"$1/does"' does "$(home_inside)" "$1"
  launches --tool claude
  as op rm -f "$(home_inside)/does"
}

# secret_inside: concludes that the attack succeeded if the home of a session contains a secret.
secret_inside() {
  if grep -rqs 'the secret of op' /home/op/.local/share/bawn/homes; then
    concludes went
  else
    concludes 'refused: no home has it'
  fi
}

@test "bawn writes settings through no link that a session made in its home" {
  local before
  does 'rm -r .claude; ln -s /home/op/beside .claude; ln -s /home/op/beside/file .claude.json'
  before=$(print_of /home/op/beside)
  as op sh -c 'mkdir .claude/skills/file; echo planted >.claude/skills/file/x; echo planted >.claude/file; echo planted >.claude/CLAUDE.md
    echo "{\"theme\":\"planted\"}" >.claude.json'
  launches --tool claude || :
  does 'rm .claude .claude.json; mkdir -p .claude; ln -s /home/op/beside .claude/skills; ln -s /home/op/beside/file .claude/CLAUDE.md
    ln -s /home/op/beside/file .claude/.bawn-unfinished'
  as op sh -c 'echo planted >.claude/skills/file/y; echo "planted again" >.claude/CLAUDE.md'
  launches --tool claude || :
  rm -f /home/op/.claude.json
  unchanged_or_went "$before" /home/op/beside
  judge
}

@test "a session reads no secret of its user through a link among the user's settings" {
  as op sh -c 'cd .claude/skills && ln -s ../../.ssh all && ln -s ../../.ssh/id_ed25519 key && ln -s ../.credentials.json login &&
    ln -s ../../beside/id_rsa hidden && echo "the secret of op" >../../beside/id_rsa && ln -s / root'
  launches --tool claude
  rm -f /home/op/beside/id_rsa
  secret_inside
  judge
}

@test "special and very large files among a user's settings do not delay a start" {
  as op sh -c 'cd .claude/skills && mkfifo pipe && ln -s . round && ln -s .. about && truncate -s 1T huge && ln -s /dev/zero zero
    python3 -c "import socket; socket.socket(socket.AF_UNIX).bind(\"socket\")"'
  mknod /home/op/.claude/skills/device c 1 5
  chown op /home/op/.claude/skills/device
  SECONDS=0
  launches --tool claude
  if ((SECONDS > 30)) || (($(du -sm "$(home_inside)" | cut -f 1) > 32)); then concludes went; else concludes 'refused: left out'; fi
  judge
}

@test "files of a session to which its user's settings of registries link do not delay a start" {
  as op sh -c 'touch mine/package.json mine/pom.xml mine/uv.lock; mkdir -p .m2 .config/uv; ln -sf ../mine/maven .m2/settings.xml
    ln -s ../../mine/uv .config/uv/uv.toml; ln -sf mine/npm .npmrc'
  # for a regular expression that repeats over line ends or open comments
  launches --workspace bind -- bash -c 'printf "\n%.0s" {1..65000} >uv; printf "<!--%.0s" {1..16000} >maven; mkfifo npm' || :
  [ -p /home/op/mine/npm ] && [ -s /home/op/mine/maven ] && [ -s /home/op/mine/uv ]
  SECONDS=0
  launches -- true || :
  if ((SECONDS > 20)); then concludes went; else concludes 'refused: the start was fast'; fi
  as op rm -r .m2 .config/uv .npmrc
  judge
}

@test "bawn copies no login into a session's home unless its user asks for it" {
  launches --tool claude
  does 'cp .claude/CLAUDE.md x'
  secret_inside
  judge
}

@test "a session cannot make bawn copy other files through a project that its user's settings link to" {
  as op sh -c 'mkdir mine/skills && echo fine >mine/skills/a && rm -r .claude/skills && ln -s ../mine/skills .claude/skills'
  launches --workspace bind -- sh -c 'rm -r skills/a; ln -s ~op/.ssh/id_ed25519 skills/a; ln -s /home/op/.ssh skills/b; ln -s ../../.ssh skills/c
    ln -s /home/op/.claude/.credentials.json skills/d' || :
  launches --tool claude
  secret_inside
  judge
}

@test "bawn follows no link out of a project that the user's settings link to" {
  as op sh -c 'mkdir mine/skills && echo fine >mine/skills/a && rm -r .claude/skills && ln -s ../mine/skills .claude/skills
    echo "the secret of op" >beside/diary'
  launches --workspace bind -- sh -c 'ln -s ../../beside/diary skills/b; ln -s ../../beside skills/c; ln -s /home/op/beside skills/d' || :
  run --separate-stderr launches --tool claude
  assert_regex "$stderr" 'warning: not copied: ~/.claude/skills/b: a session could have put a link there'
  rm /home/op/beside/diary
  [ -e "$(home_inside)/.claude/skills/a" ] || fail 'nothing was copied'
  secret_inside
  judge
}

@test "an untrusted project cannot define a tool, choose a program or change a setting" {
  as op sh -c 'cd mine
    for place in .config/bawn .bawn bawn .; do
      mkdir -p $place/tools.d $place/tools
      printf "format = 1\nlabel = \"x\"\nrank = 1\ncommand = \"true\"\nfind = [\"path\"]\nprepare = [\"echo\", \"went\"]\n[prompt]\ninteractive = []\nonce = []\n" |
        tee $place/tools.d/planted.toml >$place/tools.d/claude.toml
      echo /home/op/mine/planted >$place/tools/claude
    done
    printf "#!/bin/sh\necho went\n" >planted; chmod 755 planted
    printf "XDG_CONFIG_HOME=%s/.config\nXDG_STATE_HOME=%s\n" "$PWD" "$PWD" >.env
    printf "default_tool = \"planted\"\nrw = [\"/home/op/beside:/beside\"]\n" >.bawn.toml'
  run launches
  local all=$output
  run launches -- sh -c 'echo planted >/beside/file && echo went; true'
  all+=$output
  run launches --tool planted
  if [[ $all$output == *went* || $(cat /home/op/beside/file) != untouched ]]; then
    concludes went
  else
    concludes 'refused: bawn ignored the project'
  fi
  judge
}

@test "a link in a shared login leads to no file of the host" {
  as op sh -c 'mkdir -p .config/bawn/tools.d
    printf "format = 1\nlabel = \"x\"\nrank = 1\ncommand = \"claude\"\nfind = [\"~/.local/bin/claude\"]\nlogin = [\".claude/auth\"]\nlogin_links = [\".claude/auth\"]\n[prompt]\ninteractive = []\nonce = []\n" >.config/bawn/tools.d/claude.toml'
  does 'ln -sfn /home/op/.ssh /run/login/keys; ln -sfn /home/op/beside/file /run/login/auth; mkdir -p /run/login/a/b; chmod 0 /run/login/a
    mv /run/login /run/gone; ln -sfn /home/op/beside /run/login'
  run launches --login shared --tool claude --home ephemeral -- -c 'x'
  local all=$output
  run launches --name reads --tool claude
  all+=$output
  does 'cat /run/login/auth /run/login/keys/id_ed25519 ~/.claude/auth; echo went >/run/login/auth; ls /run/login/../codex; true'
  all+=$output
  run in_mine bawn logout claude
  if [[ $all$output == *'secret of op'* || $(cat /home/op/beside/file) != untouched || ! -e /home/op/.ssh/id_ed25519 ]]; then
    concludes went
  else
    concludes "refused: the links lead into the sandbox, and bawn logout follows none ($output)"
  fi
  judge
}

@test "the command that prepares a home runs in the sandbox of the tool" {
  as op sh -c 'mkdir -p .config/bawn/tools.d
    printf "format = 1\nlabel = \"x\"\nrank = 1\ncommand = \"claude\"\nfind = [\"~/.local/bin/claude\"]\nprepare = [\"sh\", \"/home/op/mine/brought/prepare\"]\n[prompt]\ninteractive = []\nonce = []\n" >.config/bawn/tools.d/claude.toml
    echo "for at in /home/op/beside/file /home/op/.ssh/id_ed25519 /home/op/.bashrc /usr/planted; do cat \$at && echo went; echo x >\$at && echo went; done; true" >mine/brought/prepare'
  run launches --tool claude
  judge
}
