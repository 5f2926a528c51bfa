package dev.bawn.launcher.report;

import dev.bawn.contract.failure.Printable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;

/**
 * A report as one page of HTML: no script, no address, and a policy that lets a browser load and
 * run nothing except its own style.
 */
public final class Html {

  private static final String STYLE =
      """
      :root { color-scheme: light dark; }
      body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
      h1 { font-size: 1.4rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
      h1, td, dd, li { overflow-wrap: anywhere; }
      table { border-collapse: collapse; width: 100%; }
      th, td { text-align: left; vertical-align: top; padding: .2rem .5rem; border-bottom: 1px solid #8886; }
      th { white-space: nowrap; }
      td, dd { font-family: ui-monospace, monospace; font-size: .9rem; }
      dt { font-weight: bold; } dd { margin: 0 0 .5rem; }
      @media (max-width: 40rem) {
        thead { display: none; }
        tr { display: block; padding: .5rem 0; border-bottom: 1px solid #8886; }
        td { display: block; border: 0; padding: 0; }
        td:empty { display: none; }
      }
      """;

  private Html() {}

  /** The whole page. */
  public static String of(Report report) {
    StringBuilder page = new StringBuilder();
    page.append("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page.append("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; ")
        .append("style-src 'sha256-")
        .append(hash())
        .append("'; base-uri 'none'; form-action 'none'\">\n");
    page.append("<meta name=\"referrer\" content=\"no-referrer\">\n");
    page.append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    page.append("<title>").append(escaped(report.title())).append("</title>\n");
    page.append("<style>").append(STYLE).append("</style>\n</head>\n<body>\n");
    page.append("<h1>").append(escaped(report.title())).append("</h1>\n");
    report.sections().forEach(section -> section(section, page));
    return page.append("</body>\n</html>\n").toString();
  }

  private static void section(Report.Section section, StringBuilder page) {
    page.append("<h2>").append(escaped(section.heading())).append("</h2>\n");
    if (!section.facts().isEmpty()) {
      page.append("<dl>\n");
      for (Report.Fact fact : section.facts()) {
        element("dt", fact.name(), page);
        element("dd", fact.value(), page);
        page.append('\n');
      }
      page.append("</dl>\n");
    }
    if (!section.rows().isEmpty()) {
      page.append("<table>\n<thead>");
      row("th", section.columns(), page);
      page.append("</thead>\n<tbody>\n");
      section.rows().forEach(cells -> row("td", cells, page));
      page.append("</tbody>\n</table>\n");
    }
    if (!section.notes().isEmpty()) {
      page.append("<ul>\n");
      section.notes().forEach(note -> element("li", note, page));
      page.append("\n</ul>\n");
    }
  }

  private static void row(String kind, List<String> cells, StringBuilder page) {
    page.append("<tr>");
    cells.forEach(cell -> element(kind, cell, page));
    page.append("</tr>\n");
  }

  private static void element(String name, String text, StringBuilder page) {
    page.append('<').append(name).append('>');
    page.append(escaped(text)).append("</").append(name).append('>');
  }

  private static String escaped(String raw) {
    return Printable.whole(raw)
        .replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  private static String hash() {
    try {
      byte[] hash =
          MessageDigest.getInstance("SHA-256").digest(STYLE.getBytes(StandardCharsets.UTF_8));
      return Base64.getEncoder().encodeToString(hash);
    } catch (NoSuchAlgorithmException e) {
      // every Java has it: see the documentation of MessageDigest
      throw new IllegalStateException(e);
    }
  }
}
