package dev.bawn.launcher.commits;

import dev.bawn.launcher.review.RawPath;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jgit.lib.Repository;

/**
 * A reference of a session, see gitrepository-layout(5). The session wrote its name.
 *
 * @param name as git calls it; one of another repository in the project by its path
 */
public record Reference(RawPath name) implements Comparable<Reference> {

  static final String GIT = ".git/";

  /** The references of a repository whose format is not read here; no reference is called so. */
  static final String TABLES = "reftable/";

  private static final Pattern NESTED =
      Pattern.compile("(?<directory>.+?)/(?<name>HEAD|refs/(heads|tags)/.+)", Pattern.DOTALL);

  private static final Pattern STASH = Pattern.compile("stash@\\{[0-9]+}");

  /** Whether another repository in the project has it, from which nothing is fetched. */
  public boolean isNested() {
    return name.bytes().contains(GIT);
  }

  /** In which repository it is, and its name there, if it is in another one in the project. */
  public Optional<Nested> nested() {
    Matcher parts = NESTED.matcher(name.bytes());
    return isNested() && parts.matches()
        ? Optional.of(new Nested(parts.group("directory"), parts.group("name")))
        : Optional.empty();
  }

  /**
   * A reference in another repository, in the bytes of the session.
   *
   * @param directory that repository's, relative to the project
   * @param name as git calls it there
   */
  public record Nested(String directory, String name) {}

  /** Whether it stands for all references of a repository, see gitformat-reftable(5). */
  public boolean isOfTables() {
    return name.bytes().endsWith(TABLES);
  }

  /** Whether it is HEAD or a branch, or may be one, which {@code merge --branch} fetches. */
  public boolean isBranch() {
    return name.bytes().equals("HEAD")
        || name.bytes().equals(TABLES)
        || name.bytes().startsWith("refs/heads/");
  }

  /** Whether it is a tag, which may have a message, see git-tag(1). */
  public boolean isTag() {
    return name.bytes().startsWith("refs/tags/");
  }

  /** A stash below the last one, see git-stash(1). */
  static Reference stash(String repository, int number) {
    return new Reference(new RawPath(repository + "stash@{" + number + "}"));
  }

  /** Whether git accepts the name, see git-check-ref-format(1) and gitrevisions(7). */
  public boolean isValid() {
    return isValid(name.bytes())
        || STASH.matcher(name.bytes()).matches()
        || name.bytes().equals("MERGE_AUTOSTASH");
  }

  static boolean isValid(String name) {
    return Repository.isValidRefName(name);
  }

  /** Whether {@code git branch} accepts the name. */
  static boolean isBranchName(String name) {
    return !name.startsWith("-") && !name.equals("HEAD") && isValid("refs/heads/" + name);
  }

  @Override
  public int compareTo(Reference other) {
    return name.compareTo(other.name);
  }
}
