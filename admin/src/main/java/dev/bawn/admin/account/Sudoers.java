package dev.bawn.admin.account;

import dev.bawn.contract.agent.AdoptedTool;
import dev.bawn.contract.agent.KeyName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.agent.Uid;
import dev.bawn.contract.failure.Refused;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The text of {@code /etc/sudoers.d/bawn}, see sudoers(5).
 *
 * <pre>
 * Defaults!/usr/lib/bawn/enter use_pty, env_reset, secure_path=/usr/bin
 * Defaults!/usr/bin/bawn-admin env_reset, !env_keep, env_check="COLORTERM NO_COLOR TERM"
 * Defaults&gt;a.noir env_check="COLORTERM NO_COLOR TERM", env_keep="ANTHROPIC_API_KEY …"
 * #1000 ALL=(a.noir) NOPASSWD: NOSETENV: /usr/lib/bawn/enter
 * #1000 ALL=(root) NOPASSWD: NOSETENV: /usr/bin/bawn-admin sync a.noir app
 * </pre>
 *
 * <p>One exact line for each operator and agent, without aliases and wildcards, and only with
 * syntax that sudo and sudo-rs both accept. An operator is identified by uid, so that no later
 * account with the same name inherits the rule. NOSETENV and the lists of variables override the
 * rest of sudoers: the lists are assigned, not extended.
 */
final class Sudoers {

  /**
   * Variables that programs read about the terminal; sudo drops a value that contains a slash or
   * percent sign.
   */
  private static final String TERMINAL = "COLORTERM NO_COLOR TERM";

  /**
   * Characters without a special meaning in sudoers(5); names of agents and projects have no
   * others.
   */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._/+-]+");

  private final Path enter;
  private final Path admin;

  /**
   * @param enter the entry point
   * @param admin the program bawn-admin
   * @throws Refused if one of the paths has characters that sudoers(5) interprets
   */
  Sudoers(Path enter, Path admin) {
    this.enter = plain(enter);
    this.admin = plain(admin);
  }

  private static Path plain(Path program) {
    if (!PLAIN.matcher(program.toString()).matches()) {
      throw new Refused(
          "sudoers does not accept the path " + program,
          "install bawn in a directory whose path has only letters, digits and /");
    }
    return program;
  }

  /** Returns the whole file, for these agents in this order. */
  String text(List<Manifest> manifests) {
    Stream<String> head =
        Stream.of(
            "# Made by bawn-admin from sealed manifests. Changes are lost at its next command.",
            "Defaults!" + enter + " use_pty, env_reset, secure_path=/usr/bin",
            "Defaults!" + admin + " env_reset, !env_keep, env_check=\"" + TERMINAL + "\"");
    return Stream.concat(head, manifests.stream().flatMap(this::lines))
        .map(line -> line + "\n")
        .reduce("", String::concat);
  }

  private Stream<String> lines(Manifest manifest) {
    String variables =
        "Defaults>%s env_check=\"%s\", %s"
            .formatted(manifest.agent(), TERMINAL, kept(manifest.tools()));
    return Stream.concat(
        Stream.of(variables),
        manifest.operators().stream().flatMap(operator -> lines(manifest, operator)));
  }

  /**
   * Returns the variables with the keys that the agent's tools read; sudo keeps these with any
   * characters in their values.
   */
  private static String kept(List<AdoptedTool> tools) {
    SortedSet<KeyName> keys = new TreeSet<>();
    tools.forEach(tool -> keys.addAll(tool.keys()));
    return keys.isEmpty()
        ? "!env_keep"
        : "env_keep=\"" + keys.stream().map(KeyName::text).collect(Collectors.joining(" ")) + "\"";
  }

  private Stream<String> lines(Manifest manifest, Uid operator) {
    Stream<String> starts = Stream.of(line(operator, manifest.agent().text(), enter.toString()));
    Stream<String> syncs =
        manifest.assignments().stream()
            .map(assignment -> admin + " sync " + manifest.agent() + " " + assignment.id())
            .map(command -> line(operator, "root", command));
    return Stream.concat(starts, syncs);
  }

  private static String line(Uid operator, String target, String command) {
    return "#%s ALL=(%s) NOPASSWD: NOSETENV: %s".formatted(operator, target, command);
  }
}
