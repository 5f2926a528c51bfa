package dev.bawn.launcher.commits;

import dev.bawn.launcher.review.RawPath;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jgit.lib.Repository;

/**
 * A reference of a session, see gitrepository-layout(5). The session wrote its name.
 *
 * @param name as git calls it; in a nested repository its path
 */
public record Reference(RawPath name) implements Comparable<Reference> {

  static final String GIT = ".git/";

  /**
   * The name for all references of a repository whose format bawn does not read; no reference has
   * this name.
   */
  static final String TABLES = "reftable/";

  private static final Pattern NESTED =
      Pattern.compile("(?<directory>.+?)/(?<name>HEAD|refs/(heads|tags)/.+)", Pattern.DOTALL);

  private static final Pattern STASH = Pattern.compile("stash@\\{[0-9]+}");

  /** Tells whether the reference is in a nested repository, from which nothing is fetched. */
  public boolean isNested() {
    return name.bytes().contains(GIT);
  }

  /** The nested repository, and the name in it, if the reference is in one. */
  public Optional<Nested> nested() {
    Matcher parts = NESTED.matcher(name.bytes());
    return isNested() && parts.matches()
        ? Optional.of(new Nested(parts.group("directory"), parts.group("name")))
        : Optional.empty();
  }

  /**
   * A reference in a nested repository, in the bytes of the session.
   *
   * @param directory of the repository, relative to the project
   * @param name as git calls it there
   */
  public record Nested(String directory, String name) {}

  /** Tells whether it represents all references of a repository, see gitformat-reftable(5). */
  public boolean isOfTables() {
    return name.bytes().endsWith(TABLES);
  }

  /** Tells whether it is HEAD or a branch, or may be one, which {@code merge --branch} fetches. */
  public boolean isBranch() {
    return name.bytes().equals("HEAD")
        || name.bytes().equals(TABLES)
        || name.bytes().startsWith("refs/heads/");
  }

  /** Tells whether it is a tag, which may have a message, see git-tag(1). */
  public boolean isTag() {
    return name.bytes().startsWith("refs/tags/");
  }

  /** An earlier stash than the last one, see git-stash(1). */
  static Reference stash(String repository, int number) {
    return new Reference(new RawPath(repository + "stash@{" + number + "}"));
  }

  /** Tells whether git accepts the name, see git-check-ref-format(1) and gitrevisions(7). */
  public boolean isValid() {
    return isValid(name.bytes())
        || STASH.matcher(name.bytes()).matches()
        || name.bytes().equals("MERGE_AUTOSTASH");
  }

  static boolean isValid(String name) {
    return Repository.isValidRefName(name);
  }

  /** Tells whether {@code git branch} accepts the name. */
  static boolean isBranchName(String name) {
    return !name.startsWith("-") && !name.equals("HEAD") && isValid("refs/heads/" + name);
  }

  @Override
  public int compareTo(Reference other) {
    return name.compareTo(other.name);
  }
}
