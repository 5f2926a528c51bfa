package dev.bawn.launcher.cli;

import dev.bawn.contract.cli.Command;
import dev.bawn.contract.cli.Parameters;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.cli.Surroundings;
import dev.bawn.contract.cli.Typed;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.WrongUsage;
import dev.bawn.launcher.engine.Tmux;
import dev.bawn.launcher.record.SessionName;
import dev.bawn.launcher.sessions.ListedSession;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Model.CommandSpec;

/**
 * {@code broadcast TEXT...}: types text into several background sessions: the named ones, those
 * with a tag, or else all.
 */
final class BroadcastCommand implements Command {

  private static final String SESSION = "--session";

  @Override
  public CommandSpec spec() {
    CommandSpec spec =
        TypedText.addTo(
            Parameters.command()
                .addPositional(
                    Parameters.any(
                        "TEXT", "the text to type; bawn joins several arguments with spaces"))
                .addOption(
                    Parameters.repeatable(
                        SESSION, "SESSION", "type into this session; repeat it to name several"))
                .addOption(TagFilter.option("type into")));
    spec.usageMessage().customSynopsis("bawn broadcast [OPTION]... [TEXT]...");
    return spec;
  }

  @Override
  public List<String> examples() {
    return List.of(
        "bawn broadcast -t issue=7 'run the tests again'",
        "bawn broadcast --session fix --session docs yes");
  }

  @Override
  public int run(Typed typed, Surroundings here) {
    TypedText text =
        TypedText.of(typed.words(), typed, here.directory(), "bawn broadcast -t issue=7 yes");
    Tmux tmux = Tmux.of(OwnPlaces.of(here), here);
    List<ListedSession> sessions = typed.has(SESSION) ? named(typed, here) : running(tmux, here);
    if (!typed.has(SESSION)) {
      requireText(typed.words(), sessions);
    }
    List<SessionName> wanted =
        sessions.stream()
            .filter(TagFilter.of(typed)::admits)
            .map(each -> SessionName.of(each.name()))
            .toList();
    if (wanted.isEmpty()) {
      throw new NotFound(
          "no matching session runs in the background", "list yours: bawn list --status running");
    }
    Map<SessionName, String> failed = text.into(wanted, tmux);
    wanted.forEach(name ->
        here.err()
            .println(
                failed.containsKey(name)
                    ? "bawn: error: tmux cannot type into session '"
                        + name
                        + "': "
                        + failed.get(name)
                    : "typed into " + name));
    return failed.isEmpty() ? 0 : 1;
  }

  /**
   * Refuses a text of several arguments that begins with the name of a session or of a swarm: bawn
   * would type the name, too.
   */
  private static void requireText(List<String> words, List<ListedSession> sessions) {
    String first = words.isEmpty() ? "" : words.getFirst();
    List<String> named =
        sessions.stream()
            .map(ListedSession::name)
            .filter(name -> name.equals(first) || isOfSwarm(name, first))
            .toList();
    if (words.size() > 1 && !named.isEmpty()) {
      List<String> line = new ArrayList<>(List.of("bawn", "broadcast"));
      named.forEach(name -> line.addAll(List.of(SESSION, name)));
      int text = 1;
      while (text < words.size() - 1 && isNamed(words.get(text), sessions)) {
        line.addAll(List.of(SESSION, words.get(text)));
        text++;
      }
      line.addAll(words.subList(text, words.size()));
      throw new WrongUsage(
          "'" + first + "' is the name of a session; expected the text alone",
          "to type into it: "
              + ShellQuoting.join(line)
              + "; to type all words into all sessions, quote them: bawn broadcast "
              + ShellQuoting.join(List.of(String.join(" ", words))));
    }
  }

  private static boolean isNamed(String word, List<ListedSession> sessions) {
    return sessions.stream().anyMatch(each -> each.name().equals(word));
  }

  private static boolean isOfSwarm(String name, String base) {
    return name.startsWith(base + "-")
        && name.substring(base.length() + 1).chars().allMatch(Character::isDigit);
  }

  /** The named sessions. All of them must run in the background, or nothing is typed. */
  private static List<ListedSession> named(Typed typed, Surroundings here) {
    List<NamedSession> sessions = NamedSession.each(typed.values(SESSION), here);
    sessions.forEach(session -> session.requireBackground(here));
    return sessions.stream().map(NamedSession::listed).toList();
  }

  private static List<ListedSession> running(Tmux tmux, Surroundings here) {
    Set<String> titles = tmux.titles();
    return NamedSession.sessions(here).all().stream()
        .filter(ListedSession::isRunning)
        .filter(each -> titles.contains(Tmux.title(SessionName.of(each.name()))))
        .toList();
  }
}
