#!/usr/bin/env bats
# Adopted tools under AppArmor: an agent gets the tool, and no other permission.

bats_require_minimum_version 1.5.0

load ../lib/world

# The tool contains a library, writes it to /tmp and loads it from there, as programs built with bun do. The tool is in a
# Python virtual environment, as aider is.
setup_file() {
  make_user alice
  make_project alice app >/dev/null
  bawn-admin init
  bawn-admin create a.noir --operator alice
  bawn-admin assign a.noir /home/alice/app
  as alice python3 -m venv --without-pip demo
  gcc -shared -fPIC -o /home/alice/demo/library /src/tests/escape/programs/library.c
  cat >/home/alice/demo/bin/demo <<'END'
#!/home/alice/demo/bin/python3
import ctypes, os, shutil, sys
where = sys.argv[1] if len(sys.argv) > 1 else "/tmp/.0-1.so"
if where == "--version":
    sys.exit(print("demo 1.0", sys.prefix))
shutil.copy(os.path.dirname(os.path.dirname(os.path.realpath(__file__))) + "/library", where)
ctypes.CDLL(where)
END
  chmod 755 /home/alice/demo/bin/demo
  cat >/etc/bawn/tools.d/demo.toml <<'END'
format = 1
label = "a demonstration"
rank = 1
command = "demo"
unpacks = ["/tmp"]
[prompt]
interactive = ["{prompt}"]
once = ["{prompt}"]
END
  bawn-admin tool add demo --from /home/alice/demo
  bawn-admin allow a.noir demo
}

launches() { as alice bawn launch a.noir app --no-sync "$@"; }

@test "a tool runs under AppArmor, and loads the library that it unpacks" {
  run -0 --separate-stderr launches
  assert_output went
}

@test "a virtual environment's own Python runs it" {
  run -0 --separate-stderr launches -- demo --version
  assert_output 'demo 1.0 /var/lib/bawn/tools/demo/1.0'
}

@test "a tool does not load a library at another path or under another name" {
  run -1 launches -- sh -c 'for at in /tmp/0.so ~/.0-1.so /var/tmp/.0-1.so /work/app/.scratch/.0-1.so; do
    demo "$at"; done; false'
  refute_line went
  assert_output --partial 'failed to map segment'
}

@test "a tool cannot run an unpacked file as a program" {
  run -126 launches -- sh -c 'cp /usr/bin/id /tmp/.id.so; chmod 755 /tmp/.id.so; /tmp/.id.so'
}
