#!/usr/bin/env bats
# shellcheck disable=SC2016,SC2154 # shells inside expand it; run sets stderr
# The caches of pip, Maven and Go, each filled by the tool from a registry on loopback, which records the files that it sends.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  make_alice
  as alice mkdir registry other
  # a wheel, a parent of projects and a module, two of each: the user downloads the first, sessions the second
  as alice python3 - <<'end'
import os, zipfile

def write(path, text):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    open(path, "w").write(text)

for name in ("first", "second"):
    info = f"{name}-1.0.dist-info"
    write(f"registry/simple/{name}/index.html", f'<a href="/{name}-1.0-py3-none-any.whl">{name}-1.0-py3-none-any.whl</a>')
    with zipfile.ZipFile(f"registry/{name}-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"{name}.py", f'print("{name} is here")\n')
        wheel.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")
    head = '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>'
    write(
        f"registry/org/example/{name}/1/{name}-1.pom",
        f"{head}<groupId>org.example</groupId><artifactId>{name}</artifactId><version>1</version><packaging>pom</packaging></project>",
    )
    write(
        f"other/{name}/pom.xml",
        f"{head}<parent><groupId>org.example</groupId><artifactId>{name}</artifactId><version>1</version><relativePath/></parent>"
        "<artifactId>child</artifactId><packaging>pom</packaging>"
        "<repositories><repository><id>test</id><url>http://127.0.0.1:8088</url></repository></repositories></project>",
    )
    module = f"example.org/{name}"
    for version, text in (("list", "v1.0.0\n"), ("v1.0.0.info", '{"Version":"v1.0.0"}'), ("v1.0.0.mod", f"module {module}\n")):
        write(f"registry/{module}/@v/{version}", text)
    with zipfile.ZipFile(f"registry/{module}/@v/v1.0.0.zip", "w") as source:
        source.writestr(f"{module}@v1.0.0/go.mod", f"module {module}\n")
        source.writestr(f"{module}@v1.0.0/{name}.go", f'package {name}\n\nconst Text = "{name} is here"\n')
    write(f"other/{name}/go.mod", f"module main\n\ngo 1.21\n\nrequire {module} v1.0.0\n")
    write(f"other/{name}/main.go", f'package main\n\nimport "{module}"\n\nfunc main() {{ println({name}.Text) }}\n')
write("registry/serve", '''
import http.server, sys

class Registry(http.server.SimpleHTTPRequestHandler):
    def end_headers(self):
        self.send_header("Cache-Control", "max-age=3600" if self.path.endswith(".whl") else "no-cache")
        super().end_headers()

    def log_request(self, code="-", size="-"):
        print(self.path, int(code), flush=True)

http.server.ThreadingHTTPServer(("127.0.0.1", 8088), Registry).serve_forever()
''')
end
}

setup() {
  as alice sh -c 'cd registry && exec python3 serve >/home/alice/given 2>/home/alice/errors' 3>&- &
  timeout 60 sh -c 'until curl -s -o /dev/null http://127.0.0.1:8088/; do sleep 0.1; done'
  as alice sh -c ': >/home/alice/given'
}

teardown() {
  pkill -f 'python3 serve'
}

# given: prints the files that the registry sent since the last call, except for requests of missing files.
given() { sed -n 's/ 200$//p' /home/alice/given; }

# in_session DIRECTORY SCRIPT: runs the script in a session on a copy of the user's directory.
in_session() {
  as alice bash -c 'cd "other/$1" && exec bawn launch --env GONOSUMDB=* --env GOFLAGS=-mod=mod "${@:3}" -- sh -ec "$2"' in_session "$@"
}

# pip caches files only from a trusted host
pip='pip install --trusted-host 127.0.0.1:8088 --quiet --no-input --index-url http://127.0.0.1:8088/simple --target "$(mktemp -d)"'

@test "pip in a session downloads no wheel that its user or an earlier session has" {
  as alice sh -c "$pip first"
  run -0 given
  assert_line /first-1.0-py3-none-any.whl
  as alice sh -c ': >/home/alice/given'
  run -0 --separate-stderr in_session first "$pip first"
  run -0 given
  refute_output --partial .whl
  run -0 --separate-stderr in_session second "$pip second"
  run -0 given
  assert_line /second-1.0-py3-none-any.whl
  as alice sh -c ': >/home/alice/given'
  run -0 --separate-stderr in_session second "$pip second"
  run -0 given
  assert_line /simple/second/
  refute_output --partial .whl
}

@test "Maven in a session works offline with downloads of its user and of an earlier session" {
  as alice sh -c 'cd other/first && mvn -q validate'
  run -0 given
  assert_line /org/example/first/1/first-1.pom
  run -0 --separate-stderr in_session first 'mvn -q -o validate'
  run ! --separate-stderr in_session second 'mvn -q -o validate'
  run -0 --separate-stderr in_session second 'mvn -q validate'
  run -0 --separate-stderr in_session second 'mvn -q -o validate'
  run ! as alice sh -c 'cd other/second && mvn -q -o validate'
}

@test "Go in a session builds with downloads of its user and of an earlier session" {
  as alice sh -c 'cd other/first && GOFLAGS=-mod=mod GONOSUMDB=* GOPROXY=http://127.0.0.1:8088 go mod download && rm -f go.sum'
  run -0 given
  assert_line /example.org/first/@v/v1.0.0.zip
  as alice sh -c ': >/home/alice/given'
  run -0 in_session first 'go run .'
  assert_output --partial 'first is here'
  run -0 in_session second 'go run .' --env GOPROXY=http://127.0.0.1:8088
  assert_output --partial 'second is here'
  run -0 given
  assert_line /example.org/second/@v/v1.0.0.zip
  run -0 in_session second 'go run .' --env GOPROXY=off
  assert_output --partial 'second is here'
}
