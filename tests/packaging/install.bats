#!/usr/bin/env bats
# packaging/install, packaging/uninstall, and the installed files below a DESTDIR.

bats_require_minimum_version 1.5.0

setup_file() {
  export top
  top=$(cd -P "$BATS_TEST_DIRNAME/../.." && pwd)
  "$top/packaging/build"
  export DESTDIR=$BATS_FILE_TMPDIR/dest
  mkdir -p "$DESTDIR/usr/local/bin"
  echo mine >"$DESTDIR/usr/local/bin/neighbour"
  describe_tree >"$BATS_FILE_TMPDIR/before"
  "$top/packaging/install"
}

setup() {
  bin=$DESTDIR/usr/local/bin
  lib=$DESTDIR/usr/local/lib/bawn
}

# Prints types, modes, owners, links and contents of all files below DESTDIR.
describe_tree() {
  (cd "$DESTDIR" && find . -printf '%p %y %m %U %G %l\n' | sort && find . -type f -print0 | sort -z |
    xargs -0r sha256sum)
}

# as_nobody COMMAND...: runs the command without root, in a directory that every user can enter.
as_nobody() {
  setpriv --reuid=65534 --regid=65534 --clear-groups -- "$@"
}

# everybody_may_look: makes the test's directory, which is root's, readable for every user.
everybody_may_look() {
  local path=$BATS_FILE_TMPDIR
  while [[ $path != /tmp && $path != / ]]; do
    chmod o+x "$path"
    path=$(dirname "$path")
  done
}

@test "the installed programs run, and stub and program print the same version" {
  run "$bin/bawn" --version
  [[ $status -eq 0 && $output == "bawn "* ]]
  stub_says=$output
  run "$bin/bawn" version
  [[ $status -eq 0 && ${lines[0]} == "$stub_says" && ${lines[1]} == "installed in $lib" ]]
  run "$bin/bawn-admin" version
  [[ $status -eq 0 && ${lines[1]} == "installed in $lib" ]]
}

@test "jars and caches have the build id, and each jar has its cache" {
  local jar id
  for jar in "$lib"/*.jar; do
    id=$(sha256sum <"$jar")
    [[ $jar == *"-${id:0:12}.jar" && -s ${jar%.jar}.aot ]]
  done
  # The jar of a start is smaller, so that it loads faster.
  jar=$(echo "$lib"/bawn-????????????.jar)
  (($(stat -c %s "${jar%.jar}.start.aot") < $(stat -c %s "${jar%.jar}.aot")))
}

@test "the programs use their caches" {
  local jar
  jar=$(echo "$lib"/bawn-????????????.jar)
  # The cache has all classes of the training, so the JVM searches none in the jar.
  mv "$jar" "$jar.away"
  run "$bin/bawn" version
  mv "$jar.away" "$jar"
  [[ $status -eq 0 ]]
  # A JVM without the cache would not find its main class.
  mv "${jar%.jar}.aot" "$jar.cache"
  mv "$jar" "$jar.away"
  run "$bin/bawn" version
  mv "$jar.away" "$jar"
  mv "$jar.cache" "${jar%.jar}.aot"
  [[ $status -ne 0 ]]
  strace -f -e trace=openat -o "$BATS_TEST_TMPDIR/trace" "$bin/bawn" version >/dev/null
  grep -q "bawn-[0-9a-f]*\.aot\".* = [0-9]" "$BATS_TEST_TMPDIR/trace"
}

@test "no cache contains machine code, which another processor may not support" {
  local cache path
  # shellcheck source=libexec/start
  source "$lib/start"
  for cache in "$lib"/*.aot; do
    path=${cache##*/}
    path=$lib/${path%%.*}.jar
    [[ $path == */bawn-????????????.jar ]] || path+=:$(echo "$lib"/bawn-????????????.jar)
    jvm_flags "$lib" "$path"
    run "$(head -n 1 "$lib/jdk")/bin/java" "-XX:AOTCache=$cache" "${flags[@]}" '-Xlog:aot+codecache*=info' -version
    [[ $status -eq 0 && $output == *'AOT Code Cache is empty'* ]]
  done
}

# page PROGRAM: prints the path of the installed manual page.
page() {
  case $1 in
    bawn) echo "$DESTDIR/usr/local/share/man/man1/bawn.1" ;;
    bawn-admin) echo "$DESTDIR/usr/local/share/man/man8/bawn-admin.8" ;;
  esac
}

@test "the manual pages have no error, fit into 80 columns, and list each command with all of its options" {
  local program command option shown part
  for program in bawn bawn-admin; do
    run --separate-stderr env LC_ALL=C.UTF-8 MANROFFSEQ= man --warnings -E UTF-8 -l -Tutf8 -Z "$(page "$program")"
    # shellcheck disable=SC2154 # run sets it
    [[ $status -eq 0 && $output == 'x T utf8'* && -z $stderr ]]
    shown=$(LC_ALL=C.UTF-8 MANWIDTH=80 man -E UTF-8 -l "$(page "$program")" | col -bx)
    [[ $(wc -L <<<"$shown") -le 80 ]]
    shown=$(LC_ALL=C.UTF-8 MANWIDTH=120 man -E UTF-8 -l "$(page "$program")" | col -bx)
    for command in $("$bin/$program" help | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p'); do
      part=$(awk -v name="   $command" '$0 == name { on = 1; next } /^ ? ? ?[^ ]/ { on = 0 } on' <<<"$shown")
      [[ $part ]]
      for option in $("$bin/$program" "$command" --help | grep -oE '^ +(-[a-z], )?--[a-z-]+' | grep -oE -- '--[a-z-]+'); do
        [[ $option == --help || $option == --debug ]] || grep -qE -- "^ +(-[a-z], )?$option( |\$)" <<<"$part"
      done
    done
  done
}

@test "the manual pages of section 5 have no error, and their tables fit into 80 columns" {
  local name page shown
  for name in bawn.toml bawn-tool; do
    page=$DESTDIR/usr/local/share/man/man5/$name.5
    run --separate-stderr env LC_ALL=C.UTF-8 MANROFFSEQ= man --warnings -E UTF-8 -l -Tutf8 -Z "$page"
    # shellcheck disable=SC2154 # run sets it
    [[ $status -eq 0 && $output == 'x T utf8'* && -z $stderr ]]
    shown=$(LC_ALL=C.UTF-8 MANWIDTH=80 man -E UTF-8 -l "$page" | col -bx)
    [[ $(wc -L <<<"$shown") -le 80 ]]
  done
  # the page has a heading for each key of a settings file, and a column for each profile
  shown=$(LC_ALL=C.UTF-8 MANWIDTH=80 man -E UTF-8 -l "${page/bawn-tool/bawn.toml}" | col -bx)
  for name in $("$bin/bawn" config show --json | sed -n 's/.*"key" : "\(.*\)".*/\1/p'); do
    grep -qE "^       $name( |\$)" <<<"$shown"
  done
  grep -qE '^ *in /etc +strict +balanced +compat$' <<<"$shown"
}

@test "install copies README, SECURITY, CHANGELOG and the pages of docs" {
  local file
  for file in README.md SECURITY.md CHANGELOG.md docs/{architecture,formats}.md docs/review.svg; do
    cmp "$top/$file" "$DESTDIR/usr/local/share/doc/bawn/$file"
  done
}

@test "a replaced jar never uses the cache of an older one" {
  local work=$BATS_TEST_TMPDIR/checkout old_jar class=dev/bawn/contract/cli/Program.class
  old_jar=$(echo "$lib"/bawn-????????????.jar)
  cp -a "$top/." "$work"
  # Another word in a class, as in a new build.
  cd "$BATS_TEST_TMPDIR"
  jar --extract --file "$old_jar" "$class"
  sed -i 's/Show versions/Show VERSIONS/' "$class"
  jar --update --file "$work/launcher/target/bawn.jar" "$class"
  : >"${old_jar%.jar}.aot.new" # as an interrupted installation leaves it
  "$work/packaging/install"
  [[ ! -e $old_jar && ! -e ${old_jar%.jar}.aot && ! -e ${old_jar%.jar}.aot.new ]]
  [[ $(find "$lib" -name '*.jar' | wc -l) -eq 2 && $(find "$lib" -name '*.aot' | wc -l) -eq 4 ]]
  run "$bin/bawn" help
  [[ $output == *'Show VERSIONS'* ]]
}

# jar ARGUMENT...: runs jar of the JDK that builds.
jar() {
  "$("$top/packaging/find-jdk")/bin/jar" "$@"
}

@test "bawn loads the native library from the installation, never from /tmp" {
  run strace -f -e trace=openat -o "$BATS_TEST_TMPDIR/trace" "$bin/bawn-admin" session-filter
  [[ $status -eq 0 ]]
  grep -q "\"$lib/libjnidispatch.so\".* = [0-9]" "$BATS_TEST_TMPDIR/trace"
  run grep -E '"/tmp/(jna|[^"]*jnidispatch)' "$BATS_TEST_TMPDIR/trace"
  [[ $output != *'"/tmp/jna'* ]]
}

@test "bawn-admin without root shows the line with sudo and exits with 5" {
  everybody_may_look
  run as_nobody "$bin/bawn-admin" create a.noir
  [[ $status -eq 5 ]]
  [[ $output == $'bawn-admin: error: bawn-admin create needs root\nbawn-admin: hint: run: sudo bawn-admin create a.noir' ]]
}

@test "bawn-admin passes no environment variable of the caller to its JVM" {
  run env JAVA_TOOL_OPTIONS=-Dx=1 SECRET=x LD_LIBRARY_PATH=/tmp \
    strace -f -v -s 4096 -e trace=execve -o "$BATS_TEST_TMPDIR/trace" "$bin/bawn-admin" version
  [[ $status -eq 0 && $output != *JAVA_TOOL_OPTIONS* ]]
  java=$(grep 'execve("[^"]*/bin/java"' "$BATS_TEST_TMPDIR/trace")
  [[ $java == *LC_ALL=C.UTF-8* && $java != *SECRET* && $java != *LD_LIBRARY_PATH* ]]
}

@test "bawn-admin refuses a Java that another user can change" {
  local jdk record
  record=$(<"$lib/jdk")
  IFS= read -r jdk <"$lib/jdk"
  mkdir -p "$BATS_TEST_TMPDIR/jdk/bin"
  ln -s "$jdk/bin/java" "$BATS_TEST_TMPDIR/jdk/bin/java"
  chown -R 65534 "$BATS_TEST_TMPDIR/jdk"
  echo "$BATS_TEST_TMPDIR/jdk" >"$lib/jdk"
  run "$bin/bawn-admin" version
  echo "$record" >"$lib/jdk"
  [[ $status -eq 3 && $output == *"cannot be trusted"* ]]
}

@test "install refuses a checkout that another user can change" {
  local work=$BATS_TEST_TMPDIR/checkout change
  mkdir "$work"
  cp -a "$top/libexec" "$top/packaging" "$work"
  for change in 'chown 65534' 'chmod o+w' 'chmod g+w,g-s --'; do
    $change "$work/libexec/enter"
    [[ $change != *g+w* ]] || chgrp 65534 "$work/libexec/enter"
    run env DESTDIR="$BATS_TEST_TMPDIR/refused" "$work/packaging/install"
    [[ $status -eq 3 && $output == *"$work/libexec/enter: another user can change it"* ]]
    [[ ! -e $BATS_TEST_TMPDIR/refused ]]
    chown 0:0 "$work/libexec/enter"
    chmod 755 "$work/libexec/enter"
  done
}

@test "uninstall leaves the tree as it was before install" {
  "$top/packaging/uninstall"
  describe_tree | diff "$BATS_FILE_TMPDIR/before" -
  run "$top/packaging/uninstall"
  [[ $status -eq 4 ]]
}

@test "uninstall removes the files of a failed install" {
  local work=$BATS_TEST_TMPDIR/checkout
  describe_tree >"$BATS_TEST_TMPDIR/before"
  cp -a "$top/." "$work"
  rm "$work/packaging/THIRD-PARTY"
  run "$work/packaging/install"
  [[ $status -ne 0 ]]
  "$work/packaging/uninstall"
  describe_tree | diff "$BATS_TEST_TMPDIR/before" -
}

@test "uninstall removes the files of an install that was killed at any moment" {
  local tools=$BATS_TEST_TMPDIR/tools moment
  mkdir "$tools"
  # A replacement of `install` that kills the script on its call with this number.
  cat >"$tools/install" <<'END'
#!/bin/bash
echo >>"$CALLS"
(($(wc -l <"$CALLS") != MOMENT)) || kill -KILL $PPID
exec /usr/bin/install "$@"
END
  chmod +x "$tools/install"
  describe_tree >"$BATS_TEST_TMPDIR/before"
  for moment in 2 3 4 9 17; do
    rm -f "$BATS_TEST_TMPDIR/calls"
    CALLS=$BATS_TEST_TMPDIR/calls MOMENT=$moment PATH=$tools:$PATH run "$top/packaging/install" --no-train
    [[ $status -eq 137 ]]
    "$top/packaging/uninstall"
    describe_tree | diff "$BATS_TEST_TMPDIR/before" -
  done
}

@test "install accepts another prefix, with a space in its name" {
  PREFIX='/opt/my bawn' "$top/packaging/install" --no-train
  [[ ! -e "$DESTDIR/opt/my bawn/lib/bawn/jdk" ]]
  "$DESTDIR/opt/my bawn/lib/bawn/train"
  "$DESTDIR/opt/my bawn/bin/bawn" version
  PREFIX='/opt/my bawn' "$top/packaging/uninstall"
  [[ ! -e $DESTDIR/opt ]]
}

@test "install in a terminal writes the same files" {
  PREFIX=/opt/bawn "$top/packaging/install" --no-train
  describe_tree >"$BATS_TEST_TMPDIR/without"
  PREFIX=/opt/bawn "$top/packaging/uninstall"
  PREFIX=/opt/bawn run -0 script -qec "TERM=xterm '$top/packaging/install' --no-train" /dev/null
  [[ $output == *"installed in $DESTDIR/opt/bawn"* ]]
  describe_tree >"$BATS_TEST_TMPDIR/in-terminal"
  PREFIX=/opt/bawn "$top/packaging/uninstall"
  diff "$BATS_TEST_TMPDIR/without" "$BATS_TEST_TMPDIR/in-terminal"
}

@test "two builds of the same sources give the same bytes" {
  local copy=$BATS_TEST_TMPDIR/copy
  mkdir "$copy"
  git -C "$top" ls-files -z | (cd "$top" && tar -c --null -T -) | tar -C "$copy" -x
  (umask 077 && TZ=Asia/Tokyo LC_ALL=C "$copy/packaging/build")
  cmp {"$top","$copy"}/launcher/target/bawn.jar
  cmp {"$top","$copy"}/admin/target/bawn-admin.jar
}
