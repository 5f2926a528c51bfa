package dev.bawn.contract.agent;

import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.identity.PublicIdentity;
import dev.bawn.contract.toml.TomlTable;
import dev.bawn.contract.toml.TomlText;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The file {@code manifest.toml} of a policy directory: UTF-8, keys in this order, no comments.
 *
 * <pre>{@code
 * format = 1
 * agent = "a.noir"
 * uid = 70000
 * gid = 70000
 * operators = [1000]
 * users = [
 *   "1000 alice",
 * ]
 * serial = 17
 * sealed = 2026-11-21T10:02:11Z
 * profile = "custom"
 * confinement = "preferred"
 * pin = "warn"
 * network = "open"
 * execution = "compiled"
 * variables = [
 *   "https_proxy=http://proxy:3128",
 * ]
 * identity = "ssh-ed25519 AAAA…"
 * identity_sha256 = "…"
 * files = [
 *   "9f86… commands",
 *   "9f86… recipe/app.args",
 * ]
 *
 * [limits]
 * nproc = 256
 * nofile = 4096
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
 * repository = "/home/alice/app"
 * role = "reviewer"
 * workspace = "mirror"
 * mirror = "app"
 * masks = [".env*", "secrets/"]
 * shown = [".git"]
 * }</pre>
 *
 * An entry of {@code files} is a digest and a path. It is a string and not a table, which would be
 * slower to parse. The commands are in another file, {@link CommandList}.
 */
public final class ManifestFile {

  /** The format that this version writes, and the newest that it reads. */
  public static final int FORMAT = 1;

  private static final String IDENTITY = "identity";
  private static final String IDENTITY_KEY = "identity_sha256";
  private static final int LONGEST_TIME = 20;
  private static final String NAME = "manifest.toml";

  private ManifestFile() {}

  /**
   * Reads a manifest whose signature was verified, without its commands. One of an earlier version
   * contains them, so that it can be signed again.
   *
   * @throws Refused if anything in it is missing, unknown or not valid
   */
  public static Manifest read(byte[] bytes) {
    TomlTable top = TomlTable.parse(NAME, bytes);
    top.format(FORMAT);
    Manifest manifest =
        new Manifest(
            top.text("agent", AgentName::of),
            uid(top, "uid"),
            uid(top, "gid"),
            operators(top),
            users(top),
            top.number("serial", Serial::new),
            top.text("sealed", ManifestFile::time),
            word(top, "profile", Profile.values()),
            word(top, "confinement", Confinement.values()),
            word(top, "pin", Pin.values()),
            word(top, "network", NetworkPolicy.values()),
            top.table("limits").made(ManifestFile::limits),
            execution(top),
            variables(top),
            identity(top),
            top.optionalTexts("commands", CommandList::command),
            each(top, "tool", ManifestFile::tool),
            each(top, "assignment", ManifestFile::assignment),
            files(top));
    top.nothingElse();
    return manifest;
  }

  /** Parses a time in the only format that is written. */
  private static Instant time(String text) {
    if (text.length() != LONGEST_TIME) {
      throw new IllegalArgumentException("no time such as 2026-11-21T10:02:11Z");
    }
    return WrittenTime.parse(text);
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

  /** The names of users; missing in a policy of an earlier version. */
  private static SortedMap<Uid, String> users(TomlTable top) {
    SortedMap<Uid, String> users = new TreeMap<>();
    top.optionalTexts("users", ManifestFile::user)
        .forEach(user -> users.put(user.uid(), user.name()));
    return users;
  }

  private record User(Uid uid, String name) {}

  private static User user(String text) {
    int space = text.indexOf(' ');
    if (space < 0) {
      throw new IllegalArgumentException("'" + text + "' is not a number and name");
    }
    return new User(uid(Long.parseLong(text.substring(0, space))), text.substring(space + 1));
  }

  private static <E extends Spelling> E word(TomlTable table, String key, E[] values) {
    return table.text(key, text -> Spelling.named(values, text));
  }

  /**
   * The executed files; missing if only signed programs are executed, as in a policy of an earlier
   * version.
   */
  private static Execution execution(TomlTable top) {
    return top.has("execution") ? word(top, "execution", Execution.values()) : Execution.SIGNED;
  }

  /** The variables; missing if none is set, as in a policy of an earlier version. */
  private static SortedMap<String, String> variables(TomlTable top) {
    SortedMap<String, String> variables = new TreeMap<>();
    top.optionalTexts("variables", SessionVariable::of)
        .forEach(variable -> variables.put(variable.name(), variable.value()));
    return variables;
  }

  /** The key for commits; missing if the agent has none. */
  private static Optional<AgentIdentity> identity(TomlTable top) {
    return top.has(IDENTITY)
        ? Optional.of(
            new AgentIdentity(
                top.text(IDENTITY, ManifestFile::publicKey), top.text(IDENTITY_KEY, Sha256::new)))
        : Optional.empty();
  }

  private static PublicIdentity publicKey(String line) {
    return PublicIdentity.of(line)
        .filter(key -> key.line().equals(line))
        .orElseThrow(() -> new IllegalArgumentException("no Ed25519 key"));
  }

  private static Limits limits(TomlTable table) {
    Limits limits =
        new Limits(
            table.smallNumber("nproc"),
            table.smallNumber("nofile"),
            table.has("disk") ? table.number("disk") : 0,
            together(table));
    table.nothingElse();
    return limits;
  }

  /** The limits of the control group; missing in a policy without them. */
  private static ResourceLimits together(TomlTable table) {
    return new ResourceLimits(
        table.has("memory") ? ResourceLimits.memory("" + table.number("memory")) : 0,
        table.has("cpus") ? ResourceLimits.cpus(table.text("cpus")) : 0,
        table.has("pids") ? ResourceLimits.pids("" + table.number("pids")) : 0);
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
        repository(table),
        table.text("role"),
        word(table, "workspace", Workspace.values()),
        table.text("mirror", ProjectId::of),
        table.texts("masks"),
        table.optionalTexts("shown"));
  }

  /** The repository; missing in a policy of an earlier version. */
  private static Optional<Repository> repository(TomlTable table) {
    return table.has("repository")
        ? Optional.of(table.text("repository", Repository::new))
        : Optional.empty();
  }

  private static SortedMap<String, Sha256> files(TomlTable top) {
    SortedMap<String, Sha256> files = new TreeMap<>();
    top.texts("files", ManifestFile::file).forEach(file -> files.put(file.path(), file.sha256()));
    return files;
  }

  private record SealedFile(String path, Sha256 sha256) {}

  private static SealedFile file(String text) {
    int space = text.indexOf(' ');
    if (space < 0) {
      throw new IllegalArgumentException("'" + text + "' is not a digest and path");
    }
    return new SealedFile(text.substring(space + 1), new Sha256(text.substring(0, space)));
  }

  /** The bytes of the file, without the commands. */
  public static byte[] write(Manifest manifest) {
    TomlText text = new TomlText();
    head(text, manifest);
    for (AdoptedTool tool : manifest.tools()) {
      text.header("[[tool]]")
          .line("name", tool.name().text())
          .line("version", tool.version())
          .line("tree_sha256", tool.treeSha256().hex())
          .line("env", tool.keys().stream().map(KeyName::text).toList());
    }
    manifest.assignments().forEach(assignment -> assignment(text, assignment));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void head(TomlText text, Manifest manifest) {
    text.line("format", FORMAT)
        .line("agent", manifest.agent().text())
        .line("uid", manifest.uid().number())
        .line("gid", manifest.gid().number())
        .bare("operators", manifest.operators().toString())
        .lines("users", users(manifest))
        .line("serial", manifest.serial().number())
        .bare("sealed", manifest.sealed().toString())
        .line("profile", manifest.profile().word())
        .line("confinement", manifest.confinement().word())
        .line("pin", manifest.pin().word())
        .line("network", manifest.network().word());
    if (manifest.execution() != Execution.SIGNED) {
      text.line("execution", manifest.execution().word());
    }
    if (!manifest.variables().isEmpty()) {
      text.lines("variables", manifest.variableLines());
    }
    manifest
        .identity()
        .ifPresent(identity ->
            text.line(IDENTITY, identity.shown().line()).line(IDENTITY_KEY, identity.key().hex()));
    text.lines("files", files(manifest))
        .header("[limits]")
        .line("nproc", manifest.limits().nproc())
        .line("nofile", manifest.limits().nofile());
    if (manifest.limits().disk() != 0) {
      text.line("disk", manifest.limits().disk());
    }
    together(text, manifest.limits().together());
  }

  private static void together(TomlText text, ResourceLimits limits) {
    if (limits.memory() != 0) {
      text.line("memory", limits.memory());
    }
    if (limits.cpus() != 0) {
      text.line("cpus", limits.cpusText());
    }
    if (limits.pids() != 0) {
      text.line("pids", limits.pids());
    }
  }

  private static List<String> users(Manifest manifest) {
    return manifest.users().entrySet().stream()
        .map(user -> user.getKey() + " " + user.getValue())
        .toList();
  }

  private static List<String> files(Manifest manifest) {
    return manifest.files().entrySet().stream()
        .map(file -> file.getValue().hex() + " " + file.getKey())
        .toList();
  }

  private static void assignment(TomlText text, Assignment assignment) {
    text.header("[[assignment]]")
        .line("id", assignment.id().text())
        .line("source", assignment.source().text())
        .line("owner", assignment.owner().number());
    assignment.repository().ifPresent(known -> text.line("repository", known.text()));
    text.line("role", assignment.role())
        .line("workspace", assignment.workspace().word())
        .line("mirror", assignment.mirror().text())
        .line("masks", assignment.masks());
    if (!assignment.shown().isEmpty()) {
      text.line("shown", assignment.shown());
    }
  }
}
