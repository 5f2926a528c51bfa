#!/usr/bin/env bats
# bawn as a package manager installs it: below /usr, where projects are refused. The staged files come first, the
# package's hook trains the caches afterwards.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  export DESTDIR=$BATS_FILE_TMPDIR/package
  /src/packaging/stage "$DESTDIR" arch
  cp -a "$DESTDIR/." /
  unset DESTDIR
  make_alice
  make_project alice own
}

# uses_cache NAME USER ARGUMENT…: asserts that the command of USER in alice's project succeeds with the cache NAME and opens no
# jar. (A JVM that refuses its cache opens the jar for its main class.)
uses_cache() {
  local name=$1 user=$2
  shift 2
  run -0 --separate-stderr strace -f -e trace=openat -o "$BATS_TEST_TMPDIR/trace" \
    sudo -H -u "$user" -- env -C /home/alice/app -- "$@"
  assert_equal "$(sed -nE 's/.*"([^"]*\.(jar|aot))".* = [0-9]+$/\1/p' "$BATS_TEST_TMPDIR/trace")" "$(echo /usr/lib/bawn/$name)"
}

@test "the training of a package creates all caches and no other files" {
  find /usr /var /tmp /etc -xdev ! -path "$BATS_RUN_TMPDIR*" | sort >"$BATS_TEST_TMPDIR/before"
  run -0 /usr/lib/bawn/train
  assert_output ''
  find /usr /var /tmp /etc -xdev ! -path "$BATS_RUN_TMPDIR*" | sort >"$BATS_TEST_TMPDIR/after"
  run diff "$BATS_TEST_TMPDIR/before" "$BATS_TEST_TMPDIR/after"
  assert_equal "$(sed -n 's/^[<>] //p' <<<"$output" | sed 's/-[0-9a-f]\{12\}/-ID/' | LC_ALL=C sort)" \
    "$(printf '/usr/lib/bawn/%s\n' bawn-ID.aot bawn-ID.own.aot bawn-ID.start.aot bawn-admin-ID.aot jdk)"
}

@test "root sets up, creates an agent and assigns a project" {
  run -0 bawn-admin init
  run -0 bawn-admin create a.noir --operator alice
  run -0 bawn-admin assign a.noir /home/alice/app
  run -0 bawn-admin verify a.noir
  run -0 grep -c /usr/lib/bawn/enter /etc/sudoers.d/bawn
  # this root has no systemd and no AppArmor
  run bawn-admin doctor --json
  refute_output --partial '"java-untrained"'
  refute_output --partial '"installation-broken"'
}

@test "a start of an agent uses its cache" {
  uses_cache 'bawn-????????????.start.aot' alice bawn launch a.noir app --no-sync -- pwd
  assert_output /work/app
  run -0 --separate-stderr as alice bawn launch a.noir app -- cat README.md
  assert_output '# A small project'
}

@test "a start of your session uses its cache" {
  as alice mkdir -p .npm/_cacache
  # the first start that hides files creates a device by a process, and no cache has Java's class for the event of a process
  run -0 as alice bawn launch own -- true
  uses_cache 'bawn-????????????.own.aot' alice bawn launch ../own -- sh -c 'pwd; echo changed >README.md'
  assert_output /home/alice/own
  run -0 in_app bawn status own-2
  assert_line --partial '1 change'
}

# makes_classes USER ARGUMENT…: prints the classes that the JVM generates while USER runs the command in alice's project, and
# the class of Java's formatter, because its tables of languages take 15 ms.
makes_classes() {
  local user=$1 start=/usr/lib/bawn/start
  shift
  cp -p "$start" "$BATS_TEST_TMPDIR/start"
  sed -i 's|-Xlog:disable -Xlog:all=off|-Xlog:disable -Xlog:class+load,class+init:file=/tmp/classes|' "$start"
  rm -f /tmp/classes
  sudo -H -u "$user" -- env -C /home/alice/app -- "$@" >/dev/null
  cp -p "$BATS_TEST_TMPDIR/start" "$start"
  [ "$(grep -c 'dev[./]bawn' /tmp/classes)" -gt 100 ] || fail 'the log has no classes'
  sed -nE '/source: shared objects file/d; s/.*class,load\] (.*(LookupDefine|Lambda).*)/\1/p; s/.*Initializing .(java.util.Formatter)..*/\1/p' /tmp/classes
}

@test "a start generates no class, because that takes milliseconds" {
  run -0 makes_classes alice bawn launch ../own -- true
  assert_output ''
  run -0 makes_classes alice bawn launch a.noir app --no-sync -- true
  assert_output ''
}

@test "both programs use their caches for other commands" {
  uses_cache 'bawn-????????????.aot' alice bawn list -q
  uses_cache 'bawn-admin-????????????.aot' root bawn-admin version
}

