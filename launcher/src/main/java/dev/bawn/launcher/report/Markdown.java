package dev.bawn.launcher.report;

import dev.bawn.contract.failure.Printable;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A report as GitHub Flavored Markdown. Text from outside is in code spans, in which HTML, links,
 * mentions and numbers of issues have no meaning.
 */
public final class Markdown {

  /**
   * Text without references to an issue ("GH-1") or a commit (seven hexadecimal digits) on GitHub.
   */
  private static final Pattern PLAIN =
      Pattern.compile("(?!.*[A-Za-z]-[0-9])(?!.*[0-9a-fA-F]{7})[A-Za-z0-9 ,;'+:-]*");

  /** A sentence with paths, without an address that GitHub makes a link ("//", "www."). */
  private static final Pattern SENTENCE =
      Pattern.compile("(?=[A-Za-z0-9]+ )(?!(?i).*(//|www\\.))[A-Za-z0-9 ,;'+:/.-]*");

  private static final Pattern TICKS = Pattern.compile("`+");

  private Markdown() {}

  /** The whole document. */
  public static String of(Report report) {
    StringBuilder text = new StringBuilder("# " + Printable.whole(report.title()) + "\n");
    for (Report.Section section : report.sections()) {
      text.append("\n## ").append(section.heading()).append("\n\n");
      for (Report.Fact fact : section.facts()) {
        text.append("- ").append(fact.name()).append(": ").append(inline(fact.value()));
        text.append('\n');
      }
      if (!section.columns().isEmpty() && !section.rows().isEmpty()) {
        text.append(row(section.columns()));
        text.append(row(section.columns().stream().map(_ -> "---").toList()));
        for (List<String> cells : section.rows()) {
          text.append(row(cells.stream().map(cell -> inline(cell).replace("|", "\\|")).toList()));
        }
      }
      if (!section.notes().isEmpty() && (!section.facts().isEmpty() || !section.rows().isEmpty())) {
        text.append('\n');
      }
      section.notes().forEach(note -> text.append("- ").append(note(note)).append('\n'));
    }
    return text.toString();
  }

  private static String row(List<String> cells) {
    return cells.stream().collect(Collectors.joining(" | ", "| ", " |\n"));
  }

  /** A sentence of bawn, which can name paths. */
  static String note(String raw) {
    String safe = Printable.whole(raw).replace('/', ' ').replace('.', ' ');
    return SENTENCE.matcher(raw).matches() && PLAIN.matcher(safe).matches() ? raw : inline(raw);
  }

  /** A text without markup. */
  static String inline(String raw) {
    String text = Printable.whole(raw);
    if (PLAIN.matcher(text).matches()) {
      return text;
    }
    int longest =
        TICKS.matcher(text).results().mapToInt(each -> each.group().length()).max().orElse(0);
    String fence = "`".repeat(longest + 1);
    boolean isPadded =
        text.startsWith("`") || text.endsWith("`") || text.startsWith(" ") && text.endsWith(" ");
    return isPadded ? fence + " " + text + " " + fence : fence + text + fence;
  }
}
