package dev.bawn.launcher.commits;

import dev.bawn.launcher.review.GitFiles;
import dev.bawn.launcher.review.RawPath;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jgit.lib.Repository;

/**
 * A reference of a session, see gitrepository-layout(5). The session wrote its name.
 *
 * @param name as git calls it; in a nested repository its path
 * @param repository the directory of the nested repository; empty for the one at the top
 */
public record Reference(RawPath name, Optional<RawPath> repository)
    implements Comparable<Reference> {

  /**
   * The name for all references of a repository whose format bawn does not read; no reference has
   * this name.
   */
  static final String TABLES = "reftable/";

  private static final Pattern NESTED =
      Pattern.compile("((?<directory>.+?)/)?(?<name>HEAD|refs/(heads|tags)/.+)", Pattern.DOTALL);

  private static final Pattern STASH = Pattern.compile("stash@\\{[0-9]+}");

  /** Tells whether the reference is in a nested repository, from which nothing is fetched. */
  public boolean isNested() {
    return repository.isPresent();
  }

  /** The nested repository, and the name in it, if the reference is in one. */
  public Optional<Nested> nested() {
    if (repository.isEmpty()) {
      return Optional.empty();
    }
    RawPath above = repository.get();
    String below = above.equals(RawPath.TOP) ? "" : above.bytes() + "/";
    Matcher parts = NESTED.matcher(name.bytes().substring(below.length()));
    if (!parts.matches()) {
      return Optional.empty();
    }
    String directory = parts.group("directory");
    return Optional.of(
        new Nested(
            directory == null ? above.equals(RawPath.TOP) ? "." : above.bytes() : below + directory,
            parts.group("name")));
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
    return !isNested()
        && (name.bytes().equals("HEAD")
            || name.bytes().equals(TABLES)
            || name.bytes().startsWith("refs/heads/"));
  }

  /** Tells whether it is a tag, which may have a message, see git-tag(1). */
  public boolean isTag() {
    return name.bytes().startsWith("refs/tags/");
  }

  /** An earlier stash than the last one, see git-stash(1), in the list that this name has. */
  Reference stash(int number) {
    String bytes = name.bytes();
    String above = bytes.substring(0, bytes.length() - GitFiles.STASHES.length());
    return new Reference(new RawPath(above + "stash@{" + number + "}"), repository);
  }

  /** Tells whether git accepts the name, see git-check-ref-format(1) and gitrevisions(7). */
  public boolean isValid() {
    return isValid(name.bytes())
        || STASH.matcher(name.bytes()).matches()
        || GitFiles.isPseudoHead(name.bytes())
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
    int order = name.compareTo(other.name);
    return order == 0 ? Boolean.compare(isNested(), other.isNested()) : order;
  }
}
