package dev.bawn.launcher.review;

import dev.bawn.contract.failure.Failed;
import dev.bawn.launcher.workspace.GitRepository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The project as a session found it. A file that nobody has changed since is in the project itself:
 * its change time tells. Of a file that was changed since, git's index at the start names the
 * content. Of anything else the base is unknown.
 */
public final class Base implements AutoCloseable {

  /** Where nothing was recorded: the project as it is now stands for the base. */
  public static final Base NONE =
      new Base(
          Path.of("/"),
          Long.MAX_VALUE,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          "",
          Map.of());

  private static final String SHA256 = "objectformat = sha256";
  private static final String CONFIG = "[core]\n\trepositoryformatversion = %d\n%s";
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private final Path directory;
  private final long begun;
  private final Optional<GitIndex> index;
  private final Optional<GitObjects> blobs;
  private final Optional<GitRepository> repository;
  private final String prefix;
  private final Map<RawPath, KnownBase> merged;

  private Base(
      Path directory,
      long begun,
      Optional<GitIndex> index,
      Optional<GitObjects> blobs,
      Optional<GitRepository> repository,
      String prefix,
      Map<RawPath, KnownBase> merged) {
    this.merged = Map.copyOf(merged);
    this.directory = directory;
    this.begun = begun;
    this.repository = repository;
    this.index = index;
    this.blobs = blobs;
    this.prefix = prefix;
  }

  /**
   * The base of a session.
   *
   * @param directory where it was recorded at the start
   * @param project the project, where there is one
   * @param begun when the session was planned, just before its start
   * @param merged what merges made another base
   */
  public static Base of(
      Path directory, Optional<Path> project, Instant begun, Map<RawPath, KnownBase> merged) {
    if (project.isEmpty() || !Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
      return NONE;
    }
    long nanos = begun.getEpochSecond() * NANOS_PER_SECOND + begun.getNano();
    Optional<GitRepository> repository =
        GitRepository.of(project.get()).filter(each -> isUsable(each, directory, begun));
    if (repository.isEmpty() || !GitProcess.isInstalled()) {
      return new Base(
          directory, nanos, Optional.empty(), Optional.empty(), Optional.empty(), "", merged);
    }
    Path objects = repository.get().common().resolve("objects");
    GitObjects blobs = new GitObjects(directory, objects);
    return new Base(
        directory,
        nanos,
        Optional.of(new GitIndex(directory, objects, blobs)),
        Optional.of(blobs),
        repository,
        repository.get().prefix(project.get()),
        merged);
  }

  /** An index that was written in place since, as some programs do, is the base no more. */
  private static boolean isUsable(GitRepository repository, Path directory, Instant begun) {
    Path index = directory.resolve("index");
    try {
      return Files.isRegularFile(index, LinkOption.NOFOLLOW_LINKS)
          && Files.getLastModifiedTime(index).toInstant().isBefore(begun)
          && Files.getAttribute(repository.common().resolve("objects"), "unix:uid")
              .equals(Files.getAttribute(directory, "unix:uid"));
    } catch (IOException e) {
      return false;
    }
  }

  /** What git wants of a git directory beside the index. */
  private void complete() {
    try {
      Files.createDirectories(directory.resolve("refs"));
      write(directory.resolve("HEAD"), "ref: refs/heads/base\n");
      write(
          directory.resolve("config"),
          usesSha256(repository.orElseThrow())
              ? CONFIG.formatted(1, "[extensions]\n\t" + SHA256 + "\n")
              : CONFIG.formatted(0, ""));
    } catch (IOException e) {
      throw new Failed(
          "the base of the session cannot be read: " + directory,
          "see whether there is room: df " + directory);
    }
  }

  private static void write(Path file, String text) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static boolean usesSha256(GitRepository repository) throws IOException {
    Path config = repository.common().resolve("config");
    return Files.isRegularFile(config)
        && new String(Files.readAllBytes(config), StandardCharsets.ISO_8859_1)
            .toLowerCase(Locale.ROOT)
            .contains(SHA256);
  }

  /** Whether a change time says that something was changed since. */
  boolean isSince(long changed) {
    return changed >= begun;
  }

  /** What a merge made the base of a path; nothing where the base is what the session found. */
  Optional<KnownBase> merged(RawPath path) {
    return Optional.ofNullable(merged.get(path));
  }

  boolean hasMerged() {
    return !merged.isEmpty();
  }

  /** What git knew of these when the session began. */
  Map<RawPath, BaseFile> files(Collection<RawPath> paths) throws IOException {
    if (index.isEmpty() || paths.isEmpty()) {
      return Map.of();
    }
    complete();
    return index.get().files(paths, prefix);
  }

  /** What git ignores in the project; nothing where git was not used. */
  Optional<IgnoreRules> ignoreRules() throws IOException {
    return repository.isPresent()
        ? Optional.of(IgnoreRules.of(repository.get(), prefix))
        : Optional.empty();
  }

  /** Whether a start recorded it. */
  public boolean isRecorded() {
    return begun != Long.MAX_VALUE;
  }

  @Override
  public void close() {
    blobs.ifPresent(GitObjects::close);
  }
}
