package dev.bawn.launcher.plan;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.sandbox.HostPath;
import dev.bawn.contract.sandbox.InsidePath;
import dev.bawn.contract.sandbox.Namespace;
import dev.bawn.contract.sandbox.SandboxStep;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * A step of a sandbox for display and for JSON.
 *
 * @param kind the kind of step; its name stays the same between versions
 * @param at its path in the session, or its subject
 * @param value its source or value; empty if there is none
 */
public record SandboxStepView(String kind, String at, String value) {

  /** Describes one step of a session's sandbox. */
  public static SandboxStepView of(SandboxStep step) {
    return switch (step) {
      case SandboxStep.Unshare(var namespace) -> about("own-namespace", name(namespace));
      case SandboxStep.DisableUserNamespaces() -> about("no-user-namespaces", "");
      case SandboxStep.DieWithParent() -> about("dies-with-parent", "");
      case SandboxStep.DropCapabilities() -> about("no-capabilities", "");
      case SandboxStep.RunAs(var uid, var gid) -> about("runs-as", uid + ":" + gid);
      case SandboxStep.Hostname(var name) -> about("hostname", name);
      case SandboxStep.Bind(var manner, var from, var at) -> bind(kind(manner), from, at);
      case SandboxStep.Overlay(var layers, var upper, _, var at) -> overlay(layers, upper, at);
      case SandboxStep.Cache(var overlay) -> of(overlay);
      case SandboxStep.ReadOnlyOverlay(var layers, var at) ->
          new SandboxStepView("read-only", at.text(), layers.getFirst().text());
      case SandboxStep.Symlink(var target, var at) ->
          new SandboxStepView("link", at.text(), target);
      case SandboxStep.Directory(var at, _) -> about("directory", at.text());
      case SandboxStep.Scratchpad(var at, _) -> about("in-memory", at.text());
      case SandboxStep.Cover(var at) -> about("covered", at.text());
      case SandboxStep.Processes(var at) -> about("own-processes", at.text());
      case SandboxStep.Devices(var at) -> about("devices", at.text());
      case SandboxStep.ClearEnvironment() -> about("clean-environment", "");
      case SandboxStep.SetEnvironment(var name, var value) ->
          new SandboxStepView("environment", name, value);
      case SandboxStep.MakeReadOnly(var at) -> about("made-read-only", at.text());
      case SandboxStep.WorkingDirectory(var at) -> about("starts-in", at.text());
    };
  }

  private static String kind(SandboxStep.Manner manner) {
    return switch (manner) {
      case READ_ONLY, FILES -> "read-only";
      case READ_ONLY_IF_PRESENT -> "read-only-if-there";
      case WRITABLE -> "writable";
      case KEPT_READ_ONLY -> "kept-read-only";
      case KEPT_IN_PLACE -> "kept-in-place";
      case DEVICE -> "device";
    };
  }

  /** The step as a line of text. */
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

  /** Writes a field {@code sandbox}, an array of the steps. */
  public static void json(JsonGenerator json, List<SandboxStepView> steps) throws IOException {
    json.writeFieldName("sandbox");
    JsonOutput.objects(
        json,
        steps,
        (each, step) -> {
          each.writeStringField("kind", step.kind());
          each.writeStringField("at", step.at());
          each.writeStringField("value", step.value());
        });
  }

  private static SandboxStepView about(String kind, String at) {
    return new SandboxStepView(kind, at, "");
  }

  private static SandboxStepView bind(String kind, HostPath from, InsidePath to) {
    return new SandboxStepView(kind, to.text(), from.text());
  }

  /** The layers of an overlay from the lowest to the upper one, which is written. */
  private static SandboxStepView overlay(List<HostPath> layers, HostPath upper, InsidePath at) {
    StringBuilder from = new StringBuilder();
    for (HostPath layer : layers) {
      from.append(layer.text()).append(" + ");
    }
    return new SandboxStepView("overlay", at.text(), from + upper.text());
  }

  private static String name(Namespace namespace) {
    return namespace.name().toLowerCase(Locale.ROOT);
  }
}
