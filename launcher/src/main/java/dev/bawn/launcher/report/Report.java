package dev.bawn.launcher.report;

import java.util.List;

/**
 * A document. Values and cells are text from outside: names, commands and messages that an agent
 * chose.
 *
 * @param title of the document
 * @param sections in order
 */
public record Report(String title, List<Section> sections) {

  public Report {
    sections = List.copyOf(sections);
  }

  /**
   * A part under a heading.
   *
   * @param facts come first
   * @param columns of a table; empty for none
   * @param rows of that table
   * @param notes come last
   */
  public record Section(
      String heading,
      List<Fact> facts,
      List<String> columns,
      List<List<String>> rows,
      List<String> notes) {

    public Section {
      facts = List.copyOf(facts);
      columns = List.copyOf(columns);
      rows = List.copyOf(rows);
      notes = List.copyOf(notes);
    }

    /** A section with facts only. */
    public static Section of(String heading, List<Fact> facts, List<String> notes) {
      return new Section(heading, facts, List.of(), List.of(), notes);
    }

    /** A section with a table. */
    public static Section of(
        String heading, List<String> columns, List<List<String>> rows, List<String> notes) {
      return new Section(heading, List.of(), columns, rows, notes);
    }
  }

  /**
   * A fact.
   *
   * @param name of it
   * @param value from outside
   */
  public record Fact(String name, String value) {}
}
