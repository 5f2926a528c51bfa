package dev.bawn.launcher.facts;

import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.plan.SshAccess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Asks ssh(1) and ssh-keygen(1) for the caller's settings and known hosts. */
final class SshProbe {

  private static final Path SSH = Path.of("/usr/bin/ssh");
  private static final int SECONDS = 10;

  private final Surroundings here;
  private final Path home;

  /**
   * @param home of the caller, to which {@code ~} in settings leads
   */
  SshProbe(Surroundings here, Path home) {
    this.here = here;
    this.home = home;
  }

  /**
   * The data with which a session can log in to these hosts.
   *
   * @param warnings gets a sentence for each host to which the caller connects in another way
   * @throws Refused if the host keys of one are not known or may be revoked, or no key for it is in
   *     a file
   */
  SshAccess access(List<String> hosts, List<String> warnings) {
    if (!hosts.isEmpty() && !Files.isExecutable(SSH)) {
      throw new Refused("ssh is not installed", "install OpenSSH, or leave out --with-ssh");
    }
    List<SshAccess.SshHost> all = new ArrayList<>();
    for (String host : hosts) {
      all.add(host(host, hosts, warnings));
    }
    return new SshAccess(all);
  }

  private SshAccess.SshHost host(String name, List<String> hosts, List<String> warnings) {
    List<String> settings = lines(List.of(SSH.toString(), "-G", "--", name));
    if (settings.isEmpty()) {
      throw new Refused("ssh cannot read your settings for " + name, "see: ssh -G " + name);
    }
    String hostName = one(settings, "hostname");
    String port = one(settings, "port");
    if (!List.of("", "none").contains(one(settings, "revokedhostkeys"))) {
      throw new Refused(
          "your ssh settings have RevokedHostKeys, which bawn cannot apply to " + name,
          "mark each revoked key with @revoked in known_hosts instead, see: man sshd");
    }
    List<String> hostKeys = hostKeys(settings, known(settings, hostName, port));
    if (hostKeys.isEmpty()) {
      throw new Refused(
          "the host keys of " + name + " are not in your known_hosts", "connect once: ssh " + name);
    }
    List<Path> keys = new ArrayList<>();
    List<Path> closed = new ArrayList<>();
    for (String file : all(settings, "identityfile")) {
      Path key = path(file);
      if (Files.isReadable(key)) {
        keys.add(key);
      } else if (Files.exists(key)) {
        closed.add(key);
      }
    }
    if (keys.isEmpty() && !closed.isEmpty()) {
      String key = ShellQuoting.join(List.of(closed.getFirst().toString()));
      throw new Refused("the key file " + key + " cannot be read", "see: ls -l " + key);
    }
    if (keys.isEmpty()) {
      throw new Refused(
          "none of your key files is for "
              + name
              + "; bawn cannot limit a key that only your ssh-agent has",
          "name the file in ~/.ssh/config: IdentityFile");
    }
    if (!List.of("", "none").contains(one(settings, "proxycommand"))) {
      warnings.add(
          "the session connects to "
              + name
              + " directly, without the ProxyCommand of your ssh settings");
    }
    return new SshAccess.SshHost(
        name, hostName, port, one(settings, "user"), jump(name, settings, hosts), hostKeys, keys);
  }

  /** The hosts of ProxyJump, each as [USER@]HOST[:PORT]; the session must know each of them. */
  private static String jump(String name, List<String> settings, List<String> hosts) {
    String jump = one(settings, "proxyjump");
    if (List.of("", "none").contains(jump)) {
      return "";
    }
    for (String each : jump.split(",")) {
      String host = each.replaceFirst(".*@", "").replaceFirst(":[0-9]*$", "");
      if (!hosts.contains(host)) {
        throw new Refused(
            "ssh connects to " + name + " through " + host + ", to which the session cannot log in",
            "add --with-ssh " + host);
      }
    }
    return jump;
  }

  /** The name of a host in known_hosts, see sshd(8). */
  private static String known(List<String> settings, String hostName, String port) {
    List<String> alias = all(settings, "hostkeyalias");
    if (!alias.isEmpty()) {
      return alias.getFirst();
    }
    return port.equals("22") ? hostName : "[" + hostName + "]:" + port;
  }

  private List<String> hostKeys(List<String> settings, String known) {
    List<String> files = new ArrayList<>();
    for (String key : List.of("userknownhostsfile", "globalknownhostsfile")) {
      for (String value : all(settings, key)) {
        files.addAll(List.of(value.split(" ")));
      }
    }
    List<String> keys = new ArrayList<>();
    List<String> revoked = new ArrayList<>();
    for (String file : files) {
      Path path = path(file);
      if (Files.isReadable(path)) {
        for (String line :
            lines(List.of("/usr/bin/ssh-keygen", "-F", known, "-f", path.toString()))) {
          String[] fields = line.split(" ");
          if (fields.length > 3 && fields[0].equals("@revoked")) {
            revoked.add(fields[2] + " " + fields[3]);
          } else if (fields.length > 2 && !line.startsWith("#") && !line.startsWith("@")) {
            keys.add(fields[1] + " " + fields[2]);
          }
        }
      }
    }
    keys.removeAll(revoked);
    return keys;
  }

  private Path path(String file) {
    return file.startsWith("~/") ? home.resolve(file.substring(2)) : home.resolve(file);
  }

  private static String one(List<String> settings, String key) {
    List<String> all = all(settings, key);
    return all.isEmpty() ? "" : all.getFirst();
  }

  private static List<String> all(List<String> settings, String key) {
    List<String> values = new ArrayList<>();
    for (String line : settings) {
      if (line.startsWith(key + " ")) {
        values.add(line.substring(key.length() + 1));
      }
    }
    return values;
  }

  private List<String> lines(List<String> command) {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD);
    builder.environment().clear();
    builder.environment().putAll(here.environment());
    try {
      Process process = builder.start();
      // a command of Match exec in the settings may never end
      CompletableFuture.delayedExecutor(SECONDS, TimeUnit.SECONDS)
          .execute(process::destroyForcibly);
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().toList();
    } catch (IOException e) {
      throw new Failed(command.getFirst() + " cannot be started", "install OpenSSH");
    }
  }
}
