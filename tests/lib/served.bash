# shellcheck shell=bash disable=SC2034
# A git server over https, for tests that fetch.

# serve DIRECTORY: serves its repositories at https://localhost:8443, with the certificate /usr/local/share/test.pem. Sets
# server to the PID of the server.
serve() {
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost -keyout /tmp/key.pem -out /usr/local/share/test.pem 2>/dev/null
  env -C "$1" GIT_HTTP_EXPORT_ALL=1 GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*' python3 -c '
import http.server, os, ssl, subprocess
class Git(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        path, _, query = self.path.partition("?")
        variables = dict(os.environ, GIT_PROJECT_ROOT=os.getcwd(), PATH_INFO=path, QUERY_STRING=query, REQUEST_METHOD=self.command,
            CONTENT_TYPE=self.headers.get("Content-Type", ""), HTTP_CONTENT_ENCODING=self.headers.get("Content-Encoding", ""), GIT_PROTOCOL=self.headers.get("Git-Protocol", ""))
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        head, _, answer = subprocess.run(["git", "http-backend"], input=body, env=variables, stdout=subprocess.PIPE).stdout.partition(b"\r\n\r\n")
        fields = dict(line.split(": ", 1) for line in head.decode().split("\r\n"))
        self.send_response(int(fields.pop("Status", "200").split()[0]))
        for name, value in fields.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)
    do_POST = do_GET
server = http.server.ThreadingHTTPServer(("127.0.0.1", 8443), Git)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("/usr/local/share/test.pem", "/tmp/key.pem")
server.socket = context.wrap_socket(server.socket, server_side=True)
server.serve_forever()' >/dev/null 2>/tmp/served 3>&- &
  server=$!
  timeout 10 sh -c 'until python3 -c "import socket; socket.create_connection((\"127.0.0.1\", 8443))" 2>/dev/null; do sleep 0.1; done'
}
