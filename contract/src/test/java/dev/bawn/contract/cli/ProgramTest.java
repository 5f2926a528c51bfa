package dev.bawn.contract.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.failure.BrokenLink;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.TimedOut;
import dev.bawn.contract.failure.Unfinished;
import dev.bawn.contract.failure.VerificationStep;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.contract.failure.WrongUser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

final class ProgramTest {

  /** The action of a test's command. */
  @FunctionalInterface
  private interface Work {
    int of(Typed typed, Surroundings here) throws IOException;
  }

  /** Prints its arguments, or runs the action of a test. */
  private record Echo(Work work) implements Command {

    @Override
    public CommandSpec spec() {
      return Parameters.command()
          .addOption(Parameters.option("--tool", "TOOL", "run this agent tool"))
          .addPositional(
              PositionalParamSpec.builder()
                  .paramLabel("WORD")
                  .arity("0..2")
                  .type(List.class)
                  .build());
    }

    @Override
    public List<String> examples() {
      return List.of("bawn echo a.noir");
    }

    @Override
    public boolean takesToolWords() {
      return true;
    }

    @Override
    public int run(Typed typed, Surroundings here) throws IOException {
      return work.of(typed, here);
    }
  }

  private static final Work SAYS =
      (typed, here) -> {
        here.out().print(typed.words() + " " + typed.toolWords());
        return 0;
      };

  private final List<String> built = new ArrayList<>();

  private Program program(Work work) {
    return new Program(
        "bawn",
        "Starts agents.",
        List.of(
            row("echo", Runs.AS_ANYONE, work),
            row("launch", Runs.AS_YOURSELF, work),
            row("create", Runs.AS_ROOT, work)),
        ProgramTest::manual);
  }

  private static Manual manual() {
    return new Manual(
        1,
        List.of("Agents have \u201crules\u201d."),
        List.of(new Manual.Entry("bawn echo", "say it")),
        List.of(new Manual.Entry("NO_COLOR", "no colours")),
        List.of(new Manual.Entry("~/.config", "settings\\")),
        List.of("bwrap(1)"),
        List.of(
            new FormatPage(
                "echo.toml",
                "what to echo",
                List.of(
                    new FormatPage.Block.Section("KEYS"),
                    new FormatPage.Block.Key("text", "string", List.of("What.", "Default: \"\"")),
                    new FormatPage.Block.Table(List.of(List.of("a", "b"), List.of("c-d", "e")))),
                List.of("bawn(1)"))));
  }

  private Subcommand row(String name, Runs runs, Work work) {
    return new Subcommand(
        name,
        "do " + name,
        runs,
        () -> {
          built.add(name);
          return new Echo(work);
        });
  }

  private static Program failing(RuntimeException failure) {
    return new ProgramTest()
        .program((typed, here) -> {
          throw failure;
        });
  }

  @Test
  void words_are_those_that_were_typed_whatever_stands_between_them() {
    for (List<String> typed :
        List.of(
            List.of("echo", "a", "b"),
            List.of("echo", "--tool", "x", "a", "b"),
            List.of("echo", "a", "--tool", "x", "b"),
            List.of("echo", "a", "b", "--tool", "x"))) {
      Typist alice = Typist.user();
      alice.types(program(SAYS), typed.toArray(String[]::new));
      assertEquals("[a, b] []", alice.sees(), typed.toString());
    }
  }

  @Test
  void only_the_subcommand_that_was_asked_for_is_built() {
    Typist.user().types(program(SAYS), "echo", "a");
    assertEquals(List.of("echo"), built);
  }

  @Test
  void the_help_lists_all_subcommands_and_builds_none() {
    Typist alice = Typist.user();
    assertEquals(0, alice.types(program(SAYS), "--help"));
    for (String name : List.of("echo", "launch", "create", "version", "help")) {
      assertTrue(alice.sees().contains("\n  " + name + " "), alice.sees());
    }
    assertEquals(List.of(), built);
  }

  @Test
  void the_manual_page_has_every_command_and_nothing_that_roff_takes_for_its_own() {
    Typist alice = Typist.user();
    assertEquals(0, alice.types(program(SAYS), "help", "--man"));
    String page = alice.sees();
    assertTrue(page.startsWith("'\\\" t\n.TH \"BAWN\" \"1\" "), page);
    for (String name : List.of("echo", "launch", "create", "completion", "version", "help")) {
      assertTrue(page.contains("\n.SS \"" + name + "\"\n"), name);
    }
    assertTrue(page.contains("bawn create [OPTION]... ["), page);
    assertTrue(
        page.contains("\n.TP\n\\fB\\-\\-tool\\fR \\fITOOL\\fR\nrun this agent tool\n"), page);
    assertTrue(page.contains("\nAgents have \\[u201C]rules\\[u201D].\n"), page);
    assertTrue(page.contains("\n\\fB\\(ti/.config\\fR\nsettings\\e\n"), page);
  }

  @Test
  void the_page_of_a_file_format_has_its_keys_and_tables() {
    Typist alice = Typist.user();
    assertEquals(0, alice.types(program(SAYS), "help", "--man", "echo.toml"));
    assertEquals(
        """
        '\\" t
        .TH "ECHO.TOML" "5" "" "bawn 1.2.3" "bawn"
        .nh
        .ad l
        .SH "NAME"
        echo.toml \\- what to echo
        .SH "KEYS"
        .TP
        \\fBtext\\fR \\fIstring\\fR
        What.
        .br
        Default: \\(dq\\(dq
        .PP
        .TS
        tab(|);
        lb lb
        l l.
        a|b
        c\\-d|e
        .TE
        .SH "SEE ALSO"
        bawn(1)
        """,
        alice.sees().replaceFirst("bawn [0-9.]+[^\"]*", "bawn 1.2.3"));
  }

  @Test
  void a_manual_page_that_does_not_exist_is_refused_with_the_names_of_those_that_do() {
    Typist alice = Typist.user();
    assertEquals(2, alice.types(program(SAYS), "help", "--man", "echo"));
    assertEquals(
        "bawn: error: unknown manual page: echo\nbawn: hint: pages: echo.toml\n", alice.isTold());
  }

  @Test
  void the_help_of_a_subcommand_has_its_options_and_examples() {
    Typist alice = Typist.user();
    assertEquals(0, alice.types(program(SAYS), "create", "--help"));
    assertTrue(alice.sees().contains("Usage: bawn create [OPTION]... ["), alice.sees());
    assertTrue(alice.sees().contains("--tool"), alice.sees());
    assertTrue(alice.sees().contains("Examples:"), alice.sees());
    Typist again = Typist.user();
    again.types(program(SAYS), "help", "create");
    assertEquals(alice.sees(), again.sees());
  }

  @Test
  void words_after_two_dashes_never_reach_the_parser() {
    Typist alice = Typist.user();
    int status = alice.types(program(SAYS), "echo", "a", "--", "--tool", "-h", "@b", "--", "c");
    assertEquals(0, status);
    assertEquals("[a] [--tool, -h, @b, --, c]", alice.sees());
  }

  @Test
  void a_word_with_an_at_sign_is_no_file_to_read() {
    Typist alice = Typist.user();
    assertEquals(0, alice.types(program(SAYS), "echo", "@/etc/passwd"));
    assertEquals("[@/etc/passwd] []", alice.sees());
  }

  @Test
  void a_name_that_other_programs_have_for_a_command_is_known() {
    Typist alice = Typist.user();
    assertEquals(2, alice.types(program(SAYS), "start"));
    assertEquals(
        """
        bawn: error: unknown command: start
        bawn: hint: did you mean launch? list the commands: bawn help
        """,
        alice.isTold());
  }

  @Test
  void an_unknown_subcommand_is_refused_with_the_nearest_name() {
    Typist alice = Typist.user();
    assertEquals(2, alice.types(program(SAYS), "lunch"));
    assertEquals(
        """
        bawn: error: unknown command: lunch
        bawn: hint: did you mean launch? list the commands: bawn help
        """,
        alice.isTold());
  }

  @Test
  void options_before_a_command_are_refused_with_the_line_to_type() {
    Typist alice = Typist.user();
    assertEquals(2, alice.types(program(SAYS), "--tool", "a b", "echo"));
    assertEquals(
        """
        bawn: error: unknown option: --tool
        bawn: hint: options follow the command: bawn echo --tool 'a b'
        """,
        alice.isTold());
    assertEquals(2, alice.types(program(SAYS), "--", "echo"));
    assertTrue(alice.isTold().endsWith("options follow the command: bawn echo\n"), alice.isTold());
  }

  @Test
  void an_unknown_option_is_refused_with_the_nearest_name() {
    Typist alice = Typist.user();
    assertEquals(2, alice.types(program(SAYS), "echo", "--tol", "x"));
    assertTrue(alice.isTold().contains("did you mean --tool?"), alice.isTold());
    assertTrue(alice.isTold().contains("see: bawn echo --help"), alice.isTold());
  }

  @Test
  void no_subcommand_at_all_is_wrong_usage() {
    assertEquals(2, Typist.user().types(program(SAYS)));
    assertEquals(2, Typist.user().types(program(SAYS), ""));
  }

  @Test
  void what_needs_root_shows_the_sudo_line_to_others() {
    Typist alice = Typist.user();
    assertEquals(5, alice.types(program(SAYS), "create", "a.noir", "two words"));
    assertEquals(
        """
        bawn: error: bawn create needs root
        bawn: hint: run: sudo bawn create a.noir 'two words'
        """,
        alice.isTold());
    assertEquals(0, Typist.root().types(program(SAYS), "create", "a.noir"));
  }

  @Test
  void what_must_not_have_root_is_refused_to_root() {
    Typist root = Typist.root();
    assertEquals(5, root.types(program(SAYS), "launch", "a.noir"));
    assertTrue(root.isTold().startsWith("bawn: error: bawn launch does not run as root\n"));
  }

  @Test
  void each_failure_has_its_status_and_its_two_lines() {
    Map<Failure, Integer> statuses =
        Map.of(
            new Failed("it broke", "fix it"), 1,
            new WrongUsage("it broke", "fix it"), 2,
            new Refused("it broke", "fix it"), 3,
            new NotFound("it broke", "fix it"), 4,
            new WrongUser("it broke", "fix it"), 5,
            new Unfinished("it broke", "fix it"), 6,
            new TimedOut("it broke", "fix it"), 124);
    statuses.forEach((failure, status) -> {
      Typist alice = Typist.user();
      assertEquals(status, alice.types(failing(failure), "echo"));
      assertEquals("bawn: error: it broke\nbawn: hint: fix it\n", alice.isTold());
      assertTrue(Help.STATUSES.containsKey(status.toString()));
    });
  }

  @Test
  void a_broken_link_names_its_step_and_what_was_expected_and_found() {
    Typist alice = Typist.user();
    BrokenLink link =
        new BrokenLink(VerificationStep.V5, "it is older", "serial 17", "serial 16", "ask root");
    assertEquals(3, alice.types(failing(link), "echo"));
    assertEquals(
        """
        bawn: error: V5 (serial): it is older
        bawn: expected: serial 17
        bawn: found: serial 16
        bawn: hint: ask root
        """,
        alice.isTold());
  }

  @Test
  void a_file_that_may_not_be_opened_is_said_without_a_class_name() {
    IOException denied = new AccessDeniedException("/etc/bawn");
    Work opens =
        (typed, here) -> {
          throw denied;
        };
    for (Program program : List.of(program(opens), failing(new UncheckedIOException(denied)))) {
      Typist alice = Typist.user();
      assertEquals(1, alice.types(program, "echo"));
      assertTrue(alice.isTold().startsWith("bawn: error: permission denied: /etc/bawn\n"));
      assertFalse(alice.isTold().contains("Exception"), alice.isTold());
    }
  }

  @Test
  void a_mistake_of_ours_shows_its_trace_with_debug_only() {
    Typist alice = Typist.user();
    assertEquals(1, alice.types(failing(new IllegalStateException("oops")), "echo"));
    assertFalse(alice.isTold().contains("\tat "), alice.isTold());
    Typist curious = Typist.user();
    curious.types(failing(new IllegalStateException("oops")), "echo", "--debug");
    assertTrue(curious.isTold().contains("\tat "), curious.isTold());
  }

  @Test
  void what_could_steer_a_terminal_is_made_harmless() {
    Typist alice = Typist.user();
    alice.types(failing(new Failed("a\u001b]0;b\u0007\u202ec", "")), "echo");
    assertEquals("bawn: error: a?]0;b??c\n", alice.isTold());
    Typist bob = Typist.user();
    bob.types(program(SAYS), "\u001b[2J");
    assertFalse(bob.isTold().contains("\u001b"), bob.isTold());
  }

  @Test
  void colour_is_for_terminals_and_never_against_a_wish() {
    Typist alice = Typist.onTerminal(Map.of("TERM", "xterm"));
    alice.types(program(SAYS), "lunch");
    assertTrue(alice.isTold().contains("\u001b["), alice.isTold());
    for (Map<String, String> wish :
        List.of(Map.of("TERM", "xterm", "NO_COLOR", "1"), Map.of("TERM", "dumb"))) {
      Typist plain = Typist.onTerminal(wish);
      plain.types(program(SAYS), "lunch");
      plain.types(program(SAYS), "--help");
      assertFalse((plain.isTold() + plain.sees()).contains("\u001b["));
    }
    Typist script = Typist.user();
    script.types(program(SAYS), "--help");
    assertFalse(script.sees().contains("\u001b["));
  }

  @Test
  void the_version_is_that_of_the_installation() {
    Typist alice = Typist.user();
    assertEquals(0, alice.types(program(SAYS), "version"));
    assertTrue(alice.sees().startsWith("bawn 1.2.3\ninstalled in /usr/lib/bawn\n"), alice.sees());
  }
}
