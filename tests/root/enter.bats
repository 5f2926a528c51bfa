#!/usr/bin/env bats
# Runs on the machine itself, as root: changes in a copy of the test root change nothing on the machine.

setup() {
  PATH=$BATS_TEST_DIRNAME:$PATH
}

# Prints accounts, directories, mounts and the host name of the machine, which a test could change.
machine() {
  cat /etc/passwd /etc/group /etc/shadow /etc/sudoers
  ls -A /etc/sudoers.d /usr/bin /var/lib /home
  cat /proc/mounts
  hostname
}

processes_with() {
  grep -lzxF "$1" /proc/[0-9]*/cmdline 2>/dev/null
}

@test "enter returns the exit status of the command" {
  run enter -- sh -c 'exit 7'
  [ "$status" -eq 7 ]
}

@test "enter passes the arguments of a command unchanged" {
  # shellcheck disable=SC2016
  run enter -- printf '<%s>' 'a  b' '$HOME' "it's" -- ''
  [ "$output" = "<a  b><\$HOME><it's><--><>" ]
}

@test "accounts, files, mounts and names in the copy do not change the machine" {
  before=$(machine)
  enter -- sh -c 'useradd -m a.noir && echo x >/usr/bin/x && echo y >/etc/sudoers.d/y && mount -t tmpfs none /mnt &&
    hostname other && mkdir /var/lib/bawn'
  [ "$before" = "$(machine)" ]
}

@test "a second copy has no changes of the first" {
  enter -- sh -c 'useradd a.noir && echo x >/tmp/x && echo x >/usr/x'
  run enter -- sh -c 'id a.noir || ls /tmp/x || ls /usr/x'
  [ "$status" -ne 0 ]
}

@test "two copies at the same time do not see each other" {
  fifo=$BATS_TEST_TMPDIR/fifo
  mkfifo "$fifo"
  enter -- sh -c 'useradd first; touch /tmp/first; cat; exit 3' <"$fifo" 3>&- &
  first=$!
  exec 9>"$fifo"
  run enter -- sh -c 'useradd second; ls /tmp; id first; ps ax' 9>&-
  exec 9>&-
  [[ $output != *"uid="* ]]
  [[ $output != *"useradd first"* ]]
  status=0
  wait "$first" || status=$?
  [ "$status" -eq 3 ]
}

@test "processes in the background end with the command" {
  enter -- sh -c 'setsid sleep 86411 & sleep 0.2'
  [ -z "$(processes_with 86411)" ]
}

@test "a killed copy leaves no process and no mount" {
  before=$(cat /proc/mounts)
  enter -- sh -c 'setsid sleep 86412 & sleep 86413' 3>&- &
  copy=$!
  until [ -n "$(processes_with 86413)" ]; do sleep 0.05; done
  kill -9 "$copy"
  wait "$copy" || true
  for _ in $(seq 1200); do
    [ -n "$(processes_with 86412)$(processes_with 86413)" ] || break
    sleep 0.05
  done
  [ -z "$(processes_with 86412)$(processes_with 86413)" ]
  [ "$before" = "$(cat /proc/mounts)" ]
}

@test "enter starts from a saved layer" {
  enter --save "$BATS_TEST_TMPDIR" -- sh -c 'echo one >/usr/lib/layered; rm /etc/debian_version'
  run enter --layer "$BATS_TEST_TMPDIR/layer" -- sh -c 'cat /usr/lib/layered; test -e /etc/debian_version'
  [ "$status" -eq 1 ]
  [ "$output" = one ]
}

@test "the last of several layers takes precedence" {
  mkdir -p "$BATS_TEST_TMPDIR"/{1,2}/usr
  echo 1 >"$BATS_TEST_TMPDIR/1/usr/layered"
  echo 2 >"$BATS_TEST_TMPDIR/2/usr/layered"
  run enter --layer "$BATS_TEST_TMPDIR/1" --layer "$BATS_TEST_TMPDIR/2" -- cat /usr/layered
  [ "$output" = 2 ]
}

@test "directories of the machine are read-only in a copy" {
  run enter --mount "$BATS_TEST_TMPDIR=/there" -- touch /there/x
  [ "$status" -ne 0 ]
  run enter -- touch /src/x
  [ "$status" -ne 0 ]
}
