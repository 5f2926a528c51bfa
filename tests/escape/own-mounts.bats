#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # shells inside expand what is quoted; own-attack.bash and bats set the variables
# Links and files that an unprivileged session leaves in a directory that it can write: which mounts later sessions get from them.

load own-attack

setup_file() {
  begin_own_world
  as op sh -c 'mkdir -p Documents bin .config/autostart; echo "the secret of op" >Documents/secret'
}

setup() {
  # a project that contains another project
  as op sh -c 'git init -q outer && mkdir -p outer/out outer/sub && echo kept >outer/sub/file'
}

teardown() {
  forget
  rm -rf /home/op/outer /home/op/dot /home/op/.tool-versions /home/op/.gitconfig /home/op/.config/bawn \
    /home/op/.config/autostart/* /home/op/bin/* /home/op/Documents/planted /home/op/vault /home/op/work
}

# outer ARGUMENT…: op starts a session with a bound workspace in the outer project.
outer() { sudo -H -u op -- env -C /home/op/outer -- timeout -k 5 60 bawn launch --workspace bind "$@" </dev/null; }

# tries ARGUMENT…: op runs bawn, and said gets the text that it printed.
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

@test "a session sees no hidden file of the project through a share of another path" {
  as op sh -c 'echo the secret of op >mine/.env; ln -s mine alias; mkdir apart'
  tries launch mine --ro /home/op/alias -- cat /home/op/alias/.env
  tries launch mine --ro /home/op/mine/.env:/home/op/apart/env -- cat /home/op/apart/env
  tries launch mine --ro /home/op:/srv/op -- cat /srv/op/mine/.env
  tries launch mine --rw /home/op -- cat /home/op/mine/.env
  tries launch mine --mount-base /work --ro /home/op/mine -- cat /home/op/mine/.env
  tries launch mine --mount-base /work --rw /home/op/mine -- sh -c 'touch planted && echo went'
  rm -r /home/op/alias /home/op/apart
  [[ $said != *'internal error'* ]] || fail "$said"
  said=${said//the secret of op/went}
  judge_all
}

@test "a resumed session follows no link that replaced its writable share" {
  local write='echo evil >/out/x.desktop && echo went'
  outer --name one --rw /home/op/outer/out:/out -- sh -c 'mv out o2; ln -s ../.config/autostart out'
  tries resume one -- sh -c "$write"
  tries exec one -- sh -c "$write"
  tries launch /home/op/mine --rw /home/op/outer/out:/out -- sh -c "$write"
  judge_all
  [ ! -e /home/op/.config/autostart/x.desktop ]
}

@test "a later session follows no link that replaced its project" {
  local read='cat secret && echo went; echo x >planted'
  as op env -C outer/sub bawn launch --here --name two -- true
  as op env -C outer/sub bawn launch --here --name three --workspace bind --bind-anyway -- true
  outer -- sh -c 'mv sub kept; ln -s ../Documents sub'
  tries resume two -- sh -c "$read"
  tries exec two -- sh -c "$read"
  tries resume three -- sh -c "$read"
  tries exec three -- sh -c "$read"
  tries launch --here outer/sub -- sh -c "$read"
  run sudo -H -u op -- sh -c 'cd /home/op/outer/sub && bawn launch --here -- cat secret && echo went' </dev/null
  said+=$output$'\n'
  judge_all
  [ ! -e /home/op/Documents/planted ]
}

@test "bawn writes its references through no link in a repository that a session wrote" {
  local name
  as op sh -c 'mkdir repo; echo kept >profile; mkdir elsewhere'
  as op env -C repo bawn launch -q --here --workspace bind --bind-anyway --name evil -- sh -c 'git init -q .; echo 1 >x; git add .
    git -c user.name=a -c user.email=a@b commit -qm 1; git config user.name "\$(touch /tmp/went)"; git config user.email a@b
    mkdir -p .git/logs/refs/bawn/base .git/logs/refs/heads/bawn; for n in one two; do ln -s /home/op/profile .git/logs/refs/bawn/base/$n; done
    ln -s /home/op/profile .git/logs/refs/heads/bawn/two; ln -s /home/op/profile .git/logs/refs/heads/bawn/fetched'
  said=
  for name in one two; do
    tries launch /home/op/repo --workspace worktree --name $name -- true
  done
  as op env -C repo bawn launch -q --name fetched -- sh -c 'echo 2 >x; git -c user.name=a -c user.email=a@b commit -qam 2'
  tries merge fetched --branch bawn/fetched
  as op sh -c 'rm -r repo/.git/logs/refs/bawn; mkdir -p repo/.git/refs; ln -s ../../elsewhere repo/.git/refs/bawn'
  tries launch /home/op/repo --workspace worktree --name three -- true
  [ "$(find /home/op/elsewhere -mindepth 1)" = '' ] || said+=$'went\n'
  [ "$(cat /home/op/profile)" = kept ] || said+=$'went\n'
  judge_all
}

@test "a later session does not use another directory at the path of its project" {
  as op sh -c 'mkdir outer/private; echo "the secret of op" >outer/private/secret'
  as op env -C outer/sub bawn launch --here --name two -- true
  outer -- sh -c 'mv sub kept; mv private sub'
  tries resume two -- sh -c 'cat secret && echo went'
  tries exec two -- sh -c 'cat secret && echo went'
  judge_all
}

@test "a session of an earlier version does not get a directory that another session could replace" {
  as op env -C outer/sub bawn launch --here --name two -- true
  as op python3 - <<'END'
import json
path = "/home/op/.local/state/bawn/sessions/two/plan.json"
plan = json.load(open(path))
plan.pop("sources", None)
json.dump(plan, open(path, "w"))
END
  # no session could replace the directory that this session sees
  run -0 as op bawn resume two -- cat file
  assert_output kept
  as op python3 - <<'END'
import json
path = "/home/op/.local/state/bawn/sessions/two/plan.json"
plan = json.load(open(path))
plan.pop("sources", None)
json.dump(plan, open(path, "w"))
END
  outer -- sh -c 'mv sub kept; mkdir sub; echo "the secret of op" >sub/secret'
  tries resume two -- sh -c 'cat secret && echo went'
  judge_all
}

@test "a later session does not see the target of a dotfile that a session linked elsewhere" {
  as op sh -c 'git init -q dot; mkdir dot/bin; echo nodejs 22 >dot/tool-versions; mkdir -p .local; ln -s ~/dot/tool-versions .tool-versions
    ln -s ~/dot/bin .local/bin; echo "[core]" >dot/gitconfig; ln -s dot/gitconfig .gitconfig'
  as op env -C dot bawn launch --workspace bind -- sh -c 'rm -r tool-versions bin gitconfig
    ln -s ../Documents tool-versions; ln -s ../Documents bin; ln -s ../Documents/secret gitconfig'
  tries launch mine --with-gitconfig -- sh -c 'cat /home/op/.tool-versions/secret && echo went
    cat /home/op/.local/bin/secret && echo went; cat /home/op/.gitconfig && echo went; true'
  assert_line --partial 'warning: /home/op/.tool-versions is not shown: '
  assert_line --partial 'warning: /home/op/.local/bin is not shown: '
  assert_line --partial 'warning: /home/op/.gitconfig is not shown: '
  # the same holds before the file is replaced: a file that a session can write does not decide about other files
  as op sh -c 'rm dot/tool-versions; echo nodejs 22 >dot/tool-versions'
  tries launch mine -- sh -c 'cat /home/op/.tool-versions && echo went; true'
  assert_line --regexp "warning: /home/op/.tool-versions is not shown: .*a session could write /home/op/dot$"
  judge_all
}

# exchanged PATH ARGUMENT…: starts a session. After the plan and before the mounts, PATH becomes a link to op's documents.
exchanged() {
  local lib
  lib=$(type -P bawn)
  lib=${lib%/bin/*}/lib/bawn
  sed -i.kept "1a system('mv', '$1', '$1.real') == 0 and symlink('/home/op/Documents', '$1');" "$lib/session"
  run as op timeout -k 5 60 bawn launch "${@:2}" -- \
    sh -c 'cat secret && echo went; cat /home/op/beside/secret && echo went; cat ~/secret && echo went; echo x >planted' </dev/null
  said+=$output$'\n'
  mv "$lib/session.kept" "$lib/session"
  [ -L "$1" ] || fail "it was not exchanged: $output"
  rm "$1"
  mv "$1.real" "$1"
}

@test "bawn mounts no path that a link replaces between the plan and the mount" {
  exchanged /home/op/outer/sub outer/sub
  exchanged /home/op/outer outer/sub
  exchanged /home/op/outer/sub outer/sub --workspace bind --bind-anyway
  exchanged /home/op/outer/sub outer/sub --workspace readonly
  exchanged /home/op/beside mine --ro /home/op/beside
  exchanged /home/op/beside mine --rw /home/op/beside
  exchanged /home/op/beside mine --home /home/op/beside
  judge_all
  [ ! -e /home/op/Documents/planted ]
}

@test "git in a repository of a bound project runs no file that a session wrote" {
  as op git init -q outer/sub
  outer -- sh -c 'git -C sub config core.fsmonitor "touch /home/op/canary; false"; echo x >sub/.git/hooks/post-index-change && echo went
    mv sub/.git sub/x && echo went; rm -rf sub/.git; ls -d .git sub/.git; true' >"$BATS_TEST_TMPDIR/said" 2>&1
  said+=$(cat "$BATS_TEST_TMPDIR/said")
  as op git -C outer/sub status >/dev/null
  judge_all
  [ ! -e /home/op/canary ] && [ -d /home/op/outer/sub/.git/objects ]
}

# bats test_tags=long
@test "a forged .git shows a session no other repository of its user" {
  local forged workspace git='GIT_PAGER=cat git log -p --all | grep "the secret of op" && echo went; git cat-file -p HEAD:secret | grep "of op" && echo went
    grep -rqs . /run/borrowed-objects && echo went; true'
  as op sh -c 'git init -q vault && cp Documents/secret vault && git -C vault add secret && git -C vault -c user.name=op -c user.email=op@x commit -qm x && git -C vault worktree add -q ~/work'
  # files of a project: a pointer to a repository, one to a worktree, a repository with alternates, and a link to a repository
  for forged in 'echo "gitdir: /home/op/vault/.git" >.git' 'echo "gitdir: /home/op/vault/.git/worktrees/work" >.git' 'ln -s /home/op/vault/.git .git' \
    'git init -q . && echo /home/op/vault/.git >.git/commondir' 'git init -q . && echo /home/op/vault/.git/objects >.git/objects/info/alternates' \
    'git init -q . && rm -r .git/objects && ln -s /home/op/vault/.git/objects .git/objects && cp /home/op/vault/.git/refs/heads/* .git/refs/heads' \
    'git init -q . && rm -r .git/objects/* && ln -s /home/op/vault/.git/objects/* .git/objects && rm -rf .git/refs/heads && ln -s /home/op/vault/.git/refs/heads .git/refs && cp /home/op/vault/.git/HEAD .git' \
    'git init -q . && git -C /home/op/vault repack -qad && rm -r .git/objects/pack && ln -s /home/op/vault/.git/objects/pack .git/objects && rm -rf .git/refs/heads && ln -s /home/op/vault/.git/refs/heads .git/refs && cp /home/op/vault/.git/HEAD .git' \
    'mkdir -p gd/refs && cp /home/op/vault/.git/HEAD gd && echo /home/op/mine/.git >gd/gitdir && echo /home/op/vault/.git >gd/commondir && echo "gitdir: gd" >.git' \
    'mkdir -p /home/op/mine/x/worktrees/w && cd x && ln -s /home/op/vault/.git/objects . && cp -r /home/op/vault/.git/refs /home/op/vault/.git/HEAD . && cp HEAD worktrees/w && echo /home/op/mine/.git >worktrees/w/gitdir && echo ../.. >worktrees/w/commondir && echo "gitdir: /home/op/mine/x/worktrees/w" >../.git'; do
    forget
    as op sh -c "cd mine && rm -rf .git && $forged"
    for workspace in overlay worktree clone readonly; do
      run launches --workspace "$workspace" -- sh -c "grep -qs 'of op' secret && echo went; $git"
      said+=$output$'\n'
    done
    tries launch --from-git /home/op/mine -- sh -c "grep -qs 'of op' secret && echo went; $git"
  done
  rm -rf /home/op/vault /home/op/work
  judge_all
}

@test "a session on a checkout cannot change the git repository that lends it objects" {
  local before
  launches --workspace worktree --name first -- true
  before=$(print_of /home/op/mine)
  run as op timeout -k 5 60 bawn resume first -- sh -c 'for objects in /run/borrowed-objects /home/op/mine/.git/objects; do
      touch $objects/pack/pack-x.pack; echo /etc >$objects/info/alternates; rm -rf $objects/??; chmod -R 777 $objects; done
    mkdir -p .git/worktrees/x; echo /home/op/mine/.git >.git/commondir; echo /home/op/mine/.git/worktrees/x >.git/gitdir
    git update-ref refs/bawn/base/first HEAD; git gc -q --prune=now; echo x >/home/op/mine/.git/refs/heads/x; true' </dev/null
  unchanged_or_went "$before" /home/op/mine
  as op timeout -k 5 60 bawn log first >/dev/null 2>&1 || true
  as op timeout -k 5 60 bawn status first >/dev/null 2>&1 || true
  unchanged_or_went "$before" /home/op/mine
  judge
}

# exchanges SCRIPT: a session in the outer project runs the script on the repositories plain, mod (a submodule), tree (with a .git
# file) and deep/in/bare.git. Then op runs git status in each one.
exchanges() {
  as op sh -c 'set -e; export GIT_AUTHOR_NAME=x GIT_AUTHOR_EMAIL=x@x GIT_COMMITTER_NAME=x GIT_COMMITTER_EMAIL=x@x
    git init -q lib; git -C lib commit -q --allow-empty -m x; cd outer; git commit -q --allow-empty -m x; git init -q deep/plain; git -c protocol.file.allow=always submodule -q add ~/lib mod; git init -q --bare deep/in/bare.git
    git -C ../lib worktree add -q ~/outer/tree'
  cp "$BATS_TEST_DIRNAME/programs/away.py" /home/op/outer/away.py
  outer --network none -- sh -c "$1" >"$BATS_TEST_TMPDIR/said" 2>&1
  said+=$(<"$BATS_TEST_TMPDIR/said")
  local repository
  for repository in . deep/plain mod tree deep/in/bare.git; do
    as op git -C "outer/$repository" status >/dev/null 2>&1 || :
  done
  if [ -e /home/op/canary ]; then said+=$'\nwent'; fi
  rm -rf /home/op/canary /home/op/lib
}

@test "a session cannot replace .git of a bound project by a move of a directory above it" {
  exchanges 'evil() { git -C $1 config core.fsmonitor "touch /home/op/canary; false" && echo went; }
    evil deep/plain; evil mod; evil deep/in/bare.git
    for dir in deep/plain mod tree deep/in/bare.git deep/in deep; do
      python3 -c "import os, sys; os.rename(sys.argv[1], sys.argv[1] + \".moved\"); print(\"went\")" $dir
      mv -T $dir $dir.copy && echo went; rmdir $dir && echo went
      case $dir in deep | deep/in) ;; *) rm -rf $dir/.git; mkdir -p $dir && cp -r .git $dir/.git && evil $dir ;; esac
    done; true'
  judge_all
  [ -d /home/op/outer/deep/plain/.git/objects ] && [ -f /home/op/outer/mod/.git ] && [ -f /home/op/outer/tree/.git ]
  [ -d /home/op/outer/deep/in/bare.git/objects ]
}

@test "a session cannot replace .git of a bound project from another mount namespace" {
  exchanges 'echo x >.git/hooks/post-index-change && echo went; python3 away.py . deep/plain mod tree; true'
  judge_all
  [ -d /home/op/outer/.git/objects ] && [ -f /home/op/outer/mod/.git ]
}

# listens PATH…: a process of op listens on these sockets until the end of the test.
listens() {
  python3 - "$@" 3>&- <<'END' &
import os, select, socket, sys
sockets = []
for path in sys.argv[1:]:
    os.makedirs(os.path.dirname(path), exist_ok=True)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    os.chmod(path, 0o777)
    listener.listen()
    sockets.append(listener)
open("/tmp/listening", "w").close()
while True:
    for ready in select.select(sockets, [], [])[0]:
        ready.accept()[0].send(b"hello")
END
  echo $! >/tmp/listener
  timeout 30 sh -c 'until [ -e /tmp/listening ]; do sleep 0.1; done'
}

@test "an unprivileged session cannot connect to sockets below the directories that it sees" {
  local connect='import socket, sys
for path in sys.argv[1:]:
    try:
        client = socket.socket(socket.AF_UNIX)
        client.connect(path)
        print(client.recv(5), "went", sep="\n")
    except OSError as error:
        print(path, error)'
  local sockets=(/opt/daemon/run/socket /home/op/beside/socket /home/op/.cargo/bin/socket /home/op/outer/deep/socket /home/op/outer/.git/socket)
  as op sh -c 'echo kept >/home/op/.cargo/bin/kept'
  listens "${sockets[@]}"
  # a process outside can connect to them
  run -0 as op python3 -c "$connect" "${sockets[@]}"
  assert_equal "$(grep -cx went <<<"$output")" 5
  for workspace in overlay readonly bind; do
    tries launch outer --workspace "$workspace" --network none --ro /home/op/beside -- python3 -c "$connect" "${sockets[@]}"
    assert_equal "$(grep -c 'Connection refused' <<<"$output")" 5
  done
  kill "$(</tmp/listener)"
  rm -r /tmp/listen* /opt/daemon "${sockets[@]:1}"
  # the session sees the files in these directories
  run -0 as op bawn launch outer --workspace readonly --ro /home/op/beside -- cat /home/op/beside/file /home/op/.cargo/bin/kept sub/file
  assert_output $'the secret of op\nkept\nkept'
  judge_all
}

@test "a directory of hidden files of a user cannot be a project" {
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

@test "a directory of an ended session shows no covered file" {
  local receive='import os, socket, time
server = socket.socket(socket.AF_UNIX)
server.bind("/home/op/meet/socket")
server.listen()
server.settimeout(30)
top = socket.recv_fds(server.accept()[0], 9, 1)[1][0]
def tries(when):
    try:
        os.open(".git/hooks/planted", os.O_CREAT | os.O_WRONLY, 0o755, dir_fd=top)
        print("went")
    except OSError as error:
        print(when, error)
tries("before")
while not os.path.exists("/home/op/meet/ended"):
    time.sleep(0.1)
tries("after")'
  local pass='import os, socket, time
client = socket.socket(socket.AF_UNIX)
for _ in range(300):
    try:
        client.connect("/home/op/meet/socket")
        break
    except OSError:
        time.sleep(0.1)
socket.send_fds(client, [b"x"], [os.open(".", os.O_RDONLY)])'
  as op mkdir -p meet
  as op timeout -k 5 90 bawn launch mine --rw /home/op/meet -- python3 -c "$receive" </dev/null >"$BATS_TEST_TMPDIR/said" 2>&1 3>&- &
  outer --rw /home/op/meet -- python3 -c "$pass"
  as op touch meet/ended
  wait
  output=$(<"$BATS_TEST_TMPDIR/said")
  assert_regex "$output" after
  mapfile -t lines <<<"$output"
  judge
  assert [ ! -e /home/op/outer/.git/hooks/planted ]
  # no process holds mounts after the last session has ended
  run -0 timeout 10 sh -c 'while pgrep -f "^bawn: mounts of"; do sleep 0.1; done'
  rm -r /home/op/meet
}
