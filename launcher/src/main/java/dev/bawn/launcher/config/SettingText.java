package dev.bawn.launcher.config;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The documentation of a settings key, for bawn.toml(5) and for the template of {@code
 * config.toml}.
 *
 * @param meaning one or more sentences
 * @param fallback the effect of a missing key
 * @param example a line of the file
 */
public record SettingText(String meaning, String fallback, String example) {

  /** The documentation of a key. The switch has no default: a new key needs a line here. */
  public static SettingText of(Setting setting) {
    return switch (setting) {
      case DEFAULT_TOOL ->
          new SettingText(
              "The tool that 'bawn launch' starts when you name none.",
              "the first tool that is installed, or a shell",
              "default_tool = \"claude\"");
      case DEFAULT_SHELL ->
          new SettingText(
              "The shell of a session: an absolute path, or the name of a program in /usr/bin.",
              "bash, or sh where bash is not installed",
              "default_shell = \"/usr/bin/zsh\"");
      case WORKSPACE ->
          new SettingText(
              "The workspace of a session, in place of the project. overlay: a view of the project; bawn keeps"
                  + " the session's changes apart. worktree: a checkout of HEAD on a separate branch."
                  + " clone: a separate repository with a copy of the commits of the checked-out branch. readonly: the project, which the"
                  + " session cannot change. empty: an empty directory. bind: the project itself,"
                  + " which the session changes.",
              "",
              "workspace = \"readonly\"");
      case PROFILE ->
          new SettingText(
              "How much of this machine's /etc a session sees, and whether it sees files of the"
                  + " project with a secret name: see PROFILES.",
              "",
              "profile = \"balanced\"");
      case NETWORK ->
          new SettingText(
              "open: a session shares the network of this machine, and reaches services that listen"
                  + " on its loopback address. none: a session has no network.",
              "",
              "network = \"none\"");
      case HOME ->
          new SettingText(
              "The home directory of a session. persistent: one for each tool and project, which"
                  + " bawn keeps, and further ones for simultaneous sessions. ephemeral: an empty one, removed when the session ends. A path:"
                  + " that directory, which the session can write.",
              "",
              "home = \"ephemeral\"");
      case LOGIN ->
          new SettingText(
              "The login of an agent tool. shared: all sessions of the tool use the login of 'bawn"
                  + " login', and each of them can read it. separate: a session has its own, in its"
                  + " home directory.",
              "",
              "login = \"separate\"");
      case CACHES ->
          new SettingText(
              "Package caches. shared: a session reads what npm, Maven, pip, uv, Cargo and Go"
                  + " downloaded for you, and cannot change it. Later sessions with"
                  + " the same home read the downloads of the session, too. separate: a session sees no cache"
                  + " of yours.",
              "",
              "caches = \"separate\"");
      case MEMORY ->
          new SettingText(
              "Limits the memory of all processes of a session together: bytes, or a number with"
                  + " K, M or G. Without a systemd user manager, the limit holds for each process,"
                  + " and the start warns.",
              "no limit",
              "memory = \"4G\"");
      case CPUS ->
          new SettingText(
              "Limits the processor time of a session to this number of processors. Without a systemd user"
                  + " manager, the limit has no effect, and the start warns.",
              "no limit",
              "cpus = 1.5");
      case PIDS ->
          new SettingText(
              "Limits the number of processes and threads of a session.", "no limit", "pids = 500");
      case PORT_BASE ->
          new SettingText(
              "The lowest port that bawn gives to sessions. A session with a network has the first"
                  + " of its ports in BAWN_PORT_BASE, and their number in BAWN_PORT_COUNT. No"
                  + " other running session of yours gets the same ports.",
              "",
              "port_base = 30000");
      case PORT_COUNT ->
          new SettingText("The number of ports of a session.", "", "port_count = 20");
      case NOTIFY ->
          new SettingText(
              "How bawn notifies you when a session ends. While 'bawn watch' runs, it also notifies you"
                  + " when a session begins to wait for an answer. bell: by the bell of its terminal."
                  + " desktop: by notify-send. hook: by your program ~/.config/bawn/hooks/notify."
                  + " none: bawn does not notify you.",
              "",
              "notify = \"desktop\"");
      case ENV_PASSTHROUGH ->
          new SettingText(
              "Environment variables whose values a session receives from you. A session also receives TZ,"
                  + " and variables for a proxy (http_proxy and the like) that contain no password. It"
                  + " receives JAVA_HOME and each variable for certificates if it can see the file that the variable names.",
              "",
              "env_passthrough = [\"EDITOR\", \"PAGER\"]");
      case PATH ->
          new SettingText(
              "Directories of programs, such as those of a toolchain, that a session can read."
                  + " They come first in its PATH.",
              "",
              "path = [\"~/tools/bin\"]");
      case RO ->
          new SettingText(
              "Files and directories that a session can read besides the project. HOST:INSIDE"
                  + " mounts HOST at the path INSIDE.",
              "",
              "ro = [\"~/notes\", \"~/data:/data\"]");
      case RW ->
          new SettingText(
              "Files and directories that a session can read and write besides the project."
                  + " HOST:INSIDE mounts HOST at the path INSIDE.",
              "",
              "rw = [\"~/.cache/models:/models\"]");
      case SSH_HOSTS ->
          new SettingText(
              "Hosts to which a session can log in with your keys, as with --with-ssh. The session"
                  + " sees no key.",
              "",
              "ssh_hosts = [\"github.com\"]");
      case SETUP ->
          new SettingText(
              "Commands that make a fresh checkout ready (--workspace worktree and clone). sh runs"
                  + " them in the session, at the top of the checkout, before its command. When one"
                  + " fails, the command does not start.",
              "",
              "setup = [\"npm ci\", \"make deps\"]");
      case HIDDEN_PATHS ->
          new SettingText(
              "Paths below your home directory that no session can see, even when another setting"
                  + " or an option names them.",
              "",
              "hidden_paths = [\".thunderbird\", \".config/rclone\"]");
      case MASK ->
          new SettingText(
              "Files of the project that bawn hides from a session. Patterns have the form of"
                  + " gitignore(5), but bawn refuses exceptions (!).",
              "",
              "mask = [\"*.pem\", \"/customers/\"]");
      case MASK_ENV ->
          new SettingText(
              "true: bawn hides .env, .envrc and similar files everywhere in the project, as"
                  + " --mask-env does.",
              "",
              "mask_env = true");
      case MASK_SECRETS ->
          new SettingText(
              "true: bawn hides private keys, logins and directories called secrets everywhere in"
                  + " the project, as --mask-secrets does.",
              "",
              "mask_secrets = true");
      case SHOW_SECRETS ->
          new SettingText(
              "false: with the profile strict, bawn hides files with a secret name: at the top of"
                  + " the project, and in directories in which git tracks files. true: it hides"
                  + " only what a mask names. The workspace bind hides nothing.",
              "",
              "show_secrets = true");
      case IDENTITY ->
          new SettingText(
              "true: git in a session signs each commit with a key of the session's own, as with"
                  + " --identity.",
              "",
              "identity = true");
      case CONFINEMENT ->
          new SettingText(
              "required: bawn refuses to start a session where the kernel has no Landlock scopes"
                  + " (Linux 6.12) and the session shares the network. preferred: bawn starts it"
                  + " and warns.",
              "",
              "confinement = \"required\"");
    };
  }

  /** The type of this key's values. */
  public static String type(Setting setting) {
    if (setting.isList()) {
      return "array of strings";
    }
    List<String> scale = setting.scale();
    if (setting.isNumber()) {
      return setting == Setting.MEMORY ? "string or number" : "number";
    }
    if (setting.isFlag()) {
      return "true or false";
    }
    if (scale.isEmpty()) {
      return "string";
    }
    String directory = setting == Setting.HOME ? ", or a path" : "";
    return scale.stream().map(SettingText::quoted).collect(Collectors.joining(" or ")) + directory;
  }

  /** The value in effect if no file sets the key. */
  public static String standard(Setting setting) {
    String fallback = of(setting).fallback();
    if (!fallback.isEmpty()) {
      return fallback;
    }
    if (setting.isFlag() || setting.isNumber()) {
      return setting.defaults().getFirst();
    }
    String values =
        setting.defaults().stream().map(SettingText::quoted).collect(Collectors.joining(", "));
    return setting.isList() ? "[" + values + "]" : values;
  }

  /** Tells whether the key takes effect in an untrusted file of a project. */
  public static String inProject(Setting setting) {
    if (setting.isListThatRestricts()) {
      return "takes effect without 'bawn trust', in addition to your own values";
    }
    return setting.scale().isEmpty()
        ? "takes effect after 'bawn trust'"
        : "takes effect without 'bawn trust' where it restricts more than your own value";
  }

  private static String quoted(String text) {
    return '"' + text + '"';
  }
}
