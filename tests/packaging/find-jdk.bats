#!/usr/bin/env bats
# Which Java is taken, told from files alone.

setup() {
  top=$(cd -P "$BATS_TEST_DIRNAME/../.." && pwd)
  export BAWN_JVM_DIRECTORY=$BATS_TEST_TMPDIR/jvm
  unset JAVA_HOME
  mkdir "$BAWN_JVM_DIRECTORY"
  # Only the programs that the script needs: no java of this machine.
  mkdir "$BATS_TEST_TMPDIR/bin"
  local tool
  for tool in bash readlink find dirname sort env; do
    ln -s "$(type -P "$tool")" "$BATS_TEST_TMPDIR/bin/$tool"
  done
}

find_jdk() {
  PATH=$BATS_TEST_TMPDIR/bin "$top/packaging/find-jdk" "$@"
}

# a_jdk NAME VERSION PROGRAM...: creates a JDK whose programs report a start.
a_jdk() {
  local home=$BAWN_JVM_DIRECTORY/$1 program
  mkdir -p "$home/bin"
  printf 'IMPLEMENTOR="Somebody"\nJAVA_VERSION="%s"\n' "$2" >"$home/release"
  for program in "${@:3}"; do
    printf '#!/bin/sh\ntouch %s/started\n' "$BATS_TEST_TMPDIR" >"$home/bin/$program"
    chmod +x "$home/bin/$program"
  done
}

teardown() {
  [[ ! -e $BATS_TEST_TMPDIR/started ]]
}

@test "find-jdk finds a newer Java beside an older default, and starts none" {
  a_jdk java-17 17.0.15 java javac
  a_jdk java-25 25.0.3 java javac
  run find_jdk
  [[ $status -eq 0 && $output == "$BAWN_JVM_DIRECTORY/java-25" ]]
}

@test "find-jdk prefers JAVA_HOME, unless it is too old" {
  a_jdk a 26 java javac
  a_jdk b 25.0.1 java javac
  JAVA_HOME=$BAWN_JVM_DIRECTORY/b run find_jdk
  [[ $output == "$BAWN_JVM_DIRECTORY/b" ]]
  a_jdk b 21.0.1 java javac
  JAVA_HOME=$BAWN_JVM_DIRECTORY/b run find_jdk
  [[ $output == "$BAWN_JVM_DIRECTORY/a" ]]
}

@test "find-jdk finds the home of java in PATH" {
  a_jdk hidden 25 java javac
  mv "$BAWN_JVM_DIRECTORY/hidden" "$BATS_TEST_TMPDIR/hidden"
  ln -s "$BATS_TEST_TMPDIR/hidden/bin/javac" "$BATS_TEST_TMPDIR/bin/javac"
  run find_jdk
  [[ $output == "$BATS_TEST_TMPDIR/hidden" ]]
}

@test "find-jdk reports what each rejected Java lacks" {
  a_jdk java-17 17.0.15 java javac
  a_jdk java-25 25.0.3 java
  run find_jdk
  [[ $status -eq 1 ]]
  [[ $output == *'bawn: error: no Java 25 or newer with javac was found'* ]]
  [[ $output == *"Java 17 in $BAWN_JVM_DIRECTORY/java-17 is too old"* ]]
  [[ $output == *"Java 25 in $BAWN_JVM_DIRECTORY/java-25 has no javac"* ]]
  [[ $output == *'bawn: hint: install one'* ]]
}

@test "find-jdk accepts a Java without a compiler to run bawn" {
  a_jdk java-25 25.0.3 java
  run find_jdk --runtime
  [[ $status -eq 0 && $output == "$BAWN_JVM_DIRECTORY/java-25" ]]
}

@test "find-jdk as root refuses a Java that another user can change" {
  a_jdk java-25 25.0.3 java javac
  run find_jdk --roots-own
  [[ $status -eq 0 ]]
  chown 65534 "$BAWN_JVM_DIRECTORY/java-25/release"
  run find_jdk --roots-own
  [[ $status -eq 1 && $output == *"cannot be trusted"* ]]
  chown 0 "$BAWN_JVM_DIRECTORY/java-25/release"
  chmod o+w "$BAWN_JVM_DIRECTORY"
  run find_jdk --roots-own
  [[ $status -eq 1 ]]
}
