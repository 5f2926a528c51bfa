package dev.bawn.launcher.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.bawn.contract.agent.Spelling;
import dev.bawn.contract.cli.Ago;
import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.JsonOutput;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.Question;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Table;
import dev.bawn.contract.cli.Table.Column;
import dev.bawn.contract.cli.Table.Cut;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.cli.Width;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.NearestMatch;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.engine.SessionStates;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.record.SessionPlaces;
import dev.bawn.launcher.seed.SeedRecord;
import dev.bawn.launcher.sessions.Destruction;
import dev.bawn.launcher.sessions.Home;
import dev.bawn.launcher.sessions.Homes;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code home list}, {@code home wipe HOME}: the home directories of sessions. The names in the
 * JSON are stable: {@code home}, {@code tool}, {@code project}, {@code last_used}, {@code in_use}
 * and {@code directory}.
 */
final class HomeCommand implements Command {

  private enum Action implements Spelling {
    LIST,
    WIPE
  }

  @Override
  public CommandSpec spec() {
    return Parameters.command()
        .addPositional(Parameters.action("list|wipe"))
        .addPositional(
            Parameters.object(
                "HOME",
                "wipe: TOOL/PROJECT, as 'bawn home list' prints it; or TOOL, for all its homes"))
        .addOption(Parameters.flag("--yes", "wipe: do not ask"))
        .addOption(Parameters.flag("--json", "list: print JSON, one array"));
  }

  @Override
  public List<String> examples() {
    return List.of("bawn home list", "bawn home wipe claude --yes");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    List<String> words = typed.words();
    Action action = Parameters.choice("action of home", words.getFirst(), Action.values());
    SessionPlaces places = OwnPlaces.of(here);
    List<Home> homes = new Homes(places, SessionStates.on(here.layout())).all();
    switch (action) {
      case LIST -> {
        typed.requireAtMost(1);
        list(homes, typed.has("--json"), here);
      }
      case WIPE -> {
        typed.requireAtMost(2);
        wipe(chosen(homes, words), places, typed.has("--yes"), here);
      }
    }
    return 0;
  }

  private static void list(List<Home> homes, boolean asJson, Surroundings here) {
    if (asJson) {
      JsonOutput.print(here.out(), json -> JsonOutput.objects(json, homes, HomeCommand::json));
      return;
    }
    if (homes.isEmpty()) {
      here.err().println("no session has a home yet");
      return;
    }
    Table table =
        new Table(
            List.of(
                new Column("HOME", Cut.NEVER),
                new Column("LAST USED", Cut.NEVER),
                new Column("PROJECT", Cut.START)));
    Instant now = here.clock().instant();
    for (Home home : homes) {
      String used = home.used().map(time -> Ago.of(time, now)).orElse("-");
      table.row(
          List.of(
              Printable.whole(home.name()),
              home.inUse() ? "now" : used,
              ListedOutput.shown(home.project())));
    }
    table.lines(Width.of(here)).forEach(here.out()::println);
  }

  private static void json(JsonGenerator json, Home home) throws IOException {
    json.writeStringField("home", home.name());
    json.writeStringField("tool", home.tool());
    if (home.project().isPresent()) {
      json.writeStringField("project", home.project().get().toString());
    }
    if (home.used().isPresent()) {
      json.writeStringField("last_used", home.used().get().toString());
    }
    json.writeBooleanField("in_use", home.inUse());
    json.writeStringField("directory", home.directory().toString());
  }

  private static List<Home> chosen(List<Home> homes, List<String> words) {
    if (words.size() < 2) {
      throw new WrongUsage("expected a home directory", "list the homes: bawn home list");
    }
    String word = words.get(1);
    List<Home> chosen =
        homes.stream()
            .filter(home -> home.name().equals(word) || home.tool().equals(word))
            .toList();
    if (chosen.isEmpty()) {
      String all = "see: bawn home list";
      throw new NotFound(
          "there is no home '" + Printable.of(word) + "'",
          NearestMatch.hint(word, homes.stream().map(Home::name).toList(), all));
    }
    return chosen;
  }

  private static void wipe(
      List<Home> homes, SessionPlaces places, boolean withoutAsking, Surroundings here) {
    homes.stream()
        .filter(Home::inUse)
        .findFirst()
        .ifPresent(home -> {
          throw used(home);
        });
    String what = homes.size() == 1 ? homes.getFirst().name() : homes.size() + " homes";
    String question =
        "wipe "
            + what
            + "? logins, settings, conversations and downloads of "
            + (homes.size() == 1 ? "its" : "their")
            + " sessions are lost";
    if (!withoutAsking && !Question.yes(question, here)) {
      throw new Refused("nothing was wiped", "");
    }
    for (Home home : homes) {
      wipe(home, places);
      here.err().println("removed " + Printable.whole(home.name()));
    }
  }

  private static void wipe(Home home, SessionPlaces places) {
    try (Flock _ = Flock.take(home.lock()).orElseThrow(() -> used(home))) {
      // without the record, files in the home would count as its own, and missing ones as removed
      // by it
      Destruction.remove(SeedRecord.file(home.directory()));
      Destruction.remove(home.directory());
      Destruction.remove(places.caches(home.directory()));
      Destruction.remove(home.lock());
    } catch (NoSuchFileException e) {
      Destruction.remove(home.directory());
      Destruction.remove(places.caches(home.directory()));
    } catch (IOException e) {
      throw new Failed(
          "the lock of " + home.name() + " cannot be opened", "see: namei -l " + home.lock());
    }
  }

  private static Refused used(Home home) {
    return new Refused(
        home.name() + " is in use by a session", "end the session first; see: bawn list");
  }
}
