package dev.bawn.contract.tool;

import java.util.List;

/**
 * The directories of a tool.
 *
 * @param find directories in which a user may have it, the likeliest first
 * @param unpacks directories from which it loads hidden {@code .so} files that it wrote
 */
public record ToolPlaces(List<SearchPlace> find, List<String> unpacks) {

  public ToolPlaces {
    find = List.copyOf(find);
    unpacks = List.copyOf(unpacks);
  }

  /** The directories of a program without a definition. */
  static ToolPlaces plain() {
    return new ToolPlaces(List.of(new SearchPlace.OnPath()), List.of());
  }
}
