#!/usr/bin/env bats
# Browsers in a session under one's own uid, as they come: no flag of theirs is given, their own sandboxes are on. Each
# takes a picture of a page that is served inside.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  make_home_file_system
  make_person alice
  as alice sh -c '
    mkdir app && cd app
    echo "<body style=\"background: rgb(10, 200, 30)\"><button onclick=\"this.textContent = 6 * 7\">count</button>" >index.html'
}

teardown() {
  forget_sessions
}

# in_session SCRIPT: with the page at http://localhost:8123/.
in_session() {
  as alice env -C app timeout 120 bawn launch --name pictures -- bash -euc '
    python3 -m http.server 8123 >/dev/null 2>&1 &
    until curl -so /dev/null http://localhost:8123/; do sleep 0.1; done
    '"$1"
}

# shows_the_page FILE: its first pixel, which no filter of PNG changes, has the colour of the page.
shows_the_page() {
  run -0 python3 -c '
import struct, sys, zlib
png = open(sys.argv[1], "rb").read()
assert png[:8] == b"\x89PNG\r\n\x1a\n"
at, data = 8, b""
while at < len(png):
    length, kind = struct.unpack(">I4s", png[at : at + 8])
    data += png[at + 8 : at + 8 + length] if kind == b"IDAT" else b""
    at += 12 + length
print(*zlib.decompress(data)[1:4])' "/home/alice/.local/share/bawn/workspaces/pictures/upper/$1"
  assert_output '10 200 30'
}

@test "Chromium takes a picture" {
  in_session 'chromium --headless --window-size=400,300 --screenshot=page.png http://localhost:8123/'
  shows_the_page page.png
}

@test "Firefox takes a picture" {
  in_session 'firefox-esr --headless --window-size=400,300 --screenshot "$PWD/page.png" http://localhost:8123/'
  shows_the_page page.png
}

@test "Playwright drives Chromium in its sandbox" {
  run -0 --separate-stderr in_session 'node - <<END
    const { chromium } = require("/opt/playwright/node_modules/playwright-core");
    (async () => {
      const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", chromiumSandbox: true });
      const page = await browser.newPage();
      await page.goto("http://localhost:8123/");
      await page.click("button");
      console.log(await page.textContent("button"));
      await page.screenshot({ path: "page.png" });
      await browser.close();
    })();
END'
  assert_output 42
  shows_the_page page.png
}
