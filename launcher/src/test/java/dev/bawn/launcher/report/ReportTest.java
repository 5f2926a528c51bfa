package dev.bawn.launcher.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.launcher.report.Report.Fact;
import dev.bawn.launcher.report.Report.Section;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reports with text that an agent chose. */
class ReportTest {

  private static final String HOSTILE =
      "</title><script>alert(1)</script>\"'&<img src=x onerror=y>|`x``y[a](javascript:b)\u001b\u202e\n@all";

  private static Report report(String text) {
    return new Report(
        text,
        List.of(
            Section.of("Facts", List.of(new Fact("name", text)), List.of(text)),
            Section.of("Table", List.of("a", "b"), List.of(List.of(text, "2")), List.of()),
            Section.of("Empty", List.of("a"), List.of(), List.of("none"))));
  }

  @Test
  void plain_text_stays_plain() {
    assertEquals(
        """
        # Session app

        ## Facts

        - name: Session app

        - Session app

        ## Table

        | a | b |
        | --- | --- |
        | Session app | 2 |

        ## Empty

        - none
        """,
        Markdown.of(report("Session app")));
  }

  @Test
  void a_code_span_has_a_longer_fence_than_its_text_and_keeps_its_ends() {
    assertEquals("`a.b`", Markdown.inline("a.b"));
    assertEquals("```a``b```", Markdown.inline("a``b"));
    assertEquals("`` `x ``", Markdown.inline("`x"));
    assertEquals("`  <  `", Markdown.inline(" < "));
    assertEquals("`a?b`", Markdown.inline("a\nb"));
  }

  @Test
  void a_note_with_paths_is_plain_unless_it_has_an_address_or_a_number() {
    String note = "the session can write only in /run, /home/agent, /home/op/app.d";
    assertEquals(note, Markdown.note(note));
    for (String text :
        List.of("see http://a.b", "see www.a.b", "see Www.a", "see a_b", "see @all")) {
      assertEquals("`" + text + "`", Markdown.note(text));
    }
    for (String text : List.of("/run", "see GH-1", "of 0123456", "1. a", "/a b")) {
      assertEquals("`" + text + "`", Markdown.note(text));
    }
  }

  @Test
  void no_cell_ends_its_row_and_no_line_ends_its_item() {
    List<String> lines = Markdown.of(report(HOSTILE)).lines().toList();
    assertEquals(Markdown.of(report("x")).lines().count(), lines.size(), String.join("\n", lines));
    String row = lines.get(12);
    assertTrue(row.contains("onerror=y>\\|`x``y"), row);
  }

  @Test
  void html_has_no_tag_and_no_quote_of_the_text() {
    String page = Html.of(report(HOSTILE));
    assertEquals(tags(Html.of(report("x"))), tags(page), "the same tags whatever the text");
    assertFalse(page.contains("<script"), page);
    assertFalse(page.contains("<img"), page);
    assertFalse(page.contains("\u001b") || page.contains("\u202e"), page);
  }

  private static List<String> tags(String page) {
    return java.util.regex.Pattern.compile("<[^>]*>")
        .matcher(page.replaceAll("(?s)<style>.*</style>", ""))
        .results()
        .map(each -> each.group())
        .toList();
  }

  @Test
  void html_names_no_address_and_allows_its_style_alone() {
    String page = Html.of(report("x"));
    assertFalse(page.contains("http:") || page.contains("https:") || page.contains("url("), page);
    assertTrue(page.contains("default-src 'none'; style-src 'sha256-"), page);
    assertFalse(page.contains("unsafe"), page);
  }
}
