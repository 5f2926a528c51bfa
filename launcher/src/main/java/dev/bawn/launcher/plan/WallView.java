package dev.bawn.launcher.plan;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.wall.HostPath;
import dev.bawn.contract.wall.InsidePath;
import dev.bawn.contract.wall.Namespace;
import dev.bawn.contract.wall.Wall;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * A wall in words, for people and for JSON.
 *
 * @param kind what it is, a stable name
 * @param at where it stands in the session, or what it is about
 * @param value where it comes from or what it is set to; empty if there is nothing to say
 */
public record WallView(String kind, String at, String value) {

  /** One of a session's walls. */
  public static WallView of(Wall wall) {
    return switch (wall) {
      case Wall.Unshare(var namespace) -> about("own-namespace", name(namespace));
      case Wall.DisableUserNamespaces() -> about("no-user-namespaces", "");
      case Wall.DieWithParent() -> about("dies-with-parent", "");
      case Wall.DropCapabilities() -> about("no-capabilities", "");
      case Wall.RunAs(var uid, var gid) -> about("runs-as", uid + ":" + gid);
      case Wall.Hostname(var name) -> about("hostname", name);
      case Wall.Bind(var manner, var from, var at) -> bind(kind(manner), from, at);
      case Wall.Overlay(var layers, var upper, _, var at) -> overlay(layers, upper, at);
      case Wall.Cache(var overlay) -> of(overlay);
      case Wall.ReadOnlyOverlay(var layers, var at) ->
          new WallView("read-only", at.text(), layers.getFirst().text());
      case Wall.Symlink(var target, var at) -> new WallView("link", at.text(), target);
      case Wall.Directory(var at, _) -> about("directory", at.text());
      case Wall.Scratchpad(var at, _) -> about("in-memory", at.text());
      case Wall.Cover(var at) -> about("covered", at.text());
      case Wall.Processes(var at) -> about("own-processes", at.text());
      case Wall.Devices(var at) -> about("devices", at.text());
      case Wall.ClearEnvironment() -> about("clean-environment", "");
      case Wall.SetEnvironment(var name, var value) -> new WallView("environment", name, value);
      case Wall.MakeReadOnly(var at) -> about("made-read-only", at.text());
      case Wall.WorkingDirectory(var at) -> about("starts-in", at.text());
    };
  }

  private static String kind(Wall.Manner manner) {
    return switch (manner) {
      case READ_ONLY, FILES -> "read-only";
      case READ_ONLY_IF_PRESENT -> "read-only-if-there";
      case WRITABLE -> "writable";
      case KEPT_READ_ONLY -> "kept-read-only";
      case KEPT_IN_PLACE -> "kept-in-place";
      case DEVICE -> "device";
    };
  }

  /** A line for people. */
  public String line() {
    String sign =
        switch (kind) {
          case "environment" -> " = ";
          case "link" -> " -> ";
          default -> " <- ";
        };
    boolean plain = value.isEmpty() || value.equals(at);
    return "  %-19s %s%s".formatted(kind, at, plain ? "" : sign + value).stripTrailing();
  }

  /** Writes a field {@code walls}, an array of these. */
  public static void json(JsonGenerator json, List<WallView> walls) throws IOException {
    json.writeFieldName("walls");
    JsonOutput.objects(
        json,
        walls,
        (each, wall) -> {
          each.writeStringField("kind", wall.kind());
          each.writeStringField("at", wall.at());
          each.writeStringField("value", wall.value());
        });
  }

  private static WallView about(String kind, String at) {
    return new WallView(kind, at, "");
  }

  private static WallView bind(String kind, HostPath from, InsidePath to) {
    return new WallView(kind, to.text(), from.text());
  }

  /** The lowest first; what is written goes to the last. */
  private static WallView overlay(List<HostPath> layers, HostPath upper, InsidePath at) {
    StringBuilder from = new StringBuilder();
    for (HostPath layer : layers) {
      from.append(layer.text()).append(" + ");
    }
    return new WallView("overlay", at.text(), from + upper.text());
  }

  private static String name(Namespace namespace) {
    return namespace.name().toLowerCase(Locale.ROOT);
  }
}
