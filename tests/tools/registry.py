#!/usr/bin/python3 -I
"""registry.py DIRECTORY PORT: an npm registry on loopback.

Every directory DIRECTORY/NAME@VERSION with a package.json is a package, and so is every file NAME@VERSION.tgz beside a
NAME@VERSION.json of what its registry said of it. A slash of a name is written as a plus sign.
"""
import base64
import gzip
import hashlib
import http.server
import io
import json
import pathlib
import sys
import tarfile
import urllib.parse

TOP = pathlib.Path(sys.argv[1])
PORT = int(sys.argv[2])


def packed(directory):
    # The time in gzip's head stays out: npm hears of a digest now and fetches the archive in another second.
    memory = io.BytesIO()
    with tarfile.open(fileobj=memory, mode="w") as archive:
        archive.add(directory, arcname="package")
    return gzip.compress(memory.getvalue(), mtime=0)


def versions(name):
    found = {}
    for entry in sorted(TOP.glob(name.replace("/", "+") + "@*")):
        version = entry.name[len(name) + 1:]
        if entry.is_dir():
            about = json.loads((entry / "package.json").read_text())
            archive = packed(entry)
        elif entry.suffix == ".tgz":
            about = json.loads(entry.with_suffix(".json").read_text())
            version = version[:-len(".tgz")]
            archive = entry.read_bytes()
        else:
            continue
        digest = base64.b64encode(hashlib.sha512(archive).digest()).decode()
        place = f"http://127.0.0.1:{PORT}/-/{entry.name}"
        about.update(name=name, version=version, dist={"tarball": place, "integrity": "sha512-" + digest})
        if about.get("scripts", {}).keys() & {"preinstall", "install", "postinstall"}:
            about["hasInstallScript"] = True
        found[version] = about
    return found


class Registry(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        name = urllib.parse.unquote(self.path).lstrip("/")
        if name.startswith("-/"):
            entry = TOP / name[2:]
            self.answer(packed(entry) if entry.is_dir() else entry.read_bytes())
            return
        found = versions(name)
        if not found:
            self.send_error(404)
            return
        plain = [version for version in found if "-" not in version]
        latest = (plain or list(found))[-1]
        about = {"name": name, "dist-tags": {"latest": latest}, "versions": found}
        self.answer(json.dumps(about).encode())

    def answer(self, content):
        self.send_response(200)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_):
        pass


http.server.ThreadingHTTPServer(("127.0.0.1", PORT), Registry).serve_forever()
