#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # shells inside expand what is quoted; own-attack.bash and bats set what is read
# What a session under a person's own uid left in a directory that it can write, and what later sessions are shown for that.

load own-attack

setup_file() {
  begin_own_world
  as op sh -c 'mkdir -p Documents bin .config/autostart; echo "the secret of op" >Documents/secret'
}

setup() {
  # a project with another one in it
  as op sh -c 'git init -q outer && mkdir -p outer/out outer/sub && echo kept >outer/sub/file'
}

teardown() {
  forget
  rm -rf /home/op/outer /home/op/dot /home/op/.tool-versions /home/op/.gitconfig /home/op/.config/bawn \
    /home/op/.config/autostart/* /home/op/bin/* /home/op/Documents/planted /home/op/vault /home/op/work
}

# outer WORD…: op starts, in the outer project, a session that works on it directly.
outer() { sudo -H -u op -- env -C /home/op/outer -- timeout -k 5 60 bawn launch --workspace bind "$@" </dev/null; }

# tries WORD…: bawn, as op; what it said is added to output.
said=
tries() {
  run as op timeout -k 5 60 bawn "$@" </dev/null
  said+=$output$'\n'
}

judge_all() {
  output=$said
  mapfile -t lines <<<"$output"
  judge
}

@test "a link in the place of a writable share leads no resumed session outside" {
  local write='echo evil >/out/x.desktop && echo went'
  outer --name one --rw /home/op/outer/out:/out -- sh -c 'mv out o2; ln -s ../.config/autostart out'
  tries resume one -- sh -c "$write"
  tries exec one -- sh -c "$write"
  tries launch /home/op/mine --rw /home/op/outer/out:/out -- sh -c "$write"
  judge_all
  [ ! -e /home/op/.config/autostart/x.desktop ]
}

@test "a link in the place of a project leads no later session outside" {
  local read='cat secret && echo went; echo x >planted'
  as op env -C outer/sub bawn launch --name two -- true
  as op env -C outer/sub bawn launch --name three --workspace bind --bind-anyway -- true
  outer -- sh -c 'mv sub kept; ln -s ../Documents sub'
  tries resume two -- sh -c "$read"
  tries exec two -- sh -c "$read"
  tries resume three -- sh -c "$read"
  tries exec three -- sh -c "$read"
  tries launch outer/sub -- sh -c "$read"
  run sudo -H -u op -- sh -c 'cd /home/op/outer/sub && bawn launch -- cat secret && echo went' </dev/null
  said+=$output$'\n'
  judge_all
  [ ! -e /home/op/Documents/planted ]
}

@test "a directory in the place of a project is not the project of its later sessions" {
  as op sh -c 'mkdir outer/private; echo "the secret of op" >outer/private/secret'
  as op env -C outer/sub bawn launch --name two -- true
  outer -- sh -c 'mv sub kept; mv private sub'
  tries resume two -- sh -c 'cat secret && echo went'
  tries exec two -- sh -c 'cat secret && echo went'
  judge_all
}

@test "a session of the version before is refused what another one could have replaced" {
  as op env -C outer/sub bawn launch --name two -- true
  as op python3 - <<'END'
import json
path = "/home/op/.local/state/bawn/sessions/two/plan.json"
plan = json.load(open(path))
del plan["sources"]
json.dump(plan, open(path, "w"))
END
  # nothing that it was shown could be replaced by a session
  run -0 as op bawn resume two -- cat file
  assert_output kept
  as op python3 - <<'END'
import json
path = "/home/op/.local/state/bawn/sessions/two/plan.json"
plan = json.load(open(path))
del plan["sources"]
json.dump(plan, open(path, "w"))
END
  outer -- sh -c 'mv sub kept; mkdir sub; echo "the secret of op" >sub/secret'
  tries resume two -- sh -c 'cat secret && echo went'
  judge_all
}

@test "a linked dotfile shows no later session what a session linked it to" {
  as op sh -c 'git init -q dot; mkdir dot/bin; echo nodejs 22 >dot/tool-versions; mkdir -p .local; ln -s ~/dot/tool-versions .tool-versions
    ln -s ~/dot/bin .local/bin; echo "[core]" >dot/gitconfig; ln -s dot/gitconfig .gitconfig'
  as op env -C dot bawn launch --workspace bind -- sh -c 'rm -r tool-versions bin gitconfig
    ln -s ../Documents tool-versions; ln -s ../Documents bin; ln -s ../Documents/secret gitconfig'
  tries launch mine --with-gitconfig -- sh -c 'cat /home/op/.tool-versions/secret && echo went
    cat /home/op/.local/bin/secret && echo went; cat /home/op/.gitconfig && echo went; true'
  assert_line --partial 'warning: /home/op/.tool-versions is not shown: '
  assert_line --partial 'warning: /home/op/.local/bin is not shown: '
  assert_line --partial 'warning: /home/op/.gitconfig is not shown: '
  # nor before it is exchanged: what a session can write decides nothing about others
  as op sh -c 'rm dot/tool-versions; echo nodejs 22 >dot/tool-versions'
  tries launch mine -- sh -c 'cat /home/op/.tool-versions && echo went; true'
  assert_line --regexp "warning: /home/op/.tool-versions is not shown: .*a session could write /home/op/dot$"
  judge_all
}

@test "what is hidden of a person's files is in no project" {
  local read='for file in id x vault/x work/vault/x ssh/id; do cat $file && echo went; done; grep -rs "the secret" . && echo went; true'
  as op sh -c 'git init -q dot; mkdir dot/ssh vault work work/vault .config/bawn; echo "the secret of op" | tee dot/ssh/id vault/x work/vault/x >/dev/null
    echo "hidden_paths = [\"vault\", \"work/vault\", \"shut\"]" >.config/bawn/config.toml; mv .ssh .ssh.real; ln -s dot/ssh .ssh; ln -s dot/later shut'
  for project in dot vault work dot/ssh work/vault; do
    tries launch "$project" -- sh -c "$read"
    tries launch "$project" --workspace bind --bind-anyway -- sh -c "$read"
    tries launch "$project" --workspace readonly -- sh -c "$read"
  done
  as op sh -c 'rm .ssh; mv .ssh.real .ssh'
  judge_all
}
