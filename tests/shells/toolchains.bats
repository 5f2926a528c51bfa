#!/usr/bin/env bats
# Version managers as Debian packages them, in a session. Their toolchains are scripts of the test, which say where they are.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  make_alice
}

@test "cargo, rustc and rustup start with the user's default toolchain and with a named one" {
  make_program /home/alice/.rustup/toolchains/mine/bin/cargo 'my cargo:'
  make_program /home/alice/.rustup/toolchains/other/bin/cargo 'the other cargo:'
  as alice rustup default mine
  as alice rm -rf .rustup/update-hashes .rustup/tmp .rustup/downloads
  run -0 --separate-stderr launches -- cargo build
  assert_output 'my cargo: build'
  run -0 --separate-stderr launches -- cargo +other build
  assert_output 'the other cargo: build'
  run -0 --separate-stderr launches -- rustup toolchain list
  assert_line --regexp '^mine .*default'
  # the session wrote no file outside
  refute [ -e /home/alice/.rustup/update-hashes ]
}

@test "a session cannot change rustup's toolchains, and the next one does not have its own" {
  run launches -- rustup toolchain link made /usr
  # shellcheck disable=SC2016 # the shell inside expands it
  run ! launches -- sh -c 'echo >"$RUSTUP_HOME/settings.toml"'
  run -0 --separate-stderr launches -- rustup toolchain list
  refute_line --partial made
  assert_equal "$(ls /home/alice/.rustup/toolchains)" "$(printf 'mine\nother')"
}

@test "a Ruby of rbenv starts with the user's default version and with the project's" {
  make_program /home/alice/.rbenv/versions/3.3.1/bin/ruby 'ruby 3.3.1'
  make_program /home/alice/.rbenv/versions/3.4.0/bin/ruby 'ruby 3.4.0'
  as alice sh -c 'rbenv global 3.3.1; rbenv rehash'
  local path=/home/alice/.rbenv/shims:/usr/local/bin:/usr/bin:/bin
  run -0 --separate-stderr in_app env PATH="$path" bawn launch -- ruby
  assert_output 'ruby 3.3.1'
  as alice sh -c 'cd app && rbenv local 3.4.0'
  run -0 --separate-stderr in_app env PATH="$path" bawn launch -- ruby
  assert_output 'ruby 3.4.0'
}

@test "the prompts of zsh and fish name the session" {
  # shellcheck disable=SC2016 # the shell inside expands it
  run -0 --separate-stderr launches --name prompt -- zsh -fc 'print -P -- "$PROMPT"'
  assert_output 'prompt:/home/alice/app% '
  run -0 --separate-stderr launches --name prompt2 -- fish -c 'prompt_login'
  assert_output --partial '(chroot:prompt2)'
}
