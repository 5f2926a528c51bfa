package dev.bawn.launcher.review;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Files to which the user's settings of git, hooks and links lead are hazards. */
class ReferencedPathsTest {

  @TempDir Path directory;
  private Overlaid session;

  @BeforeEach
  void aRepository() throws IOException {
    session = new Overlaid(directory);
    session.others("git init -q && mkdir tools ide && echo x >tools/run && echo x >attrs");
  }

  private List<String> told() throws IOException {
    try (Layers layers = session.layers()) {
      return Reviewed.all(layers, layers.changes()).stream()
          .filter(each -> !each.change().isDirectory() && !each.labels().isEmpty())
          .map(each ->
              each.change().path().shown() + (each.isSevere() ? " stops: " : ": ") + each.labels())
          .toList();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "core.hooksPath | tools/hk | tools/hk/pre-commit",
        "core.hooksPath | hk | hk/sub/part",
        "core.hooksPath | . | post-checkout",
        "core.fsmonitor | tools/watch | tools/watch",
        "core.sshCommand | tools/ssh -v | tools/ssh",
        "core.editor | ./tools/edit | tools/edit",
        "core.pager | $PWD/tools/page | tools/page",
        "pager.log | tools/page --less | tools/page",
        "filter.C.clean | python3 tools/clean.py %f | tools/clean.py",
        "filter.c.smudge | sh attrs | attrs",
        "filter.c.clean | python3 missing.py | missing.py",
        "core.hooksPath | :(optional)hk | hk/update",
        "diff.c.textconv | \"$(git rev-parse --show-toplevel)\"/tools/text | tools/text",
        "merge.c.driver | A=1 tools/merge %O | tools/merge",
        "credential.helper | !tools/login | tools/login",
        "alias.x | '!cd src && tools/x' | tools/x",
        "a.future | tools/future | tools/future",
      })
  void a_file_that_a_setting_of_git_runs_stops_a_merge(String key, String value, String path)
      throws IOException {
    session.others("git config " + key + " '" + value + "'");
    session.wrote(path, "y\n").wrote("src/x", "y\n").wrote("toolsbox", "y\n");
    assertEquals(
        List.of(
            path
                + " stops: takes effect automatically: git runs it: "
                + key.replaceAll("\\..*\\.", ".").toLowerCase(Locale.ROOT)),
        told());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[core] hooksPath = hk",
        "[core]\\n\\thooksPath = \\\\\\n hk",
        "[core]\\n\\thooksPath = ~root/../%s/hk",
        "[include] path = ../cfg",
      })
  void a_setting_counts_in_each_spelling_that_git_accepts(String spelling) throws IOException {
    session.had("cfg", "[core] hooksPath = hk\n");
    String below = "../".repeat(8) + session.project.toString().substring(1);
    session.others(
        "printf '"
            + spelling.replace("%s", below).replace("\\\\\\n", "\\\\\\n")
            + "\\n' >>.git/config");
    session.wrote("hk/pre-commit", "y\n");
    assertEquals(
        List.of("hk/pre-commit stops: takes effect automatically: git runs it: core.hookspath"),
        told());
  }

  @Test
  void settings_of_a_repository_below_the_project_count() throws IOException {
    session.others("rm -rf .git; git init -q part; git -C part config core.hooksPath sub/hk");
    session.wrote("part/sub/hk/pre-commit", "y\n").wrote("sub/hk/pre-commit", "y\n");
    assertEquals(
        List.of(
            "part/sub/hk/pre-commit stops: takes effect automatically: git runs it: core.hookspath"),
        told());
  }

  @Test
  void settings_count_in_each_repository_that_has_the_same_file() throws IOException {
    session.others(
        "git -c user.name=a -c user.email=a@b commit -q --allow-empty -m one"
            + " && git worktree add -q part && git config core.hooksPath hk");
    session.wrote("hk/pre-commit", "y\n").wrote("part/hk/pre-commit", "y\n");
    assertEquals(
        List.of(
            "hk/pre-commit stops: takes effect automatically: git runs it: core.hookspath",
            "part/hk/pre-commit stops: takes effect automatically: git runs it: core.hookspath"),
        told());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rm -rf .git; git init -q ..; git -C .. config core.hooksPath project",
        "ln -s tools/.. hk; git config core.hooksPath hk",
        "git init -q part; git -C part config core.hooksPath ..",
      })
  void hooks_at_the_top_stop_a_merge(String settings) throws IOException {
    session.others(settings);
    session.wrote("update", "y\n").wrote("src/x", "y\n").wrote("part/x", "y\n");
    assertEquals(
        List.of("update stops: takes effect automatically: git runs it: core.hookspath"), told());
  }

  @Test
  void a_file_that_git_only_reads_is_marked() throws IOException {
    session.others("git config blame.ignoreRevsFile attrs; git config alias.l 'log tools/run'");
    session.wrote("attrs", "y\n").wrote("tools/run", "y\n");
    assertEquals(
        List.of("attrs: takes effect when used: git reads it: blame.ignorerevsfile"), told());
  }

  @Test
  void a_file_of_settings_that_git_includes_stops_a_merge_and_its_settings_count()
      throws IOException {
    session.had("conf/git", "[include]\npath = more\n[core]\nhooksPath = tools/hk\n");
    session.had("conf/more", "[includeIf \"onbranch:x\"]\npath = git\n[broken\n");
    session.others("git config includeIf.gitdir:/none/.path ../conf/git");
    session.wrote("conf/git", "y\n").wrote("conf/more", "y\n").wrote("tools/hk/update", "y\n");
    assertEquals(
        List.of(
            "conf/git stops: takes effect automatically: git reads it: includeif.path",
            "conf/more stops: takes effect automatically: git reads it: include.path",
            "tools/hk/update stops: takes effect automatically: git runs it: core.hookspath"),
        told());
  }

  @Test
  void links_among_hooks_are_followed_link_by_link() throws IOException {
    session.others("ln -s ../../tools/way .git/hooks/post-checkout; ln -s run tools/way");
    session.wrote("tools/run", "y\n").wrote("tools/way", "y\n").wrote("tools/none", "y\n");
    assertEquals(
        List.of(
            "tools/run stops: takes effect automatically: git runs it: .git/hooks/post-checkout",
            "tools/way stops: takes effect automatically: git runs it: .git/hooks/post-checkout"),
        told());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "exec ./tools/x 'a b' | tools/x",
        "if [ -x tools/new ]; then tools/new; fi | tools/new",
        "python3 -u attrs \"$@\" | attrs",
        ". ./attrs | attrs",
        "\"$(git rev-parse --show-toplevel)/tools/x\" | tools/x",
        "cd ${TOP} && $TOP/tools/x | tools/x",
        "`dirname $0`/../../tools/x | tools/x",
        "${0%/*}/../../tools/x | tools/x",
        "tools/calls && exit | tools/x",
      })
  void a_file_that_a_hook_calls_stops_a_merge(String line, String path) throws IOException {
    session.others("echo 'sh tools/x' >tools/calls; : >tools/x; chmod +x tools/*");
    session.others("printf '#!/bin/sh\\n# ide/x\\n' >.git/hooks/pre-push");
    session.others("cat >>.git/hooks/pre-push <<'end'\n" + line + "\nend\nchmod +x .git/hooks/*");
    session.wrote(path, "y\n").wrote("ide/x", "y\n");
    assertEquals(
        List.of(path + " stops: takes effect automatically: git runs it: .git/hooks/pre-push"),
        told());
  }

  @Test
  void a_file_that_a_hook_of_husky_calls_stops_a_merge() throws IOException {
    session.others("mkdir -p .husky/_; git config core.hooksPath .husky/_");
    session.others("echo tools/new >.husky/pre-commit");
    session.wrote("tools/new", "y\n");
    assertEquals(
        List.of("tools/new stops: takes effect automatically: git runs it: core.hookspath"),
        told());
  }

  @Test
  void files_that_a_hook_does_not_call_are_no_hazards() throws IOException {
    session.others("cp .git/hooks/pre-push.sample .git/hooks/pre-merge-commit.sample || :");
    session.others("printf 'tools/run\\n' >.git/hooks/pre-push; chmod -x .git/hooks/pre-push");
    session.others("printf '#!/bin/sh\\nrun attrs\\ngrep -q ide tools/run\\n' >.git/hooks/update");
    session.others("chmod +x .git/hooks/update");
    session.wrote("tools/run", "y\n").wrote("attrs", "y\n").wrote("ide", "y\n");
    assertEquals(List.of(), told());
  }

  @Test
  void links_that_lead_in_a_circle_count_each() throws IOException {
    session.others("ln -s ../../tools/a .git/hooks/update; ln -s b tools/a; ln -s a tools/b");
    session.wrote("tools/b", "y\n");
    assertEquals(
        List.of("tools/b stops: takes effect automatically: git runs it: .git/hooks/update"),
        told());
  }

  @Test
  void a_link_on_the_way_stops_a_merge() throws IOException {
    session.others("git config core.hooksPath made/hk");
    session.linked("made", "ide");
    assertEquals(
        List.of("made stops: takes effect automatically: git runs it: core.hookspath"), told());
  }

  @Test
  void targets_of_links_that_are_named_as_hazards_are_hazards() throws IOException {
    session.others(
        "ln -s env.sh .envrc; ln -s ide .vscode; mkdir .husky sub; ln -s ../hook .husky/pre-push"
            + "; ln -s lists/make Makefile; ln -s ../ide/own sub/.envrc; ln -s /etc .zed");
    session
        .wrote("env.sh", "y\n")
        .wrote("ide/settings.json", "y\n")
        .wrote("hook", "y\n")
        .wrote("lists/make", "y\n")
        .wrote("sub/x", "y\n");
    assertEquals(
        List.of(
            "env.sh stops: takes effect automatically: .envrc leads to it",
            "hook stops: takes effect automatically: .husky/pre-push leads to it",
            "ide/settings.json stops: takes effect automatically: .vscode leads to it",
            "lists/make: takes effect when used: Makefile leads to it"),
        told());
    session.wrote("ide/own", "y\n");
    assertEquals(
        "ide/own stops: takes effect automatically: sub/.envrc leads to it", told().get(2));
  }

  @Test
  void links_at_any_depth_of_a_hazardous_directory_count() throws IOException {
    session.others(
        "mkdir -p .claude/hooks/a .cargo .github/hooks .config/more"
            + "; ln -s ../../../tools/pre .claude/hooks/a/pre; ln -s ../tools/cargo .cargo/config"
            + "; ln -s ../../tools/x .github/hooks/x; ln -s ../../tools/none .config/more/x");
    session.wrote("tools/pre", "y\n").wrote("tools/cargo", "y\n").wrote("tools/x", "y\n");
    session.wrote("tools/none", "y\n");
    assertEquals(
        List.of(
            "tools/cargo stops: takes effect automatically: .cargo/config leads to it",
            "tools/pre stops: takes effect automatically: .claude/hooks/a/pre leads to it",
            "tools/x stops: takes effect automatically: .github/hooks/x leads to it"),
        told());
  }

  @Test
  void a_link_in_the_directory_of_a_change_counts() throws IOException {
    session.others("mkdir -p sub/dir; ln -s dir/env sub/.envrc");
    session.wrote("sub/dir/env", "y\n");
    assertEquals(
        List.of("sub/dir/env stops: takes effect automatically: sub/.envrc leads to it"), told());
  }

  @Test
  void other_changes_and_other_links_hide_no_link() throws IOException {
    session.others(
        "mkdir -p sub; ln -s env sub/.envrc; ln -s env .envrc; seq -f '!%.0f' 11000 | xargs mkdir");
    session.did(
        "seq -f 'many/%.0f' 2000 | xargs mkdir -p; seq -f 'many/%.0f/x' 2000 | xargs touch");
    session.wrote("sub/env", "y\n").wrote("env", "y\n");
    assertEquals(
        List.of(
            "env stops: takes effect automatically: .envrc leads to it",
            "sub/env stops: takes effect automatically: sub/.envrc leads to it"),
        told());
  }

  @Test
  void a_tilde_is_the_home_of_the_user() throws IOException {
    Path home = Path.of(System.getenv("HOME"));
    String below = "~/" + home.relativize(session.project);
    session.had("set", "[core]\nhooksPath = " + below + "/hk\n");
    session.others("git config include.path " + below + "/set");
    session.others("git config filter.c.clean 'sh $HOME" + below.substring(1) + "/tools/run'");
    session.wrote("hk/update", "y\n").wrote("set", "y\n").wrote("tools/run", "y\n");
    assertEquals(
        List.of(
            "hk/update stops: takes effect automatically: git runs it: core.hookspath",
            "set stops: takes effect automatically: git reads it: include.path",
            "tools/run stops: takes effect automatically: git runs it: filter.clean"),
        told());
  }

  @Test
  void paths_are_those_of_the_project_where_it_lies_below_the_repository() throws IOException {
    session.others("rm -rf .git; git init -q ..; git -C .. config core.hooksPath project/hk");
    session.wrote("hk/update", "y\n").wrote("project/hk/update", "y\n");
    assertEquals(
        List.of("hk/update stops: takes effect automatically: git runs it: core.hookspath"),
        told());
  }

  @Test
  @Timeout(20)
  void what_cannot_be_read_leads_nowhere() throws IOException {
    session.others(
        """
        ln -s loop loop; ln -s loop .envrc; ln -s . .vscode
        mkfifo pipe; echo '[a' >bad; truncate -s 9M large
        cat >>.git/config <<'END'
        [core]
        hooksPath = loop/x
        fsmonitor
        editor = "a\\377/b ~/x /"
        [include]
        path = ../loop
        path = ../pipe
        path = config
        path = ../bad
        path = ../large
        path = ~/x
        END
        """);
    session.wrote("src/x", "y\n");
    assertEquals(List.of(), told());
    session.others("printf '[core\\n' >.git/config");
    assertEquals(List.of(), told());
  }
}
