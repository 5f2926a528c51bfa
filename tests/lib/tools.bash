# shellcheck shell=bash
# Tools for tests: programs that root adopts, and a registry of npm packages on loopback.

registry=http://127.0.0.1:4873

# start_registry DIRECTORY: serves the packages in the directory until stop_registry.
start_registry() {
  /src/tests/tools/registry.py "$1" 4873 >/dev/null 2>&1 3>&- &
  registry_pid=$!
  timeout 60 sh -c "until curl -s -o /dev/null $registry/; do sleep 0.1; done"
}

stop_registry() {
  kill "$registry_pid"
}

# make_package DIRECTORY NAME VERSION [SCRIPT]: makes a package with one command of the same name, which prints its version
# and its arguments; npm runs SCRIPT when it installs the package.
make_package() {
  local place=$1/$2@$3
  mkdir -p "$place/bin"
  cat >"$place/package.json" <<END
{ "name": "$2", "version": "$3", "bin": { "$2": "bin/$2.js" }, "scripts": { ${4:+"\"postinstall\": \"sh script\""} } }
END
  [ -z "${4:-}" ] || printf '%s\n' "$4" >"$place/script"
  cat >"$place/bin/$2.js" <<END
#!/usr/bin/env node
console.log("$2 $3", process.argv.slice(2).join(" "))
END
}

# make_tool OWNER DIRECTORY VERSION: makes a tool in the owner's home, which prints its version and its arguments.
make_tool() {
  # shellcheck disable=SC2016 # the owner's shell expands it
  as "$1" sh -c '
    mkdir -p "$1/bin" "$1/lib"
    printf "%s\n" "#!/usr/bin/env python3" "import os, sys" \
      "print(\"demo $2\", *sys.argv[1:], os.environ.get(\"DEMO_API_KEY\", \"\"))" >"$1/bin/demo"
    chmod 700 "$1/bin/demo"
    echo data >"$1/lib/data"
    ln -sf ../lib/data "$1/bin/link"' make_tool "$2" "$3"
}

# define_tool NAME: prints the definition of a tool of make_tool or make_package.
define_tool() {
  printf '%s\n' 'format = 1' 'label = "a demonstration"' 'rank = 1' "command = \"$1\"" 'env = []' '[prompt]' \
    'interactive = ["{prompt}"]' 'once = ["{prompt}"]'
}
