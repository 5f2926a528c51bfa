package dev.bawn.admin.change;

import dev.bawn.admin.sealing.GenerationWriter;
import dev.bawn.admin.sealing.PolicyDecisions;
import dev.bawn.admin.sealing.SealedState;
import dev.bawn.contract.agent.AgentName;
import dev.bawn.contract.agent.Manifest;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Computes what a change would write, and writes nothing: the files of the policy, and the lines of
 * sudoers.
 */
public final class Preview implements PolicyChanges {

  private final SystemLayout layout;
  private final SealedState state;
  private final Function<List<Manifest>, String> sudoers;
  private final List<String> lines = new ArrayList<>();

  /**
   * @param layout with the policies
   * @param state the current policies
   * @param sudoers returns the text of sudoers for these policies
   */
  public Preview(SystemLayout layout, SealedState state, Function<List<Manifest>, String> sudoers) {
    this.layout = layout;
    this.state = state;
    this.sudoers = sudoers;
  }

  /**
   * Returns one line for each file and each line of sudoers: added (+), changed (~) or removed (-).
   */
  public List<String> lines() {
    return List.copyOf(lines);
  }

  @Override
  public void change(
      String operation,
      PolicyDecisions decisions,
      Optional<ScratchChange> scratch,
      Audience audience,
      GenerationWriter writer)
      throws IOException {
    Manifest after = decisions.manifest();
    if (!state.has(after.agent())) {
      lines.add("+ account " + after.agent() + ", uid " + after.uid());
    }
    files(after, writer.compute(decisions));
    if (decisions.made().isPresent()) {
      lines.add("+ " + layout.identity(after.agent()));
    }
    if (ScratchChange.made(scratch).isPresent()) {
      lines.add("+ " + layout.scratch(after.agent(), ScratchChange.made(scratch).get()));
    }
    sudoers(after);
  }

  @Override
  public void delete(AgentName agent, KeepHome keepHome) {
    throw new UnsupportedOperationException("delete has no --dry-run");
  }

  private void files(Manifest after, SortedMap<String, byte[]> files) throws IOException {
    TreeSet<String> names = new TreeSet<>(files.keySet());
    Path present = layout.agent(after.agent());
    Optional<Manifest> before =
        state.has(after.agent()) ? Optional.of(state.manifest(after.agent())) : Optional.empty();
    before.ifPresent(manifest -> names.addAll(manifest.files().keySet()));
    lines.add(
        before.isPresent()
            ? "~ policy of %s, serial %s -> %s"
                .formatted(after.agent(), before.get().serial(), after.serial())
            : "+ policy of " + after.agent() + ", serial " + after.serial());
    for (String name : names) {
      Path file = present.resolve(name);
      if (!files.containsKey(name)) {
        lines.add("  - " + name);
      } else if (before.isEmpty() || !before.get().files().containsKey(name)) {
        lines.add("  + " + name);
      } else if (!isSame(file, files.get(name), before.get())) {
        lines.add("  ~ " + name);
      }
    }
  }

  /**
   * Compares two files; paths of the policy's own directory contain the serial, which alone is no
   * change.
   */
  private boolean isSame(Path file, byte[] next, Manifest before) throws IOException {
    byte[] now = Files.readAllBytes(file);
    return Arrays.equals(now, next)
        || withoutSerial(now, before).equals(withoutSerial(next, before));
  }

  private String withoutSerial(byte[] bytes, Manifest before) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    Path generations = layout.generation(before.agent(), before.serial()).directory().getParent();
    return text.replaceAll(Pattern.quote(generations + "/") + "[0-9]+", "");
  }

  private void sudoers(Manifest after) throws IOException {
    List<Manifest> before = state.manifests();
    List<Manifest> all = new ArrayList<>(before);
    all.removeIf(each -> each.agent().equals(after.agent()));
    all.add(after);
    all.sort(Comparator.comparing(Manifest::agent));
    List<String> now = sudoers.apply(before).lines().toList();
    List<String> next = sudoers.apply(all).lines().toList();
    now.stream().filter(line -> !next.contains(line)).forEach(line -> rule("-", line));
    next.stream().filter(line -> !now.contains(line)).forEach(line -> rule("+", line));
  }

  private void rule(String sign, String line) {
    lines.add(sign + " sudoers: " + line);
  }
}
