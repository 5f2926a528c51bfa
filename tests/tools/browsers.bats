#!/usr/bin/env bats
# Browsers in an unprivileged session without additional options, with their own sandboxes. Each one takes a picture of a page
# that a server inside sends.

bats_require_minimum_version 1.5.0

load ../lib/world
load ../lib/own

setup_file() {
  make_home_file_system
  make_user alice
  as alice sh -c '
    mkdir app && cd app
    echo "<body style=\"background: rgb(10, 200, 30)\"><button onclick=\"this.textContent = 6 * 7\">count</button>" >index.html'
}

teardown() {
  forget_sessions
}

# in_session SCRIPT: runs the script with the page at http://localhost:8123/.
in_session() {
  as alice env -C app timeout 120 bawn launch --name pictures -- bash -euc '
    python3 -m http.server 8123 >/dev/null 2>&1 &
    until curl -so /dev/null http://localhost:8123/; do sleep 0.1; done
    '"$1"
}

# shows_the_page FILE: asserts that the first pixel, which no filter of PNG changes, has the colour of the page.
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

@test "a report with hostile names runs nothing, loads nothing and fits 400 pixels" {
  as alice env -C app bawn launch --name hostile -- bash -c '
    mkdir "<script>document.title=1<" "<" && touch "<script>document.title=1</script>" \
      "</title><img src=x onerror=document.title=2>" "$(printf "\\033[2J\\342\\200\\256")" "$(printf "%0250d" 0)"
    git init -q 2>/dev/null; git -c user.name="<script>document.title=3</script>" -c user.email=a@b commit -q --allow-empty \
      -m "\"><script>document.title=4</script>"; echo "x" >.envrc'
  as alice env -C app bawn report hostile --html report.html
  run -0 --separate-stderr in_session 'node - <<END
    const { chromium } = require("/opt/playwright/node_modules/playwright-core");
    (async () => {
      const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", chromiumSandbox: true });
      const page = await browser.newPage({ viewport: { width: 400, height: 800 } });
      const asked = [];
      page.on("request", request => asked.push(request.url()));
      const said = [];
      page.on("console", message => said.push(message.text()));
      await page.goto("http://localhost:8123/report.html");
      await page.waitForTimeout(500);
      console.log(await page.title());
      console.log(await page.evaluate(() => document.querySelectorAll("script, img, iframe, link, a").length));
      console.log(await page.evaluate(() => document.documentElement.scrollWidth));
      console.log(await page.evaluate(() => getComputedStyle(document.querySelector("td")).display));
      console.log((await page.textContent("table")).includes("<script>document.title=1</script>"));
      console.log(asked.filter(each => !each.endsWith("favicon.ico")).length, said.join(" "));
      await browser.close();
    })();
END'
  assert_output "Session hostile
0
400
block
true
1 "
}
