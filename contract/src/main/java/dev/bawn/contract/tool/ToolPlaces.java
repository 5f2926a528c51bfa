package dev.bawn.contract.tool;

import java.util.List;

/**
 * Which places a tool is about.
 *
 * @param find where a person may have it, the likeliest first
 * @param state what it keeps below HOME: its login, its settings, its conversations
 * @param writable what of the person's own home it must be able to write, where a session shows
 *     that home
 * @param unpacks directories from which it loads hidden {@code .so} files that it wrote
 */
public record ToolPlaces(
    List<Whereabouts> find, List<HomePath> state, List<HomePath> writable, List<String> unpacks) {

  public ToolPlaces {
    find = List.copyOf(find);
    state = List.copyOf(state);
    writable = List.copyOf(writable);
    unpacks = List.copyOf(unpacks);
  }

  /** Of a program of which only the name is known. */
  static ToolPlaces plain() {
    return new ToolPlaces(List.of(new Whereabouts.OnPath()), List.of(), List.of(), List.of());
  }
}
