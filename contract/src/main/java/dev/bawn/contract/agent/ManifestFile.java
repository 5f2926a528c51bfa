package dev.bawn.contract.agent;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.toml.TomlTable;
import dev.bawn.contract.toml.TomlText;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The file {@code manifest.toml} of a sealed directory: UTF-8, keys in this order, no comments.
 *
 * <pre>{@code
 * format = 1
 * agent = "a.noir"
 * uid = 70000
 * gid = 70000
 * operators = [1000]
 * serial = 17
 * sealed = 2026-11-21T10:02:11Z
 * profile = "custom"
 * confinement = "preferred"
 * pin = "warn"
 * network = "open"
 *
 * [limits]
 * nproc = 256
 * nofile = 4096
 *
 * [[command]]
 * name = "git"
 * target = "/usr/bin/git"
 * sha256 = "9f86…"
 * ino = 131187
 * size = 3710432
 * ctime_ns = 0x187a02f3a4b5c615          (more than 18 digits: see TomlText)
 *
 * [[tool]]
 * name = "claude"
 * version = "2.1.0"
 * tree_sha256 = "…"
 * env = ["ANTHROPIC_API_KEY"]
 *
 * [[assignment]]
 * id = "app"
 * source = "/home/alice/app"
 * owner = 1000
 * role = "reviewer"
 * workspace = "mirror"
 * mirror = "app"
 * masks = [".env*", "secrets/"]
 *
 * [[file]]
 * path = "recipe/app.args"
 * sha256 = "…"
 * }</pre>
 */
public final class ManifestFile {

  /** What this version writes, and the newest that it reads. */
  public static final int FORMAT = 1;

  private static final int LONGEST_TIME = 20;
  private static final String NAME = "manifest.toml";

  private ManifestFile() {}

  /**
   * Reads a manifest whose seal was checked.
   *
   * @throws Refused if anything in it is missing, unknown or impossible
   */
  public static Manifest read(byte[] bytes) {
    TomlTable top = TomlTable.parse(NAME, bytes);
    if (top.number("format") > FORMAT) {
      throw new Refused(NAME + " was made by a newer bawn", "update bawn");
    }
    top.number("format", format -> exactly(FORMAT, format));
    Manifest manifest =
        new Manifest(
            top.text("agent", AgentName::of),
            uid(top, "uid"),
            uid(top, "gid"),
            operators(top),
            top.number("serial", Serial::new),
            top.text("sealed", ManifestFile::time),
            word(top, "profile", Profile.values()),
            word(top, "confinement", Confinement.values()),
            word(top, "pin", Pin.values()),
            word(top, "network", NetworkPolicy.values()),
            top.table("limits").made(ManifestFile::limits),
            each(top, "command", ManifestFile::command),
            each(top, "tool", ManifestFile::tool),
            each(top, "assignment", ManifestFile::assignment),
            files(top));
    top.nothingElse();
    return manifest;
  }

  /**
   * Of the one form that is written; Java's own parser of times costs a launch two milliseconds.
   */
  private static Instant time(String text) {
    if (text.length() != LONGEST_TIME || text.charAt(LONGEST_TIME - 1) != 'Z') {
      throw new IllegalArgumentException("no time such as 2026-11-21T10:02:11Z");
    }
    return LocalDateTime.of(
            digits(text, 0, '-'),
            digits(text, 5, '-'),
            digits(text, 8, 'T'),
            digits(text, 11, ':'),
            digits(text, 14, ':'),
            digits(text, 17, 'Z'))
        .toInstant(ZoneOffset.UTC);
  }

  private static int digits(String text, int start, char end) {
    return Integer.parseInt(text, start, text.indexOf(end, start), 10);
  }

  private static long exactly(long expected, long found) {
    if (expected != found) {
      throw new IllegalArgumentException("this version reads " + expected);
    }
    return found;
  }

  private static Uid uid(TomlTable table, String key) {
    return table.number(key, ManifestFile::uid);
  }

  private static Uid uid(long number) {
    return new Uid(Math.toIntExact(number));
  }

  private static SortedSet<Uid> operators(TomlTable top) {
    return new TreeSet<>(top.numbers("operators", ManifestFile::uid));
  }

  private static <E extends Word> E word(TomlTable table, String key, E[] values) {
    return table.text(
        key,
        text ->
            Arrays.stream(values)
                .filter(value -> value.word().equals(text))
                .findFirst()
                .orElseThrow(
                    () -> new IllegalArgumentException("'" + text + "' is none of its values")));
  }

  private static Limits limits(TomlTable table) {
    Limits limits = new Limits(table.smallNumber("nproc"), table.smallNumber("nofile"));
    table.nothingElse();
    return limits;
  }

  private static <T> List<T> each(TomlTable top, String key, Function<TomlTable, T> read) {
    return top.tables(key).stream()
        .map(table -> {
          T item = table.made(read);
          table.nothingElse();
          return item;
        })
        .toList();
  }

  private static AllowedCommand command(TomlTable table) {
    return new AllowedCommand(
        table.text("name", CommandName::of),
        table.text("target"),
        table.text("sha256", Sha256::new),
        table.number("ino"),
        table.number("size"),
        table.number("ctime_ns"));
  }

  private static AdoptedTool tool(TomlTable table) {
    return new AdoptedTool(
        table.text("name", CommandName::of),
        table.text("version"),
        table.text("tree_sha256", Sha256::new),
        table.texts("env", KeyName::of));
  }

  private static Assignment assignment(TomlTable table) {
    return new Assignment(
        table.text("id", ProjectId::of),
        table.text("source", ProjectPath::of),
        uid(table, "owner"),
        table.text("role"),
        word(table, "workspace", Workspace.values()),
        table.text("mirror", ProjectId::of),
        table.texts("masks"));
  }

  private static SortedMap<String, Sha256> files(TomlTable top) {
    SortedMap<String, Sha256> files = new TreeMap<>();
    for (TomlTable table : top.tables("file")) {
      files.put(table.text("path"), table.text("sha256", Sha256::new));
      table.nothingElse();
    }
    return files;
  }

  /** The bytes of the file. */
  public static byte[] write(Manifest manifest) {
    TomlText text = new TomlText();
    head(text, manifest);
    for (AllowedCommand command : manifest.commands()) {
      text.header("[[command]]")
          .line("name", command.name().text())
          .line("target", command.target())
          .line("sha256", command.sha256().hex())
          .line("ino", command.ino())
          .line("size", command.size())
          .line("ctime_ns", command.ctimeNs());
    }
    for (AdoptedTool tool : manifest.tools()) {
      text.header("[[tool]]")
          .line("name", tool.name().text())
          .line("version", tool.version())
          .line("tree_sha256", tool.treeSha256().hex())
          .line("env", tool.keys().stream().map(KeyName::text).toList());
    }
    manifest.assignments().forEach(assignment -> assignment(text, assignment));
    manifest
        .files()
        .forEach((path, digest) ->
            text.header("[[file]]").line("path", path).line("sha256", digest.hex()));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void head(TomlText text, Manifest manifest) {
    text.line("format", FORMAT)
        .line("agent", manifest.agent().text())
        .line("uid", manifest.uid().number())
        .line("gid", manifest.gid().number())
        .bare("operators", manifest.operators().toString())
        .line("serial", manifest.serial().number())
        .bare("sealed", manifest.sealed().toString())
        .line("profile", manifest.profile().word())
        .line("confinement", manifest.confinement().word())
        .line("pin", manifest.pin().word())
        .line("network", manifest.network().word())
        .header("[limits]")
        .line("nproc", manifest.limits().nproc())
        .line("nofile", manifest.limits().nofile());
  }

  private static void assignment(TomlText text, Assignment assignment) {
    text.header("[[assignment]]")
        .line("id", assignment.id().text())
        .line("source", assignment.source().text())
        .line("owner", assignment.owner().number())
        .line("role", assignment.role())
        .line("workspace", assignment.workspace().word())
        .line("mirror", assignment.mirror().text())
        .line("masks", assignment.masks());
  }
}
