package dev.bawn.launcher.plan;

import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.wall.BubblewrapArguments;
import dev.bawn.contract.wall.Wall;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.seed.Seeding;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/**
 * A session under the caller's own uid, before anything is touched. What is prepared and what runs
 * is derived from this and from nothing else.
 *
 * @param session what is written down about it
 * @param directory its directory
 * @param directories what must be there before it starts, private to the caller, in order
 * @param etc files that are made up for it, by name: its directory {@code etc} gets them
 * @param home whose lock is held as long as it runs
 * @param seeding what is copied into its home
 * @param masked what of the project is hidden, relative to its top
 * @param stage where overlays are mounted before bubblewrap starts, without links
 * @param walls what bubblewrap builds, in order
 * @param network which network it sees
 * @param landlock whether abstract sockets and signals are closed in
 * @param variables of the caller's, with values that are written down nowhere
 * @param argv what the start stub becomes; it appends the caller's own words
 * @param notes what the caller should know, a sentence each
 */
public record SessionPlan(
    SessionRecord session,
    SessionDirectory directory,
    List<Path> directories,
    SortedMap<String, String> etc,
    SessionHome home,
    Seeding seeding,
    List<Path> masked,
    Path stage,
    List<Wall> walls,
    NetworkPolicy network,
    boolean landlock,
    List<Variable> variables,
    List<String> argv,
    List<String> notes) {

  public SessionPlan {
    directories = List.copyOf(directories);
    masked = List.copyOf(masked);
    walls = List.copyOf(walls);
    variables = List.copyOf(variables);
    argv = List.copyOf(argv);
    notes = List.copyOf(notes);
  }

  /** The files of its {@code /etc} where bawn keeps them, with their text. */
  public Map<Path, String> etcFiles() {
    Map<Path, String> files = new HashMap<>();
    etc.forEach((name, text) ->
        files.put(directory.path().resolve("etc").resolve(SessionEtc.kept(name)), text));
    return files;
  }

  /**
   * What is started.
   *
   * @param appended the caller's own arguments
   */
  public StartPlan start(List<String> appended) {
    List<String> arguments = new ArrayList<>(List.of("2", "--stage", stage.toString()));
    arguments.addAll(BubblewrapArguments.counted(walls));
    for (Variable variable : variables) {
      arguments.addAll(List.of("3", "--setenv", variable.name(), variable.value()));
    }
    return new StartPlan(argv, appended, List.of(), arguments);
  }
}
