#!/usr/bin/env bats
# What this kernel's AppArmor refuses, its own log tells in plain words, and what is suggested works.

load ../lib/world
bats_require_minimum_version 1.5.0

setup_file() {
  type -P bawn-admin >/dev/null || PREFIX=/usr /src/packaging/install --no-train
  make_person op
  bawn-admin init --operator op
  bawn-admin create a.noir --profile read-only
}

# under_its_policy SCRIPT: bash runs the script under the agent's policy, with all of /usr there, so that the policy alone
# refuses.
under_its_policy() {
  local wall=()
  [ ! -e /var/lib/bawn/wall ] || wall=(aa-exec -p bawn-wall --)
  sudo -u a.noir -- "${wall[@]}" bwrap --unshare-user --unshare-pid --die-with-parent \
    --ro-bind /usr /usr --symlink usr/lib /lib --symlink usr/lib64 /lib64 --symlink usr/bin /bin \
    --ro-bind /usr/bin/aa-exec /.bawn/aa-exec --ro-bind /etc /etc --proc /proc --dev /dev --perms 1777 --tmpfs /tmp \
    --bind /var/lib/bawn/homes/a.noir /home/agent --setenv HOME /home/agent --setenv PATH /usr/bin --chdir / \
    -- /.bawn/aa-exec -p bawn.a.noir -- /usr/bin/bash -c "$1"
}

@test "a refused program is told with the command that allows it, and then runs at once" {
  run under_its_policy 'perl -e "print 7"'
  assert_failure
  run --separate-stderr bawn-admin denials a.noir
  assert_success
  assert_line --regexp ' 1 ×  bash may not run /usr/bin/perl$'
  assert_line --regexp '^ +sudo bawn-admin allow a.noir perl$'
  bash -euc "$(bawn-admin denials a.noir --suggest)"
  run under_its_policy 'perl -e "print 7"'
  assert_output 7
}

@test "names that an agent chose are told as they are, and harmless" {
  run under_its_policy $'cd /tmp; printf x >$\'two \e[31m"words"\'; chmod +x two* 2>/dev/null; ./two* || cat /etc/shadow'
  run --separate-stderr bawn-admin denials a.noir
  refute_output --partial $'\e'
  assert_output --regexp 'may not (run|read) '
}

@test "a file that it may not write and a policy that it may not leave" {
  run under_its_policy 'echo x >/etc/x; echo "changeprofile unconfined" >/proc/self/attr/current'
  run --separate-stderr bawn-admin denials a.noir
  assert_output --regexp 'bash may not (create|write) /etc/x|bash may not .*current|change its policy'
}

@test "an operator without a right to the log is sent to root" {
  run as op bawn why a.noir
  assert_success
  assert_output --regexp 'may not run /usr/bin/perl|sudo bawn-admin denials AGENT'
}
