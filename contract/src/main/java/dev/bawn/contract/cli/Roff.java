package dev.bawn.contract.cli;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A page in the language of man(7), line by line. */
final class Roff {

  private final StringBuilder page = new StringBuilder();

  /**
   * The first lines: the preprocessor for tables, see man(1), then the subject of the page, and its
   * section. No word is split at the end of a line, so that paths can be copied.
   */
  Roff title(String name, int section, String source, String manual) {
    line("'\\\" t");
    return macro("TH", name.toUpperCase(Locale.ROOT), "" + section, "", source, manual)
        .line(".nh")
        .line(".ad l");
  }

  Roff section(String title) {
    return macro("SH", title);
  }

  Roff subsection(String title) {
    return macro("SS", title);
  }

  Roff paragraph(String text) {
    return macro("PP").line(escaped(text));
  }

  Roff text(String text) {
    return line(escaped(text));
  }

  /** A name in bold, its value in italics if there is one, and an explanation. */
  Roff item(String name, String value, String text) {
    String label = value.isEmpty() ? "" : " \\fI" + escaped(value) + "\\fR";
    return macro("TP").line("\\fB" + escaped(name) + "\\fR" + label).line(escaped(text));
  }

  /** As {@link #item(String, String, String)}, with an explanation of several lines. */
  Roff item(String name, String value, List<String> lines) {
    item(name, value, lines.getFirst());
    lines.stream().skip(1).forEach(each -> macro("br").line(escaped(each)));
    return this;
  }

  /** Rows of cells, the first of them the heading: see tbl(1). */
  Roff table(List<List<String>> rows) {
    int columns = rows.getFirst().size();
    macro("PP").macro("TS").line("tab(|);");
    line("lb ".repeat(columns).strip()).line("l ".repeat(columns).strip() + ".");
    rows.forEach(row -> line(row.stream().map(Roff::escaped).collect(Collectors.joining("|"))));
    return macro("TE");
  }

  /** A placeholder, and its explanation. */
  Roff word(String label, String text) {
    return macro("TP").line("\\fI" + escaped(label) + "\\fR").line(escaped(text));
  }

  /** Lines that are not formatted. */
  Roff verbatim(List<String> lines) {
    macro("PP").macro("nf").macro("RS", "4");
    lines.forEach(each -> line(escaped(each)));
    return macro("RE").macro("fi");
  }

  private Roff macro(String name, String... arguments) {
    page.append('.').append(name);
    for (String argument : arguments) {
      page.append(" \"").append(escaped(argument)).append('"');
    }
    page.append('\n');
    return this;
  }

  private Roff line(String text) {
    page.append(text).append('\n');
    return this;
  }

  /**
   * Text in which no device and no macro recognizes a special character: see groff_char(7) for the
   * names, and groff_man_style(7) for the reason why a dash in typed text is not a hyphen.
   */
  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder();
    if (text.startsWith(".") || text.startsWith("'")) {
      escaped.append("\\&");
    }
    text.codePoints()
        .forEach(point -> {
          switch (point) {
            case '\\' -> escaped.append("\\e");
            case '-' -> escaped.append("\\-");
            case '\'' -> escaped.append("\\(aq");
            case '"' -> escaped.append("\\(dq");
            case '`' -> escaped.append("\\(ga");
            case '^' -> escaped.append("\\(ha");
            case '~' -> escaped.append("\\(ti");
            default -> {
              if (point < 0x80) {
                escaped.append((char) point);
              } else {
                escaped.append("\\[u%04X]".formatted(point));
              }
            }
          }
        });
    return escaped.toString();
  }

  @Override
  public String toString() {
    return page.toString();
  }
}
