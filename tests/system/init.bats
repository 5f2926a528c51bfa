#!/usr/bin/env bats
# init uses no directory, account or group that it did not create, unless root owns it; otherwise it refuses, with a hint.

load ../lib/world.bash
bats_require_minimum_version 1.5.0

setup_file() {
  make_user alice
  make_project alice app
  SUDO_UID=$(id -u alice) SUDO_GID=$(id -g alice) SUDO_USER=alice
  export SUDO_UID SUDO_GID SUDO_USER
}

teardown() {
  bawn-admin init >/dev/null 2>&1 || :
  bawn-admin uninstall --purge --yes >/dev/null 2>&1 || :
  rm -rf /var/lib/bawn /etc/bawn
  userdel bawn-mirror 2>/dev/null || :
  groupdel bawn-mirror 2>/dev/null || :
}

# hinted: prints the command at the end of the last run's hint.
hinted() {
  sed -n 's/^bawn[a-z-]*: hint: .*: \(sudo .*\)$/\1/p' <<<"$output"
}

@test "init refuses a directory of another user, and its hint solves this" {
  local directory
  for directory in /var/lib/bawn /var/lib/bawn/mirrors /etc/bawn; do
    install -d "$directory"
    chown alice: "$directory"
    run -3 bawn-admin init
    assert_line "bawn-admin: error: $directory is owned by uid $(id -u alice), and must be owned by root"
    run -0 bash -c "$(hinted)"
    run -0 bawn-admin init
    teardown
  done
}

@test "init refuses a directory that others can write, and its hint solves this" {
  install -d -m 0777 /var/lib/bawn/mirrors
  run -3 bawn-admin init
  assert_line --partial 'error: /var/lib/bawn/mirrors is writable by others (mode 0777)'
  run -0 bash -c "$(hinted)"
  run -0 bawn-admin init
}

@test "init refuses a link in place of a directory" {
  install -d /var/lib/bawn /srv/elsewhere
  ln -s /srv/elsewhere /var/lib/bawn/mirrors
  run -3 bawn-admin init
  assert_line 'bawn-admin: error: /var/lib/bawn/mirrors is a symbolic link, and must be no symbolic link'
  run -0 bash -c "$(hinted)"
  run -0 bawn-admin init
  assert_equal "$(stat -c %F /var/lib/bawn/mirrors)" directory
}

@test "init refuses a login account called bawn-mirror, and its hint solves this" {
  useradd --shell /bin/bash bawn-mirror
  run -3 bawn-admin init
  assert_line 'bawn-admin: error: the account bawn-mirror has a login shell: /bin/bash'
  run -0 bash -c "$(hinted)"
  run -0 bawn-admin init
  assert_equal "$(getent passwd bawn-mirror | cut -d: -f7)" /usr/sbin/nologin
}

@test "init refuses an account called bawn-mirror that has a password" {
  useradd --system --shell /usr/sbin/nologin bawn-mirror
  echo bawn-mirror:secret | chpasswd
  run -3 bawn-admin init
  assert_line 'bawn-admin: error: the account bawn-mirror has a password'
  run -0 bash -c "$(hinted)"
  run -0 bawn-admin init
}

@test "init refuses an account called bawn-mirror that shares its uid or lacks a group of its own" {
  useradd --non-unique --uid "$(id -u alice)" --no-create-home --shell /usr/sbin/nologin bawn-mirror
  run -3 bawn-admin init
  assert_line --partial "error: the account bawn-mirror shares uid $(id -u alice)"
  run -0 bash -c "$(hinted)"
  useradd --system --gid users --shell /usr/sbin/nologin bawn-mirror
  run -3 bawn-admin init
  assert_line 'bawn-admin: error: the account bawn-mirror has no group of its own'
  run -0 bash -c "$(hinted)"
  run -0 bawn-admin init
}

@test "init accepts a system account bawn-mirror that nobody can log in to" {
  useradd --system --user-group --no-create-home --shell /usr/sbin/nologin bawn-mirror
  run -0 bawn-admin init
}

# repaired: runs the command that V11 names, and asserts that the agent starts.
repaired() {
  run -3 as alice bawn launch a.noir app -- cat README.md
  assert_line --partial 'V11 (project)'
  run -0 bash -c "$(hinted)"
  run -0 as alice bawn launch a.noir app -- cat README.md
  assert_line '# A small project'
}

@test "the line of V11 repairs a mirror and the directory of mirrors" {
  bawn-admin init
  bawn-admin create a.noir
  bawn-admin assign a.noir /home/alice/app
  chown alice: /var/lib/bawn/mirrors
  repaired
  chmod 0777 /var/lib/bawn/mirrors
  repaired
  chown alice: /var/lib/bawn/mirrors/app
  repaired
  rm -rf /var/lib/bawn/mirrors/app
  repaired
  rm -rf /var/lib/bawn/mirrors/app
  ln -s /home/alice/app /var/lib/bawn/mirrors/app
  repaired
  rm -rf /var/lib/bawn/mirrors/app
  echo file >/var/lib/bawn/mirrors/app
  repaired
}
