#!/usr/bin/env bats
# Attacks by an npm package while root adopts a tool. They do not depend on AppArmor, and each takes two minutes of npm in the
# guest. So a whole run does not run them in the guest.

load attack.bash
load ../lib/tools

setup_file() {
  begin_world
  export packages=$BATS_FILE_TMPDIR/packages
  mkdir -p "$packages"
  start_registry "$packages"
  export registry_pid
}

teardown_file() {
  stop_registry
}

setup() {
  version=1.0.$BATS_TEST_NUMBER
  tree=$state/tools/evil/$version
}

# adopts SCRIPT: root adopts a package with this install script. The script writes its output to the file said.
adopts() {
  make_package "$packages" evil "$version" "exec >said 2>&1"$'\n'"$1"
  run bawn-admin tool add evil --npm "evil@$version" --registry "$registry"
}

said() { cat "$tree/lib/node_modules/evil/said"; }

@test "the scripts of an npm package cannot write to the machine or read files of users" {
  local before after
  before=$(print_of /etc /home /root "$state/agents" "$state/mirrors" "$state/homes" /usr/local)
  adopts 'for place in /etc /usr/bin /usr/lib /var/lib/bawn /var/lib/bawn/agents /home/op /root /run /; do
      echo x >"$place/evil" && echo went
    done
    cat /home/neighbour/secret /etc/shadow /etc/bawn/keys/* /var/lib/bawn/homes/*/* && echo went
    ls /home/op && echo went
    true'
  assert_success
  run said
  judge
  after=$(print_of /etc /home /root "$state/agents" "$state/mirrors" "$state/homes" /usr/local)
  assert_equal "$after" "$before"
}

@test "bawn ends the background processes of an npm package before it reads the package's tree" {
  adopts 'for name in one two three; do
      setsid sh -c "trap : TERM HUP INT; while :; do date +%s%N >beat-$name; sleep 0.05; done" </dev/null >/dev/null 2>&1 &
    done
    setsid python3 -c "import os, time
for i in range(3):
    if os.fork(): os._exit(0)
    os.setsid()
time.sleep(600)" </dev/null >/dev/null 2>&1 &
    sleep 0.5'
  assert_success
  local uid
  uid=$(($(cat "$state/next-uid") - 1))
  run pgrep -u "$uid"
  [ "$status" -ne 0 ] && concludes 'refused: none of them is left' || concludes went
  judge
  run pgrep -f beat-
  assert_failure
}

@test "the scripts of an npm package cannot fill the disk" {
  local before sampler least
  free() { df --output=avail --block-size=M "$state" | tail -n 1 | tr -d ' M'; }
  before=$(free)
  touch "$BATS_TEST_TMPDIR/looking"
  while [ -e "$BATS_TEST_TMPDIR/looking" ]; do free; sleep 0.1; done >"$BATS_TEST_TMPDIR/free" 3>&- & sampler=$!
  adopts 'for i in 1 2 3 4 5 6 7; do head -c 512M /dev/zero >fill-$i || exit 1; done'
  rm "$BATS_TEST_TMPDIR/looking" && wait "$sampler"
  rm -rf "$tree"
  least=$(sort -n "$BATS_TEST_TMPDIR/free" | head -n 1)
  ((before - least < 500)) || concludes "$((before - least)) MiB of the disk: went"
  judge
}

@test "the scripts of an npm package do not run with the uid of a user, and end no process of users" {
  local uid seen
  useradd --uid "$(cat "$state/next-uid")" victim
  sudo -u victim sleep 300 3>&- &
  eventually pgrep -u victim -x sleep
  adopts 'id -u'
  assert_success
  uid=$(said)
  seen="refused: it ran as $uid"
  [ "$uid" != "$(id -u victim)" ] && pgrep -u victim -x sleep || seen=went
  pkill -KILL -u victim || :
  userdel --force victim
  concludes "$seen"
  judge
}
