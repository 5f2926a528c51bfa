#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # what is in single quotes is for other shells; the loaded files define the variables
# An agent under the profile developer repairs projects in three languages. A script plays the agent: it sees the test fail,
# edits the source, and runs the project's own test. The operator merges, and the test passes outside.

load ../lib/world.bash
load ../lib/mirrors.bash

setup_file() {
  make_state_file_system
  make_user alice
  SUDO_UID=$(id -u alice) SUDO_GID=$(id -g alice) SUDO_USER=alice
  export SUDO_UID SUDO_GID SUDO_USER
  bawn-admin init
  bawn-admin create d.vert --profile developer >/run/created
}

# make_broken NAME: creates a git repository of alice; standard input is a script of sh that writes its files.
make_broken() {
  as alice sh -euc 'git init -q "$1"; cd "$1"; git config user.name Owner; git config user.email owner@localhost; sh -eu
    git add -A; git commit -qm broken' make "$1"
  bawn-admin assign d.vert "/home/alice/$1" --workspace overlay
}

# repairs NAME FILE TEST: the agent's script replaces "a - b" in FILE; TEST fails before and passes after, inside and outside.
repairs() {
  local name=$1 file=$2 test=$3
  run ! as alice sh -euc "cd ~/$name; $test"
  run -0 as alice bawn launch d.vert "$name" -- bash -euc "if $test; then exit 9; fi; sed -i 's/a - b/a + b/' $file; $test"
  run ! as alice sh -euc "cd ~/$name; $test"
  run -0 as alice bawn status d.vert "$name"
  assert_line --regexp "modified +$file"
  run -0 as alice bawn merge d.vert "$name" "$file"
  run -0 as alice sh -euc "cd ~/$name; $test"
}

@test "the profile developer permits compiled programs, and names missing programs once" {
  run -0 cat /run/created
  assert_line --regexp '^created d.vert: uid [0-9]+, [0-9]+ commands$'
  [ "$(grep -c '^not installed' <<<"$output")" = 1 ]
  for command in $(sed -n 's/^not installed, so not allowed: //p' /run/created); do
    [ ! "$(type -P "$command")" ] || fail "$command is installed"
  done
  refute_line --regexp '^cannot be allowed: .*(mvn|npm|npx)'
  run -0 bawn-admin show d.vert --json
  assert_output --partial '"profile" : "developer"'
  assert_output --partial '"execution" : "compiled"'
  for command in rm mv chmod install timeout ln make diff node npm npx git python3 java javac mvn rustc; do
    [ -L "/var/lib/bawn/agents/d.vert/bin/$command" ] || ! type -P "$command" || fail "$command is not allowed"
  done
}

@test "allow accepts a script with a tree of its own below /usr/share" {
  bawn-admin create a.noir
  bawn-admin allow a.noir mvn java
  make_project alice app >/dev/null
  bawn-admin assign a.noir "$project"
  run -0 as alice bawn launch a.noir app -- mvn --version
  assert_output --partial 'Apache Maven'
}

@test "an agent repairs a project of Node.js" {
  make_broken node <<'end'
echo 'exports.add = (a, b) => a - b;' >add.js
cat >add.test.js <<'js'
const test = require('node:test');
const assert = require('node:assert');
const { add } = require('./add.js');
test('adds', () => assert.strictEqual(add(2, 3), 5));
js
echo '{ "name": "add", "version": "1.0.0", "scripts": { "test": "node --test" } }' >package.json
end
  repairs node add.js 'npm test'
}

@test "an agent repairs a project of Python" {
  make_broken python <<'end'
printf 'def add(a, b):\n    return a - b\n' >add.py
cat >test_add.py <<'py'
import unittest
from add import add
class Adds(unittest.TestCase):
    def test_adds(self):
        self.assertEqual(add(2, 3), 5)
py
end
  repairs python add.py 'python3 -m unittest'
}

@test "an agent repairs a project of Java" {
  make_broken java <<'end'
mkdir -p src test
echo 'public class Add { public static int add(int a, int b) { return a - b; } }' >src/Add.java
cat >test/AddTest.java <<'java'
import java.security.MessageDigest;
public class AddTest {
  public static void main(String[] arguments) throws Exception {
    MessageDigest.getInstance("SHA-256");
    if (Add.add(2, 3) != 5) throw new AssertionError("2 + 3 is " + Add.add(2, 3));
  }
}
java
cat >Makefile <<'make'
test:
	javac -d out src/Add.java test/AddTest.java
	java -cp out AddTest
make
echo out/ >.gitignore
end
  repairs java src/Add.java 'javac -d out src/Add.java test/AddTest.java && java -cp out AddTest'
}
