package dev.bawn.launcher.receipt;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The kernel's data about a sandbox when its command began, as {@code libexec/session} recorded it.
 *
 * @param rights lines of proc_pid_status(5) about the command, by name
 * @param label the AppArmor label of the command; empty if the kernel has no AppArmor
 * @param namespaces the separate namespaces of the sandbox
 * @param mounts those of the sandbox, as in proc_pid_mountinfo(5)
 */
public record KernelAnswer(
    Map<String, String> rights, String label, List<String> namespaces, List<Mount> mounts) {

  private static final int LARGEST = 1 << 20;

  public KernelAnswer {
    rights = Map.copyOf(rights);
    namespaces = List.copyOf(namespaces);
    mounts = List.copyOf(mounts);
  }

  /**
   * A mount, in the spelling of the kernel.
   *
   * @param at the mount point
   * @param root the mounted directory of the file system
   * @param options such as {@code ro,nosuid}
   * @param type of the file system
   */
  public record Mount(String at, String root, String options, String type) {}

  /** The record of the last start; empty if the command ended too soon for that. */
  public static Optional<KernelAnswer> of(SessionDirectory session) {
    try {
      return parse(new String(SessionFile.read(session.kernel(), LARGEST), StandardCharsets.UTF_8));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Parses a record; empty if it is incomplete. */
  static Optional<KernelAnswer> parse(String text) {
    int middle = text.indexOf("\n\n");
    if (middle < 0) {
      return Optional.empty();
    }
    Map<String, String> fields = new HashMap<>();
    for (String line : text.substring(0, middle).split("\n")) {
      int colon = line.indexOf(":\t");
      if (colon > 0) {
        fields.put(line.substring(0, colon), line.substring(colon + 2));
      }
    }
    List<Mount> mounts = new ArrayList<>();
    for (String line : text.substring(middle + 2).split("\n")) {
      mount(line).ifPresent(mounts::add);
    }
    String label = fields.getOrDefault("AppArmor", "");
    String namespaces = fields.getOrDefault("Namespaces", "");
    fields.remove("AppArmor");
    fields.remove("Namespaces");
    return mounts.isEmpty() || !fields.containsKey("Seccomp")
        ? Optional.empty()
        : Optional.of(
            new KernelAnswer(
                fields,
                label,
                namespaces.isEmpty() ? List.of() : List.of(namespaces.split(" ")),
                mounts));
  }

  private static Optional<Mount> mount(String line) {
    String[] halves = line.split(" - ", 2);
    String[] first = halves[0].split(" ");
    return halves.length < 2 || first.length < 6
        ? Optional.empty()
        : Optional.of(new Mount(first[4], first[3], first[5], halves[1].split(" ")[0]));
  }

  /** Writes its fields into an object that the caller has begun. */
  public void write(JsonGenerator json) throws IOException {
    json.writeNumberField("seccomp", number("Seccomp"));
    json.writeBooleanField("no_new_privileges", number("NoNewPrivs") == 1);
    json.writeStringField("capabilities", rights.getOrDefault("CapEff", ""));
    json.writeStringField("bounding_capabilities", rights.getOrDefault("CapBnd", ""));
    if (!label.isEmpty()) {
      json.writeStringField("apparmor", label);
    }
    JsonOutput.texts(json, "namespaces", namespaces);
    json.writeFieldName("mounts");
    JsonOutput.objects(
        json,
        mounts,
        (each, mount) -> {
          each.writeStringField("at", mount.at());
          each.writeStringField("root", mount.root());
          each.writeStringField("options", mount.options());
          each.writeStringField("type", mount.type());
        });
  }

  private int number(String right) {
    String text = rights.getOrDefault(right, "");
    return text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 0;
  }
}
