package dev.bawn.contract.cli;

import java.util.List;

/**
 * The parts of a program's manual page that its help does not have.
 *
 * @param section of the manual, see man(1)
 * @param description paragraphs
 * @param examples command lines with their purpose
 * @param environment the variables that it reads, with their purpose
 * @param files the files that it reads or writes, with their content
 * @param seeAlso other pages, as {@code name(section)}
 * @param formats the pages of the files that the program reads
 */
public record Manual(
    int section,
    List<String> description,
    List<Entry> examples,
    List<Entry> environment,
    List<Entry> files,
    List<String> seeAlso,
    List<FormatPage> formats) {

  public Manual {
    description = List.copyOf(description);
    examples = List.copyOf(examples);
    environment = List.copyOf(environment);
    files = List.copyOf(files);
    seeAlso = List.copyOf(seeAlso);
    formats = List.copyOf(formats);
  }

  /**
   * A line of a list.
   *
   * @param name the explained name
   * @param text the explanation: lower case, no full stop
   */
  public record Entry(String name, String text) {}
}
