package dev.bawn.contract.mask;

import java.util.ArrayList;
import java.util.List;

/**
 * Paths that masks hide, and paths that they do not: one table for the rules, for mirrors and for
 * sessions.
 */
public final class MaskCases {

  /**
   * A path and the expected result.
   *
   * @param patterns the masks besides secret names; if empty, only secret names are masked
   * @param path a file below a project
   * @param isMasked whether it is masked, by its own name or that of a parent directory
   */
  public record Case(List<String> patterns, String path, boolean isMasked) {}

  private static final List<String> SECRETS =
      List.of(
          ".env",
          ".env.local",
          ".env.production",
          ".env.examples",
          ".env.exampl",
          ".env.example.local",
          ".env.",
          ".envrc",
          ".envrc.local",
          ".env~",
          ".env.~1~",
          ".env-prod",
          ".env_prod",
          ".env2",
          "prod.env",
          "api/prod.env.bak",
          ".ENV",
          ".Env.Local",
          "#.env#",
          ".#.env",
          ".env.swp",
          ".env/bin/activate",
          "api/.env",
          ".env.example/.env",
          "id_rsa",
          "deploy/id_ed25519",
          "id_ed25519_sk",
          "id_rsa.bak",
          "ID_RSA",
          "id_rsa_work",
          ".id_rsa.swp",
          "server.pem",
          "server.PEM",
          "x.pem.bak",
          "x.pem~",
          ".key",
          "tls/a b.key",
          "store.p12",
          "secrets/token",
          "Secrets/token",
          "secrets/.env.example",
          "a/secrets/b/c",
          "secrets",
          ".ssh/id_foo",
          ".ssh/config",
          ".netrc",
          ".npmrc",
          "web/.npmrc",
          ".pypirc",
          ".git-credentials",
          "credentials.json",
          "a/Credentials.json.old",
          "x\ny/secrets/x",
          "secrets/x\ny",
          "\n/.env",
          ".env.\n",
          ".env\nfoo",
          "-e/.env");

  private static final List<String> HARMLESS =
      List.of(
          ".env.example",
          ".env.sample",
          ".env.template",
          ".env.dist",
          "web/.env.example",
          ".ENV.EXAMPLE",
          ".env.example~",
          ".env-example",
          ".env.production.example",
          "example.env",
          ".envrc.example",
          ".environment",
          "env",
          "x.envy",
          "foo\nenv",
          "id_rsa.pub",
          "id_ed25519_sk.pub",
          "my_id_rsa",
          "id_rsax",
          "key",
          "monkey",
          "pem.txt",
          "secrets.txt",
          "mysecrets/x",
          "a\nsecrets/x",
          "secrets\n/x",
          "locales/en/auth.json",
          "package.json",
          ".npmrc.example",
          "README.md~",
          "README.md.bak");

  private MaskCases() {}

  /** Returns all cases. */
  public static List<Case> all() {
    List<Case> all = new ArrayList<>();
    SECRETS.forEach(path -> all.add(new Case(List.of(), path, true)));
    HARMLESS.forEach(path -> all.add(new Case(List.of(), path, false)));
    masked(all, "*.sqlite", "a.sqlite", "x/y.sqlite", "db.sqlite/page");
    shown(all, "*.sqlite", "a.sqlite3", "sqlite");
    masked(all, "**/*.sqlite", "server.sqlite", "a/b.sqlite");
    masked(all, "docs/drafts/", "docs/drafts/a");
    shown(all, "docs/drafts/", "docs/drafts", "x/docs/drafts/a");
    masked(all, "/todo", "todo");
    shown(all, "/todo", "x/todo");
    masked(all, "private/", "private/a", "x/private/b/c");
    shown(all, "private/", "private", "x/private");
    masked(all, "a?b", "a1b", "x/a1b");
    shown(all, "a?b", "a/b", "ab");
    masked(all, "data/*1", "data/x1");
    shown(all, "data/*1", "data/x/1");
    masked(all, "src/**/*.dat", "src/a.dat", "src/x/y/a.dat");
    shown(all, "src/**/*.dat", "a.dat", "x/src/a.dat");
    masked(all, "logs/**", "logs/a", "logs/a/b");
    masked(all, "a*z", "abcz", "a\nz", "a\u2028z", "az/x");
    masked(all, "[ab].txt", "a.txt", "x/b.txt");
    shown(all, "[ab].txt", "c.txt", "[ab].txt");
    masked(all, "[!ab].txt", "c.txt");
    shown(all, "[!ab].txt", "a.txt");
    masked(all, "a.b", "a.b");
    shown(all, "a.b", "axb");
    for (String name : List.of("c+d", "(e)", "f|g", "^h", "i$", "-v", "j k", "ü", "+ .x")) {
      masked(all, name, name, "x/" + name);
    }
    masked(all, "\\!important", "!important");
    masked(all, "\\#x", "#x");
    // é as one code point and as two
    masked(all, "caf\u00e9", "cafe\u0301", "caf\u00e9");
    masked(all, "cafe\u0301/*.txt", "caf\u00e9/x.txt");
    return all;
  }

  private static void masked(List<Case> all, String pattern, String... paths) {
    for (String path : paths) {
      all.add(new Case(List.of(pattern), path, true));
    }
  }

  private static void shown(List<Case> all, String pattern, String... paths) {
    for (String path : paths) {
      all.add(new Case(List.of(pattern), path, false));
    }
  }
}
