package dev.bawn.launcher.plan;

import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.launcher.record.SessionDirectory;
import dev.bawn.launcher.record.SessionRecord;
import dev.bawn.launcher.seed.Seeding;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * A session under the caller's own uid, before anything is touched. What is prepared and what runs
 * is derived from this and from nothing else.
 *
 * @param session what is written down about it
 * @param directory its directory
 * @param directories what must be there before it starts, private to the caller, in order
 * @param etc files that are made up for it, by name: its directory {@code etc} gets them
 * @param identity the directory of the key with which it signs commits, if it has one
 * @param home whose lock is held as long as it runs
 * @param seeding what is copied into its home
 * @param masks the layer that hides it, where something is hidden
 * @param masked what of the project is hidden, relative to its top
 * @param tracked what of that is in git's index
 * @param repository the copy of a repository that is made for it, if it needs one
 * @param network which network it sees
 * @param sshHosts at which hosts it can log in with the caller's keys
 * @param landlock whether abstract sockets and signals are closed in
 * @param limits what holds it to its limits
 * @param ports that no other running session has, if it gets some
 * @param start what is started once that is prepared
 * @param hidden a sentence about files with a secret name that are hidden, if there are any
 * @param skipsSetup whether it has commands of {@code setup}, and no fresh checkout to run them in
 * @param choice why bawn chose the tool, where the user named none; or empty
 * @param notes what the caller should know, a sentence each
 */
public record SessionPlan(
    SessionRecord session,
    SessionDirectory directory,
    List<Path> directories,
    SortedMap<String, String> etc,
    Optional<Path> identity,
    SessionHome home,
    Seeding seeding,
    Optional<Path> masks,
    List<Path> masked,
    List<Path> tracked,
    Optional<RepositoryCopy> repository,
    NetworkPolicy network,
    List<String> sshHosts,
    boolean landlock,
    EnforcedLimits limits,
    Optional<PortRange> ports,
    StartPlan start,
    Optional<String> hidden,
    boolean skipsSetup,
    String choice,
    List<String> notes) {

  public SessionPlan {
    directories = List.copyOf(directories);
    masked = List.copyOf(masked);
    tracked = List.copyOf(tracked);
    sshHosts = List.copyOf(sshHosts);
    notes = List.copyOf(notes);
  }

  /** The files of its {@code /etc} where bawn keeps them, with their text. */
  public Map<Path, String> etcFiles() {
    Map<Path, String> files = new HashMap<>();
    etc.forEach((name, text) ->
        files.put(directory.path().resolve("etc").resolve(SessionEtc.kept(name)), text));
    return files;
  }
}
