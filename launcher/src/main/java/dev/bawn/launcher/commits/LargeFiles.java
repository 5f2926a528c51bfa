package dev.bawn.launcher.commits;

import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.Flock;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.linux.OpenFile;
import dev.bawn.launcher.linux.RawName;
import dev.bawn.launcher.review.Change;
import dev.bawn.launcher.review.GitBlob;
import dev.bawn.launcher.review.GitObjects;
import dev.bawn.launcher.review.HashedContent;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.workspace.BaseDirectory;
import dev.bawn.launcher.workspace.GitRepository;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The contents that git LFS keeps outside of git's objects, see git-lfs(1): a commit has a pointer
 * with the SHA-256 of each, and a fetch of commits does not fetch them. The session added these,
 * and its project lacks them: it has neither the content, nor had it the pointer when the session
 * began.
 *
 * @param files each file of the session, with its SHA-256, which is its name
 */
public record LargeFiles(Layers layers, Map<RawPath, String> files) {

  /** The path of an object in the project's repository, or in a nested one. */
  private static final Pattern OBJECT =
      Pattern.compile("(?:.*/)?lfs/objects/([0-9a-f]{2})/([0-9a-f]{2})/(\\1\\2[0-9a-f]{60})");

  private static final RawName UNFINISHED = RawName.of(".bawn-unfinished");
  private static final int PRIVATE = 0_700;
  private static final int READABLE = 0_644;

  /** The large files of a session. */
  public static LargeFiles of(Layers layers, Path upper, List<Change> changes) throws IOException {
    Map<RawPath, String> files = new TreeMap<>();
    for (Change change : changes) {
      Matcher object = OBJECT.matcher(change.path().bytes());
      if (object.matches()
          && layers.git().contain(change.path())
          && change.statusAfter().filter(now -> now.is(FileKind.FILE)).isPresent()
          && change.statusBefore().isEmpty()) {
        files.put(change.path(), object.group(3));
      }
    }
    if (!files.isEmpty() && layers.repository().isPresent()) {
      GitRepository repository = layers.repository().get();
      Set<String> known = known(layers, repository, BaseDirectory.beside(upper), files);
      String top = top(layers);
      files
          .keySet()
          .removeIf(path -> path.bytes().startsWith(top) && known.contains(files.get(path)));
    }
    return new LargeFiles(layers, files);
  }

  private static String top(Layers layers) throws IOException {
    return layers.gitDirectory().bytes() + "/lfs/objects/";
  }

  private List<RawPath> ofTop() throws IOException {
    String top = top(layers);
    return files.keySet().stream().filter(path -> path.bytes().startsWith(top)).toList();
  }

  private static Set<String> known(
      Layers layers, GitRepository repository, Path base, Map<RawPath, String> files)
      throws IOException {
    boolean isSha256 = BaseDirectory.usesSha256(base);
    Set<String> known = new HashSet<>();
    Map<String, String> pointers = new TreeMap<>();
    for (Map.Entry<RawPath, String> each : files.entrySet()) {
      String hash = each.getValue();
      if (has(repository, hash)) {
        known.add(hash);
      }
      long size = layers.session(each.getKey()).map(file -> file.size()).orElse(0L);
      pointers.put(GitBlob.pointer(hash, size, isSha256), hash);
    }
    try (GitObjects project = new GitObjects(base, repository.common().resolve("objects"))) {
      for (String id : project.those(pointers.keySet())) {
        Path loose = repository.common().resolve("objects").resolve(id.substring(0, 2));
        // the user has committed a pointer that a merge brought
        if (!layers.isSince(loose.resolve(id.substring(2)))) {
          known.add(pointers.get(id));
        }
      }
    }
    return known;
  }

  private static Path place(GitRepository repository) {
    return repository.common().resolve("lfs").resolve("objects");
  }

  /** Tells whether a repository has the content with this SHA-256. */
  static boolean has(GitRepository repository, String hash) {
    return Files.isRegularFile(place(repository).resolve(directory(hash)).resolve(hash));
  }

  private static String directory(String hash) {
    return hash.substring(0, 2) + "/" + hash.substring(2, 4);
  }

  /** The files whose contents are not among these. */
  public List<RawPath> without(Set<String> hashes) {
    return files.keySet().stream().filter(path -> !hashes.contains(files.get(path))).toList();
  }

  /**
   * Copies the files of the project's repository into it.
   *
   * @return the number of files
   * @throws Refused if the content of one does not have its hash, or is almost entirely holes,
   *     there is no room for them, or another merge copies some
   */
  public int fetch() throws IOException {
    if (ofTop().isEmpty()) {
      return 0;
    }
    requireRoom();
    Path common = layers.repository().orElseThrow().common();
    try (Flock _ = Flock.take(common).orElseThrow(() -> locked(common))) {
      return copyAll();
    }
  }

  private static Refused locked(Path common) {
    return new Refused(
        "another merge copies large files into " + common, "try again when it has ended");
  }

  private int copyAll() throws IOException {
    int count = 0;
    for (RawPath path : ofTop()) {
      try (OpenDirectory to = made(layers.repository().orElseThrow().common(), files.get(path))) {
        layers.readSession(path, file -> copy(file, to, files.get(path)));
      }
      count++;
    }
    return count;
  }

  private void requireRoom() throws IOException {
    long wanted = 0;
    for (RawPath path : ofTop()) {
      wanted += layers.session(path).map(file -> file.size()).orElse(0L);
    }
    Path common = layers.repository().orElseThrow().common();
    if (wanted > Files.getFileStore(common).getUsableSpace()) {
      throw new Refused(
          "no space left for the large files of the session: " + wanted + " bytes",
          "see: df " + common);
    }
  }

  private static OpenDirectory made(Path common, String hash) throws IOException {
    OpenDirectory at = OpenDirectory.at(common);
    for (String name : ("lfs/objects/" + directory(hash)).split("/")) {
      try (OpenDirectory above = at) {
        above.make(RawName.of(name), PRIVATE);
        at = above.directory(RawName.of(name));
      }
    }
    return at;
  }

  private static boolean copy(OpenFile file, OpenDirectory to, String hash) throws IOException {
    if (file.status().isSparse()) {
      throw refused("is almost entirely holes (a sparse file)", hash);
    }
    DigestInputStream in = new DigestInputStream(file.stream(), HashedContent.digest());
    to.remove(UNFINISHED);
    try {
      to.create(UNFINISHED, in, READABLE);
      if (!hash.equals(HexFormat.of().formatHex(in.getMessageDigest().digest()))) {
        throw refused("does not match its hash", hash);
      }
      if (to.look(RawName.of(hash)).isEmpty()) {
        to.move(UNFINISHED, to, RawName.of(hash));
      }
    } finally {
      to.remove(UNFINISHED);
    }
    return true;
  }

  private static Refused refused(String why, String hash) {
    return new Refused(
        "the commits of the session are refused: the content of a large file "
            + why
            + ": .git/lfs/objects/"
            + directory(hash)
            + "/"
            + hash,
        "the changed files can still be merged; see: bawn status SESSION");
  }
}
