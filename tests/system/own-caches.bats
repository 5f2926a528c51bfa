#!/usr/bin/env bats
# Package caches of the user in unprivileged sessions: npm with a registry on loopback, and the variables of the other managers.

# shellcheck disable=SC2016,SC2154 # shells inside expand it, and run sets stderr
bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/tools
load ../lib/own

# shellcheck disable=SC2154 # set by tools.bash
setup_file() {
  make_alice
  export packages=$BATS_FILE_TMPDIR/packages
  mkdir -p "$packages"
  local name
  for name in one two; do
    make_package "$packages" "$name" 1.0.0
  done
  as alice sh -c 'mkdir other && npm config set registry "$1" && mkdir -p .m2/repository/org/old .cache/pip .cache/uv
    mkdir -p .cargo/registry/index go/pkg/mod/cache/download/example.org && mkdir -p .npm/_logs
    echo a-token | tee .cargo/credentials.toml .m2/settings.xml .npm/_logs/log go/pkg/mod/cache/lock >/dev/null' make "$registry"
}

# downloads DIRECTORY PACKAGE…: alice downloads packages with npm, outside.
downloads() {
  start_registry "$packages"
  as alice sh -c 'cd "$1" && shift && npm install --silent "$@"' downloads "$@"
  stop_registry
}

# in_session [OPTION…] SCRIPT: runs the script in a session, in which no .npmrc of alice names the registry.
in_session() {
  in_app bawn launch --env "npm_config_registry=$registry" "${@:1:$#-1}" -- sh -c "${!#}"
}

@test "a session installs packages from its user's caches without a download" {
  downloads other one
  run -0 --separate-stderr in_session --workspace empty 'npm install --silent --offline one && node_modules/.bin/one'
  assert_output --partial 'one 1.0.0'
  run ! in_session --workspace empty --caches separate 'npm install --silent --offline one'
}

@test "the next session on the project has earlier downloads, and the user's cache does not" {
  as alice sh -c 'find .npm/_cacache | sort' >"$BATS_TEST_TMPDIR/before"
  start_registry "$packages"
  run -0 in_session --show-secrets 'npm install --silent two && node_modules/.bin/two'
  stop_registry
  run -0 --separate-stderr in_session 'npm install --silent --offline two && node_modules/.bin/two'
  assert_output --partial 'two 1.0.0'
  run -0 diff "$BATS_TEST_TMPDIR/before" <(as alice sh -c 'find .npm/_cacache | sort')
  run ! as alice sh -c 'cd other && npm install --silent --offline two'
}

@test "the next session on the project has installations of npx and clones of Cargo" {
  run -0 in_session --name npx 'touch /run/caches/npm/_npx/tool /run/caches/cargo/git/clone'
  run -0 in_session --name next 'ls /run/caches/npm/_npx /run/caches/cargo/git'
  assert_line tool
  assert_line clone
  run ! as alice sh -c 'ls .npm/_npx .cargo/git'
}

@test "a session cannot change its user's caches, and sees no files beside them" {
  as alice sh -c 'find .npm .m2 .cargo .cache go -exec stat -c "%n %y %i" {} + | sort' >"$BATS_TEST_TMPDIR/before"
  run -0 --separate-stderr in_session 'rm -rf /run/caches/*/* 2>/dev/null; echo changed >/run/caches/maven/org
    ls -A /run/caches/maven; grep -rs a-token /run/caches /home/alice; true'
  assert_output org
  run -0 diff "$BATS_TEST_TMPDIR/before" \
    <(as alice sh -c 'find .npm .m2 .cargo .cache go -exec stat -c "%n %y %i" {} + | sort')
}

@test "Maven, pip, uv, Cargo and Go find their caches by a variable" {
  run -0 --separate-stderr in_session --workspace empty --name variables 'echo $MAVEN_OPTS $PIP_CACHE_DIR $UV_CACHE_DIR \
    $UV_LINK_MODE $CARGO_HOME $CARGO_INSTALL_ROOT $GOPROXY; ls -d /run/caches/*/* /run/caches/cargo/registry/*'
  assert_line --index 0 "-Dmaven.repo.local=/run/caches/maven /run/caches/pip /run/caches/uv copy /run/caches/cargo\
 /home/agent/.cargo file:///run/caches/go,https://proxy.golang.org,direct"
  assert_line /run/caches/maven/org
  assert_line /run/caches/cargo/registry/index
  assert_line /run/caches/go/example.org
  # the user's own variables override these
  run -0 --separate-stderr in_session --workspace empty --env GOPROXY=off 'echo $GOPROXY'
  assert_output off
}

@test "a session starts with an empty cache where no overlay is possible" {
  as alice mkdir .cache/pip/mounted
  mount -t tmpfs below /home/alice/.cache/pip/mounted
  run --separate-stderr in_session --workspace empty 'echo kept >/run/caches/pip/new; ls -A /run/caches/pip'
  umount /home/alice/.cache/pip/mounted
  assert_equal "$status $output" '0 new'
  assert_equal "$stderr" "bawn: warning: the session cannot read the cache '/home/alice/.cache/pip': bawn cannot mount an overlay there: a file system is mounted on '/home/alice/.cache/pip/mounted'"
}

@test "a later session sees no target of a link that replaced a cache" {
  as alice sh -c 'mkdir -p .ssh private; echo a-token | tee .ssh/key >private/key'
  local place
  for place in .ssh private; do
    as alice rm -rf .cache/uv
    run -0 in_session --workspace empty --rw /home/alice/.cache "ln -s /home/alice/$place /home/alice/.cache/uv"
    run --separate-stderr in_session --workspace empty 'grep -rs a-token /run/caches; ls -d /run/caches/uv'
    assert_equal "$output" ''
    assert_regex "$stderr" "^bawn: warning: /home/alice/.cache/uv is not shown: "
  done
  as alice sh -c 'rm .cache/uv; mkdir .cache/uv'
}

@test "a project can turn off the caches of its sessions" {
  as alice sh -c 'cd app && echo "caches = \"separate\"" >.bawn.toml'
  run -0 --separate-stderr in_session 'ls /run/caches 2>/dev/null; echo "${npm_config_cache-none}"'
  assert_output none
  as alice rm app/.bawn.toml
}

@test "home wipe removes downloads of sessions, and a home in memory has no cache" {
  local caches=/home/alice/.local/share/bawn/caches/command
  run -0 ls "$caches"
  assert_output --partial app-
  run -0 in_app bawn home wipe command --yes
  run -0 ls "$caches"
  assert_output ''
  run -0 --separate-stderr in_session --home ephemeral 'echo "${npm_config_cache-none}"'
  assert_output none
}

@test "a start warns of a registry that the user's settings name and the session does not use" {
  as alice sh -c 'echo "{}" >app/package.json; echo "registry = http://corp.example/" >>.npmrc; mkdir -p .config/pip; printf "[global]\nindex-url=http://corp.example/\n" >.config/pip/pip.conf'
  run -0 --separate-stderr launches -- true
  # shellcheck disable=SC2154 # run sets it
  assert_regex "$stderr" '^bawn: warning: npm in the session does not use the registry that ~/.npmrc names; to name it: --env npm_config_registry=URL'
  [[ $stderr != *pip* ]]
  as alice sh -c 'rm app/package.json; touch app/pyproject.toml'
  run -0 --separate-stderr launches -- true
  assert_regex "$stderr" '^bawn: warning: pip in the session does not use the registry that ~/.config/pip/pip.conf names'
  run -0 --separate-stderr launches --env PIP_INDEX_URL=http://corp.example/ -- true
  [[ $stderr != *registry* ]]
  printf '[global]\nextra-index-url = https://alice:word@pypi.example/simple\n' >/etc/pip.conf
  run -0 --separate-stderr launches --env PIP_INDEX_URL=http://corp.example/ -- true
  assert_equal "$stderr" 'bawn: warning: pip in the session does not use the registry that /etc/pip.conf names; to name it: --env PIP_EXTRA_INDEX_URL=URL'
  sed -i 's/alice:word@//' /etc/pip.conf
  run -0 --separate-stderr launches --env PIP_INDEX_URL=http://corp.example/ -- true
  assert_equal "$stderr" ''
  rm /etc/pip.conf
  as alice rm app/pyproject.toml .config/pip/pip.conf
}

@test "a start names the settings of uv, Maven and Cargo that name a registry, and a session that sees the file gets no warning" {
  as alice sh -c 'mkdir -p .config/uv && echo "index-url = \"http://corp.example/\"" >.config/uv/uv.toml && touch app/uv.lock app/pom.xml app/Cargo.toml
    printf "[registries.corp]\nindex = \"sparse+http://corp.example/\"\n" >.cargo/config.toml
    printf "<settings><mirrors><!--\n<mirror>\n--></mirrors></settings>\n" >.m2/settings.xml'
  run -0 --separate-stderr launches -- true
  assert_regex "$stderr" 'warning: uv in the session does not use the registry that ~/.config/uv/uv.toml names; to name it: --env UV_DEFAULT_INDEX=URL'
  assert_regex "$stderr" 'warning: cargo in the session does not use the registry that ~/.cargo/config.toml names; to show the file, with any password in it: --ro ~/.cargo/config.toml'
  [[ $stderr != *mvn* ]]
  as alice sh -c 'printf "<settings><mirrors>\n<mirror>\n</mirror></mirrors></settings>\n" >.m2/settings.xml'
  run -0 --separate-stderr launches --env UV_DEFAULT_INDEX=http://corp.example/ --ro /home/alice/.cargo/config.toml -- true
  assert_equal "$stderr" 'bawn: warning: mvn in the session does not use the registry that ~/.m2/settings.xml names; to show the file, with any password in it: --ro ~/.m2/settings.xml --env "MAVEN_ARGS=-s $HOME/.m2/settings.xml"'
  local file=/home/alice/.m2/settings.xml
  run -0 --separate-stderr launches --env UV_DEFAULT_INDEX=x --ro "$file" --env "MAVEN_ARGS=-s $file" --ro /home/alice/.cargo/config.toml -- \
    sh -c 'cat ${MAVEN_ARGS#-s } ../.cargo/config.toml'
  assert_line '<mirror>'
  assert_line '[registries.corp]'
  assert_equal "$stderr" ''
  as alice rm app/uv.lock app/pom.xml app/Cargo.toml .config/uv/uv.toml .m2/settings.xml .cargo/config.toml
}
