# shellcheck shell=bash
# Makes an agent by hand, for tests of `enter` alone: the same files as bawn-admin makes, without Java and without a signature.

state=/var/lib/bawn
agent=a.noir
project=app
serial=17
generation=$state/agents/.gen/$agent/$serial

# Programs of the agent. Names that are links on Debian come with their targets.
commands=('[' bash dash cat chmod cut env id ls mknod nice printf python3.13 seq setsid sleep sort stat stty touch true)

# make_unsigned_agent OPERATOR: makes the agent's account, policy directory, project and home.
make_unsigned_agent() {
  local name
  groupadd --gid 70000 "$agent"
  useradd --uid 70000 --gid 70000 --no-user-group --no-create-home --home-dir "$state/homes/$agent" \
    --shell /usr/sbin/nologin --comment 'bawn agent' "$agent" 2>/dev/null
  usermod -L -e 1 "$agent"
  install -d -m 0755 "$state" "$state/agents" "$generation"/{,bin,recipe,etc} "$generation"/memory/{dev-shm,tmp,run,var-tmp} "$state/mirrors/$project/.scratch"
  install -d -m 0700 -o "$agent" -g "$agent" "$state/homes/$agent" "$state/scratch/$agent/$project"
  ln -s ".gen/$agent/$serial" "$state/agents/$agent"
  echo "$agent:x:70000:70000::/home/agent:/bin/bash" >"$generation/etc/passwd"
  echo "$agent:x:70000:" >"$generation/etc/group"
  for name in "${commands[@]}"; do
    ln -s "/usr/bin/$name" "$generation/bin/$name"
  done
  ln -s /usr/bin/dash "$generation/bin/sh"
  ln -s /usr/bin/python3.13 "$generation/bin/python3"
  echo '--nproc=256:256 --nofile=4096:4096' >"$generation/limits"
  echo session >"$generation/filter"
  echo 'this is the project' >"$state/mirrors/$project/README"
  echo "$(id -u op):op" >"$generation/operators"
  { find /usr/lib /usr/lib64/ /usr/lib32/ /usr/lib/*-linux-gnu* -mindepth 1 -maxdepth 1 -type d -printf ':%p' 2>/dev/null || :; printf ':\n:\n'; } \
    >"$generation/libraries"
  recipe "$@" >"$generation/recipe/$project.args"
  printf 'noexec %s\n' "1777 $generation/memory/dev-shm" "1777 $generation/memory/tmp" "0755 $generation/memory/run" \
    "1777 $generation/memory/var-tmp" "- $state/scratch/$agent/$project" "- $state/homes/$agent" "- $state/mirrors/$project" >"$generation/recipe/$project.writable"
}

# recipe [OPTION…]: prints the sandbox as options of bubblewrap; OPTION… comes before the last ones.
recipe() {
  local name
  printf '%s\0' --unshare-user --unshare-pid --unshare-ipc --unshare-uts --unshare-cgroup --unshare-net \
    --disable-userns --die-with-parent --cap-drop ALL --uid 70000 --gid 70000 --hostname bawn \
    --ro-bind /usr/lib /usr/lib --ro-bind /usr/lib64 /usr/lib64 --ro-bind /usr/share /usr/share \
    --symlink usr/lib /lib --symlink usr/lib64 /lib64 --symlink usr/bin /bin \
    --symlink dash /usr/bin/sh --symlink python3.13 /usr/bin/python3 \
    --ro-bind /usr/bin/env /.bawn/env --ro-bind-try /usr/bin/aa-exec /.bawn/aa-exec
  for name in "${commands[@]}"; do
    printf '%s\0' --ro-bind "/usr/bin/$name" "/usr/bin/$name"
  done
  for name in "$generation"/bin/*; do
    printf '%s\0' --symlink "$(readlink "$name")" "$name"
  done
  printf '%s\0' --ro-bind "$generation/etc" /etc --proc /proc --dev /dev --bind "$generation/memory/dev-shm" /dev/shm \
    --remount-ro /dev --bind "$generation/memory/tmp" /tmp --bind "$generation/memory/run" /run --bind "$generation/memory/var-tmp" /var/tmp \
    --ro-bind "$state/mirrors/$project" "/work/$project" \
    --bind "$state/scratch/$agent/$project" "/work/$project/.scratch" --bind "$state/homes/$agent" /home/agent \
    --setenv HOME /home/agent --setenv PATH "$generation/bin" --setenv USER "$agent" --setenv LOGNAME "$agent" \
    --setenv SHELL /usr/bin/bash --setenv LANG C.UTF-8 --setenv BAWN_SESSION "$agent/$project" \
    "$@" --remount-ro / --chdir "/work/$project"
}

# install_enter DIRECTORY SHELL-LINE: installs a copy of `enter` that this shell runs, with a filter that allows every call.
install_enter() {
  install -d -m 0755 "$1"
  { echo "#!$2" && tail -n +2 /src/libexec/enter; } >"$1/enter"
  chmod 755 "$1/enter"
  install -m 0644 /src/libexec/{session,agent-sandbox,relay,tmux-output,system-calls,landlock} "$1"
  install -m 0755 /src/libexec/disk-use "$1"
  printf '\006\0\0\0\0\0\377\177' | tee "$1/session.bpf" >"$1/jit.bpf"
}

# let_in OPERATOR DIRECTORY…: writes the lines of sudoers that allow an operator to start `enter` from these directories.
let_in() {
  local operator=$1 directory
  shift
  {
    for directory; do
      echo "Defaults!$directory/enter use_pty, env_reset, secure_path=/usr/bin"
      echo "#$(id -u "$operator") ALL=($agent) NOPASSWD: NOSETENV: $directory/enter"
    done
    echo "Defaults>$agent env_check=\"COLORTERM NO_COLOR TERM\", env_keep=\"ANTHROPIC_API_KEY\""
  } >/etc/sudoers.d/bawn
  chmod 440 /etc/sudoers.d/bawn
  visudo -cqf /etc/sudoers.d/bawn && visudo-rs -cqf /etc/sudoers.d/bawn
}
