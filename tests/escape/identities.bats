#!/usr/bin/env bats
# Attacks on the key with which git signs the commits of an agent.

# shellcheck disable=SC2016,SC2154 # the inner shells expand it; the loaded files define the variables
load attack.bash

keys=$state/identities

setup_file() {
  # below, remove_protection needs the finished world
  ATTACK_WITHOUT='' begin_world
  for each in "$agent" "$other"; do
    bawn-admin reseal "$each" --identity
  done
  [ -z "${ATTACK_WITHOUT:-}" ] || remove_protection "$ATTACK_WITHOUT"
}

setup() {
  before=$(print_of "$keys")
}

# bats test_tags=guest
@test "an agent cannot change or replace its key for commits" {
  inside 'cd /run/identity; head -n 1 key; for file in key key.pub allowed_signers; do
      echo x >>$file && echo went; echo x >new && mv new $file && echo went; rm -f $file && echo went; chmod 666 $file && echo went; touch $file && echo went
    done; mkdir dir && echo went; ln -s key link && echo went; cd /; mv /run/identity /run/other && echo went
    rm -rf /run/identity; mv /tmp /run/identity && echo went; ls /run/identity/key'
  judge
  # the agent reads it
  assert_line --regexp '^-----BEGIN OPENSSH PRIVATE KEY-----'
  assert_line /run/identity/key
  assert_equal "$(print_of "$keys")" "$before"
}

@test "no other account can read or change the key of an agent, even outside a sandbox" {
  local all='' user
  for user in "$other" op neighbour bawn-mirror; do
    run setpriv --reuid "$user" --regid "$user" --init-groups sh -c 'cd "$1" && { cat key && echo went; echo x >>key && echo went; rm -f key && echo went
      echo x >>key.pub && echo went; touch new && echo went; mv key old && echo went; mkdir ../c.vert && echo went; }; ls -l key' sh "$keys/$agent"
    assert_line --partial "root $agent"
    all+=$output$'\n'
  done
  concludes "$all"
  mapfile -t lines <<<"$output"
  judge
  assert_equal "$(print_of "$keys")" "$before"
}

@test "a session sees the key of another agent at no path" {
  # otherwise no session of the agent starts where the protection is removed: /run/identity must be a mount
  bawn-admin reseal "$agent" --no-identity
  inside "ls -d $keys $keys/$other && echo went; for file in /run/identity/key $keys/$other/key /proc/[0-9]*/root$keys/$other/key; do cat \$file && echo went; done
    grep -rs 'OPENSSH PRIVATE' /run /etc /home /tmp /work && echo went; ls -d /run"
  judge
  assert_line /run
}
