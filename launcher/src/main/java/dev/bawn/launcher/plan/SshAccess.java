package dev.bawn.launcher.plan;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The hosts to which a session can log in with the caller's keys. No key is visible in the session:
 * {@code session} starts a separate ssh-agent(1), which has the keys and, by destination
 * constraints (see ssh-add(1)), signs for these hosts only.
 *
 * @param hosts each with its keys
 */
public record SshAccess(List<SshHost> hosts) {

  /** The directory of the agent's socket, as the session sees it. */
  static final Path INSIDE = Path.of("/run/ssh");

  /** A file of {@code /etc} with which ssh(1) in the session knows the hosts. */
  private static final String SETTINGS = "ssh/ssh_config";

  private static final String KNOWN_HOSTS = "ssh/ssh_known_hosts";

  /**
   * A host, as the caller's ssh settings describe it.
   *
   * @param name as it was typed, under which its host keys are known
   * @param hostName its name in the network, or its address
   * @param port its port
   * @param user the login name
   * @param jump the hosts through which ssh(1) connects, as ProxyJump names them; empty if none
   * @param hostKeys type and key of each, as in the file known_hosts of sshd(8)
   * @param keys files of the caller's private keys for it
   */
  public record SshHost(
      String name,
      String hostName,
      String port,
      String user,
      String jump,
      List<String> hostKeys,
      List<Path> keys) {

    public SshHost {
      hostKeys = List.copyOf(hostKeys);
      keys = List.copyOf(keys);
    }
  }

  public SshAccess {
    hosts = List.copyOf(hosts);
  }

  /** Tells whether the session has no host for a login. */
  boolean isNone() {
    return hosts.isEmpty();
  }

  /** The hosts, as they were typed. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    for (SshHost host : hosts) {
      names.add(host.name());
    }
    return names;
  }

  /** The files below {@code /etc}. */
  SortedMap<String, String> etc() {
    SortedMap<String, String> files = new TreeMap<>();
    if (!isNone()) {
      files.put(SETTINGS, settings());
      files.put(KNOWN_HOSTS, knownHosts());
    }
    return files;
  }

  /** The arguments of {@code session}: a host, and a key for it. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    for (SshHost host : hosts) {
      for (Path key : host.keys()) {
        arguments.addAll(List.of("--ssh", host.name() + "=" + key));
      }
    }
    return arguments;
  }

  /** The key files, each once, in the order of {@link #arguments()}. */
  private List<Path> keys() {
    LinkedHashSet<Path> keys = new LinkedHashSet<>();
    hosts.forEach(host -> keys.addAll(host.keys()));
    return List.copyOf(keys);
  }

  private String settings() {
    StringBuilder text = new StringBuilder();
    List<Path> keys = keys();
    for (SshHost host : hosts) {
      text.append("Host ").append(host.name());
      if (!names().contains(host.hostName())) {
        text.append(' ').append(host.hostName());
      }
      text.append('\n');
      Map<String, String> settings = new TreeMap<>();
      settings.put("HostName", host.hostName());
      settings.put("HostKeyAlias", host.name());
      settings.put("Port", host.port());
      settings.put("User", host.user());
      if (!host.jump().isEmpty()) {
        settings.put("ProxyJump", host.jump());
      }
      settings.put("StrictHostKeyChecking", "yes");
      settings.put("CheckHostIP", "no");
      // two accounts on the same host have a key each: ssh-keys writes the public one
      settings.put("IdentitiesOnly", "yes");
      settings.forEach((name, value) -> append(text, name, value));
      host.keys().forEach(key -> append(text, "IdentityFile", publicKey(keys.indexOf(key))));
    }
    return text.toString();
  }

  private static void append(StringBuilder text, String name, String value) {
    text.append("  ").append(name).append(' ').append(value).append('\n');
  }

  /** The path of a public key without {@code .pub}; {@code libexec/ssh-keys} counts from 1, too. */
  private static String publicKey(int index) {
    return INSIDE.resolve("key-" + (index + 1)).toString();
  }

  private String knownHosts() {
    StringBuilder text = new StringBuilder();
    for (SshHost host : hosts) {
      host.hostKeys().forEach(key -> text.append(host.name()).append(' ').append(key).append('\n'));
    }
    return text.toString();
  }
}
