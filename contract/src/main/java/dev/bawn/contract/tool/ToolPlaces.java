package dev.bawn.contract.tool;

import java.util.List;

/**
 * Which places a tool is about.
 *
 * @param find where a person may have it, the likeliest first
 * @param unpacks directories from which it loads hidden {@code .so} files that it wrote
 */
public record ToolPlaces(List<SearchPlace> find, List<String> unpacks) {

  public ToolPlaces {
    find = List.copyOf(find);
    unpacks = List.copyOf(unpacks);
  }

  /** Of a program of which only the name is known. */
  static ToolPlaces plain() {
    return new ToolPlaces(List.of(new SearchPlace.OnPath()), List.of());
  }
}
