package dev.bawn.contract.cli;

import java.util.List;

/**
 * The manual page of a file format, in section 5.
 *
 * @param name of the page, for example {@code bawn.toml}
 * @param purpose of the file: lower case, no full stop
 * @param blocks the page after its first section, from top to bottom
 * @param seeAlso other pages, as {@code name(section)}
 */
public record FormatPage(String name, String purpose, List<Block> blocks, List<String> seeAlso) {

  private static final int FILE_FORMATS = 5;

  public FormatPage {
    blocks = List.copyOf(blocks);
    seeAlso = List.copyOf(seeAlso);
  }

  /** A part of the page. */
  public sealed interface Block {

    /** The heading of the following blocks. */
    record Section(String title) implements Block {}

    /** Running text. */
    record Paragraph(String text) implements Block {}

    /** Lines of the file. */
    record Example(List<String> lines) implements Block {
      public Example {
        lines = List.copyOf(lines);
      }
    }

    /**
     * A key of the file.
     *
     * @param type of its value
     * @param lines its documentation, one sentence or item per line
     */
    record Key(String name, String type, List<String> lines) implements Block {
      public Key {
        lines = List.copyOf(lines);
      }
    }

    /** Rows of short cells; the first row is the heading. */
    record Table(List<List<String>> rows) implements Block {
      public Table {
        rows = rows.stream().map(List::copyOf).toList();
      }
    }
  }

  /** The page in the language of man(7). */
  String text(String version) {
    Roff page = new Roff();
    page.title(name, FILE_FORMATS, "bawn " + version, "bawn");
    page.section("NAME").text(name + " - " + purpose);
    for (Block block : blocks) {
      switch (block) {
        case Block.Section(String title) -> page.section(title);
        case Block.Paragraph(String text) -> page.paragraph(text);
        case Block.Example(List<String> lines) -> page.verbatim(lines);
        case Block.Key(String key, String type, List<String> lines) -> page.item(key, type, lines);
        case Block.Table(List<List<String>> rows) -> page.table(rows);
      }
    }
    page.section("SEE ALSO").text(String.join(", ", seeAlso));
    return page.toString();
  }
}
