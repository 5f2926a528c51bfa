package dev.bawn.launcher.review;

import dev.bawn.launcher.workspace.GitProcess;
import dev.bawn.launcher.workspace.GitRepository;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads git objects with one {@code git cat-file --batch}, which is started for the first object.
 */
public final class GitObjects implements AutoCloseable {

  private static final String MISSING = " missing";

  /** The bytes of names to send before the answers are read: neither pipe is full then. */
  private static final int MOST_ASKED = 1 << 13;

  /** In bytes: more than 100,000 entries. */
  private static final int LARGEST_TREE = 16 << 20;

  private final Path directory;
  private final Path objects;
  private GitProcess git;
  private InputStream from;

  /**
   * @param directory the git directory to use
   * @param objects the directory of the objects
   */
  public GitObjects(Path directory, Path objects) {
    this.directory = directory;
    this.objects = objects;
  }

  /**
   * An object that exists.
   *
   * @param size in bytes
   * @param bytes its content; empty if it was too large to be kept
   */
  record Found(long size, Optional<byte[]> bytes) {}

  /**
   * Reads a blob once.
   *
   * @param most bytes to keep
   * @return empty if it is missing
   */
  Optional<Found> find(String id, int most) throws IOException {
    return find(id, "blob", most);
  }

  /**
   * The content of a blob.
   *
   * @param most in bytes
   * @return empty if it is larger, or missing
   */
  Optional<byte[]> blob(String id, int most) throws IOException {
    return object(id, "blob", most);
  }

  /**
   * The content of an object.
   *
   * @param type as git calls it
   * @param most in bytes
   * @return empty if it is larger, or missing
   * @throws IOException also if it is of another type
   */
  public Optional<byte[]> object(String id, String type, int most) throws IOException {
    return find(id, type, most).flatMap(Found::bytes);
  }

  private Optional<Found> find(String id, String type, int most) throws IOException {
    String head = head(id);
    if (head.endsWith(MISSING)) {
      return Optional.empty();
    }
    if (!head.startsWith(id + " " + type + " ")) {
      throw new IOException("git answers: " + head);
    }
    long size = sizeIn(head);
    if (size > most) {
      from.skipNBytes(size + 1);
      return Optional.of(new Found(size, Optional.empty()));
    }
    byte[] content = from.readNBytes((int) size);
    from.skipNBytes(1);
    if (content.length < size) {
      throw unreadable(git);
    }
    return Optional.of(new Found(size, Optional.of(content)));
  }

  private static long sizeIn(String head) {
    return Long.parseLong(head.substring(head.lastIndexOf(' ') + 1));
  }

  /** Returns the objects that exist, without reading their content. */
  public Set<String> those(Set<String> ids) throws IOException {
    return resolve(ids).keySet();
  }

  /**
   * The ids of objects, by their names as in gitrevisions(7), without those that are missing. A
   * path in a commit is not missing if a partial clone lacks its content: see gitpartial-clone(7).
   *
   * @param names without line breaks, one character for each byte
   */
  public Map<String, String> resolve(Set<String> names) throws IOException {
    Map<String, String> ids = ids(names);
    Set<String> missing = new HashSet<>(names);
    missing.removeAll(ids.keySet());
    missing.removeIf(name -> name.indexOf(':') < 0);
    if (!missing.isEmpty() && GitRepository.isPartial(objects)) {
      addAbsent(missing, ids);
    }
    return ids;
  }

  private Map<String, String> ids(Set<String> names) throws IOException {
    Map<String, String> ids = check(names);
    ids.replaceAll((_, answer) -> answer.substring(0, answer.indexOf(' ')));
    return ids;
  }

  /** Adds the ids of paths whose trees exist. */
  private void addAbsent(Set<String> names, Map<String, String> ids) throws IOException {
    Map<String, String> directories = new HashMap<>();
    names.forEach(name -> directories.put(name, name.substring(0, endOfDirectory(name))));
    Map<String, String> trees = ids(new HashSet<>(directories.values()));
    Map<String, Map<String, String>> entries = new HashMap<>();
    for (String tree : new HashSet<>(trees.values())) {
      entries.put(tree, entries(tree));
    }
    for (String name : names) {
      String tree = trees.get(directories.get(name));
      String last = name.substring(Math.max(name.lastIndexOf('/'), name.indexOf(':')) + 1);
      if (tree != null && entries.get(tree).containsKey(last)) {
        ids.put(name, entries.get(tree).get(last));
      }
    }
  }

  private static int endOfDirectory(String name) {
    int slash = name.lastIndexOf('/');
    int colon = name.indexOf(':');
    return slash > colon ? slash : colon + 1;
  }

  /** The ids in a tree by their names; a tree is a list of: mode, blank, name, NUL, raw id. */
  private Map<String, String> entries(String tree) throws IOException {
    Map<String, String> entries = new HashMap<>();
    byte[] content = object(tree, "tree", LARGEST_TREE).orElse(new byte[0]);
    String text = new String(content, StandardCharsets.ISO_8859_1);
    int length = tree.length() / 2;
    int at = 0;
    while (at < text.length()) {
      int end = text.indexOf('\0', at);
      String name = text.substring(text.indexOf(' ', at) + 1, end);
      entries.put(name, HexFormat.of().formatHex(content, end + 1, end + 1 + length));
      at = end + 1 + length;
    }
    return entries;
  }

  /**
   * The commits that a commit reaches, in their order.
   *
   * @param commits few enough for a command line
   */
  List<String> reached(List<String> commits, String from) throws IOException {
    Set<String> existing = those(new HashSet<>(commits));
    if (!existing.contains(from)) {
      return List.of();
    }
    List<String> words = new ArrayList<>(List.of("rev-list"));
    words.addAll(existing);
    words.add("^" + from);
    Set<String> beyond;
    try (GitProcess walk = GitProcess.start(directory, objects, words);
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(walk.output(), StandardCharsets.ISO_8859_1))) {
      beyond = lines.lines().filter(existing::contains).collect(Collectors.toSet());
      if (walk.await() != 0) {
        throw unreadable(walk);
      }
    }
    return commits.stream().filter(existing::contains).filter(it -> !beyond.contains(it)).toList();
  }

  /**
   * Returns the objects that exist and have at most this number of bytes, without reading their
   * content.
   */
  public Set<String> small(Set<String> ids, long most) throws IOException {
    Map<String, String> sizes = check(ids);
    sizes.values().removeIf(answer -> sizeIn(answer) > most);
    return sizes.keySet();
  }

  /** The ID, type and size of each object that exists, as {@code --batch-check} prints them. */
  private Map<String, String> check(Set<String> names) throws IOException {
    Map<String, String> found = new HashMap<>();
    if (names.isEmpty()) {
      return found;
    }
    try (GitProcess check =
            GitProcess.start(directory, objects, List.of("cat-file", "--batch-check"));
        OutputStream to = new BufferedOutputStream(check.input());
        InputStream answers = new BufferedInputStream(check.output())) {
      Iterator<String> at = names.iterator();
      while (at.hasNext()) {
        List<String> asked = new ArrayList<>();
        int length = 0;
        while (at.hasNext() && length < MOST_ASKED) {
          asked.add(at.next());
          length += asked.getLast().length();
          to.write((asked.getLast() + "\n").getBytes(StandardCharsets.ISO_8859_1));
        }
        to.flush();
        for (String name : asked) {
          String answer = line(check, answers);
          if (!answer.endsWith(MISSING)) {
            found.put(name, answer);
          }
        }
      }
    }
    return found;
  }

  private String head(String id) throws IOException {
    if (git == null) {
      git = GitProcess.start(directory, objects, List.of("cat-file", "--batch"));
      from = new BufferedInputStream(git.output());
    }
    git.input().write((id + "\n").getBytes(StandardCharsets.US_ASCII));
    return line(git, from);
  }

  private String line(GitProcess git, InputStream from) throws IOException {
    StringBuilder line = new StringBuilder();
    int next = from.read();
    while (next >= 0 && next != '\n') {
      line.append((char) next);
      next = from.read();
    }
    if (next < 0) {
      throw unreadable(git);
    }
    return line.toString();
  }

  /** The reason for an answer that is not complete; throws if a signal ended git. */
  private IOException unreadable(GitProcess git) throws IOException {
    git.await();
    return new IOException("git cannot read the objects in " + objects);
  }

  @Override
  public void close() {
    if (git != null) {
      git.close();
    }
  }
}
