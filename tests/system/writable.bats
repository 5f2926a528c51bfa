#!/usr/bin/env bats
# shellcheck disable=SC2154 # the loaded files define the variables
# The directories that sessions of each profile can write, in each kind of workspace, as the kernel mounted them.

load ../lib/world.bash
load ../lib/mirrors.bash

setup_file() {
  make_state_file_system
  make_mirrored_project
}

# writable_by AGENT PROJECT: prints each writable mount of a session with its flags, except for device files.
writable_by() {
  local at flags
  run -0 as alice bawn launch -q "$1" "$2" -- cat /proc/self/mountinfo
  for line in "${lines[@]}"; do
    read -r _ _ _ _ at flags _ <<<"$line"
    [[ ,$flags, != *,rw,* || $at == /dev/* && $at != /dev/shm || $at == /proc ]] || echo "$at ,$flags,"
  done
}

# expect_flags AGENT PROJECT HOW PATH...: asserts that the session can write exactly these paths. HOW is noexec, or exec.
expect_flags() {
  local agent=$1 how=$3 found at flags
  found=$(writable_by "$1" "$2" </dev/null)
  shift 3
  [ "$(cut -d ' ' -f 1 <<<"$found" | sort | tr '\n' ' ')" = "$(printf '%s\n' "$@" | sort | tr '\n' ' ')" ] || fail "$agent: $found"
  while read -r at flags; do
    [[ $flags == *,nosuid,* && $flags == *,nodev,* ]] || fail "$agent: $at $flags"
    if [[ $how == exec && $at =~ ^(/home/agent|/work/.*|/compiled)$ ]]; then
      [[ $flags != *,noexec,* ]] || fail "$agent: $at $flags"
    else
      [[ $flags == *,noexec,* ]] || fail "$agent: $at $flags"
    fi
  done <<<"$found"
}

@test "each writable mount of a session is nodev and nosuid, and except with --compiled noexec" {
  local how agent profile number=0 places=(/dev/shm /tmp /run /var/tmp /home/agent)
  make_project alice overlaid >/dev/null
  # developer includes --compiled
  while read -r how profile; do
    number=$((number + 1)) agent=w$number.vert
    [ "$how" != exec ] || places+=(/compiled)
    # shellcheck disable=SC2086 # words
    bawn-admin create "$agent" --profile $profile
    bawn-admin assign "$agent" "$project"
    bawn-admin assign "$agent" /home/alice/overlaid --workspace overlay
    expect_flags "$agent" app "$how" "${places[@]}" /work/app/.scratch
    expect_flags "$agent" overlaid "$how" "${places[@]}" /work/overlaid/.scratch /work/overlaid
    [ "$how" != exec ] || unset 'places[-1]'
  done <<'PROFILES'
noexec standard
noexec read-only
noexec network-isolated
exec standard --compiled
exec developer
PROFILES
}

@test "a start refuses when a mount below a writable directory is missing" {
  local landlock=/usr/local/lib/bawn/landlock
  [ -e "$landlock" ] || landlock=/usr/lib/bawn/landlock
  run -0 perl "$landlock" 0 m/proc -- echo started
  assert_output started
  # bubblewrap before 0.12 follows a link that an earlier session left at the path of a mount
  run -3 perl "$landlock" 0 m/proc m/proc/sys/missing -- echo started
  assert_line --partial 'nothing was started: /proc/sys/missing is not mounted'
  refute_line started
}
