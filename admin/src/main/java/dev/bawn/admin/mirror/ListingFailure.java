package dev.bawn.admin.mirror;

import dev.bawn.contract.agent.ProjectPath;
import dev.bawn.contract.cli.ShellQuoting;
import dev.bawn.contract.failure.Failed;
import dev.bawn.contract.failure.Failure;
import dev.bawn.contract.failure.InUse;
import dev.bawn.contract.failure.NotFound;
import dev.bawn.contract.failure.Printable;
import dev.bawn.contract.failure.Refused;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The failures of owner-list by exit status, each with a hint. */
final class ListingFailure {

  private static final int GONE = 10;
  private static final int BEHIND_A_LINK = 11;
  private static final int NOT_TRUSTED = 12;
  private static final int ANOTHERS = 15;
  private static final int DAMAGED = 16;
  private static final int CHANGED = 17;
  private static final int NOT_READ = 18;
  private static final int NO_SETTINGS = 19;

  private static final int MERGING = 20;
  private static final int EXCHANGEABLE = 21;
  private static final int EXCHANGED = 22;

  /**
   * The directory of a merge. The owner's files decide its name, and the hint repeats it: no word
   * is an option.
   */
  private static final Pattern MERGE =
      Pattern.compile("\\.bawn-merge-([A-Za-z0-9][\\w.-]*( [a-z0-9][\\w.-]*)?)");

  /** Of owner-list. */
  private static final String NO_GIT = "git is not installed";

  /** Of owner-path. */
  private static final String NO_SANDBOX = "failed to execute /usr/bin/bwrap: No such file";

  private ListingFailure() {}

  static Failure of(ProjectPath project, int status, BoundedOutput records) {
    String said = Listing.values(Listing.all(records.text()), "said").findFirst().orElse("");
    return switch (status) {
      case DAMAGED ->
          new Failed(
              "git cannot read the repository in " + Printable.of(said),
              "git -C "
                  + ShellQuoting.join(List.of(said))
                  + " status shows the error; see also: namei -l "
                  + ShellQuoting.join(List.of(said + "/.git"))
                  + "; repair its .git");
      case CHANGED ->
          new Refused(
              "the repository of "
                  + project
                  + " changed since it was assigned: "
                  + repository(said),
              "restore the .git that was there, or unassign the project and assign it again");
      case NOT_READ ->
          new Failed(
              "git cannot read all of " + project + ": " + reason(said, records),
              "make that path readable for the owner, or leave it out with .gitignore");
      case NO_SETTINGS ->
          new Failed(
              "the owner of "
                  + project
                  + " cannot read the configuration of git: "
                  + Printable.of(said),
              "make that file readable for the owner, or remove the setting that names it");
      case MERGING -> merging(project, said);
      case EXCHANGEABLE -> ExchangeablePath.refusal(project.text(), said);
      case EXCHANGED -> ExchangeablePath.exchanged(project);
      default -> ofPlace(project, status, reason(said, records));
    };
  }

  /**
   * @param directory of the merge in the project, which has the name of its session
   */
  private static InUse merging(ProjectPath project, String directory) {
    Matcher session = MERGE.matcher(directory);
    return new InUse(
        "a merge into " + project + " is running, or was interrupted: " + Printable.of(directory),
        session.matches()
            ? "if it was interrupted, finish it: bawn undo " + session.group(1)
            : "bawn has no session of that name; look into it: ls -lA " + project);
  }

  private static Failure ofPlace(ProjectPath project, int status, String reason) {
    return switch (status) {
      case GONE ->
          new NotFound(
              project + " is missing, or its owner cannot enter it",
              "see: namei -l "
                  + project
                  + "; if it was moved or deleted, see: sudo bawn-admin doctor");
      case BEHIND_A_LINK ->
          new Refused(
              project + " is now reached through a symbolic link",
              "unassign it, and assign the directory that the link leads to");
      case NOT_TRUSTED ->
          new Refused(
              "git does not trust " + project + ": it and its .git belong to different users",
              "give both to one user with chown");
      case ANOTHERS ->
          new Refused(
              project + " belongs to another user now",
              "unassign it from its agents; then assign it again: sudo bawn-admin assign AGENT "
                  + project);
      default -> unlisted(project, reason);
    };
  }

  private static Failure unlisted(ProjectPath project, String reason) {
    if (reason.contains(NO_SANDBOX)) {
      return new Failed("bubblewrap is not installed", "install the package bubblewrap");
    }
    return new Failed(
        "cannot list " + project + ": " + reason,
        reason.equals(NO_GIT)
            ? "install the package git"
            : "as the owner of the project, run: git -C " + project + " status");
  }

  private static String repository(String said) {
    return said.equals("none")
        ? "it is missing now"
        : "git uses the repository of " + Printable.of(said) + " now";
  }

  private static String reason(String said, BoundedOutput records) {
    return Printable.of(
        said.isBlank() ? records.lastLine() : said.strip().lines().toList().getLast());
  }
}
