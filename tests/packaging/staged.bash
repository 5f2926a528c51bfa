# shellcheck shell=bash
# A stub of `bawn` in a directory of its own whose "JVM" is a script, so that a test decides what it
# plans.

top=$(cd -P "$BATS_TEST_DIRNAME/../.." && pwd)

# stage_stub: makes $stub; its JVM runs the file $jvm, which a test writes.
stage_stub() {
  stage=$BATS_TEST_TMPDIR/stage
  stub=$stage/bin/bawn
  jvm=$stage/jvm
  mkdir -p "$stage/bin" "$stage/lib/bawn" "$stage/jdk/bin"
  sed -e 's/@VERSION@/1.2.3/g' -e 's/@BUILD@/0123456789ab/g' "$top/libexec/bawn.in" >"$stub"
  cp "$top/libexec/start" "$top/libexec/handover" "$stage/lib/bawn/"
  echo "$stage/jdk" >"$stage/lib/bawn/jdk"
  printf '#!/bin/bash\nsource %q\n' "$jvm" >"$stage/jdk/bin/java"
  chmod +x "$stub" "$stage/jdk/bin/java"
}

# words WORD...: prints each word and a NUL, as in a plan.
words() {
  printf '%s\0' "$@"
}

# jvm_plans WORD...: the JVM writes exactly these words and exits with 0.
jvm_plans() {
  words "$@" >"$stage/plan"
  jvm_does "cat $stage/plan >&3"
}

# jvm_does LINES: replaces the JVM by this script.
jvm_does() {
  printf '%s\n' "$1" >"$jvm"
}

# session COMMAND...: the JVM plans a session with this command.
session() {
  jvm_plans bawn1 0 "$#" "$@" end
}
