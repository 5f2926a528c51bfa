package dev.bawn.launcher.merge;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.bawn.launcher.linux.FileAttributes;
import dev.bawn.launcher.linux.FileKind;
import dev.bawn.launcher.linux.OpenDirectory;
import dev.bawn.launcher.mount.RecordedSources;
import dev.bawn.launcher.review.RawPath;
import dev.bawn.launcher.workspace.TreeRemoval;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The directory of one merge, in the session's workspace. {@code journal} is written before the
 * first change; {@code state} has the state; {@code old} has the files that the merge replaced or
 * removed; {@code session} has texts of the session, which are the base of its later changes;
 * {@code project} has the identity and path of the project's directory; {@code discarded} has the
 * merged paths whose version the session lost by a discard.
 *
 * @param path of the directory
 */
record MergeDirectory(Path path) {

  private static final int OWNER = 0_700;

  /** The state of a merge, one letter in {@code state}. */
  enum State {
    /** The journal is written. A merge or undo that is killed in this state is rolled back. */
    BEGUN('b'),
    /** All files are in place. A merge or undo that is killed in this state is finished later. */
    APPLIED('a'),
    /** Finished. */
    DONE('d'),
    /** Undone by `undo`. */
    UNDONE('u'),
    /** Rolled back after a failure. */
    ABANDONED('x');

    private final char letter;

    State(char letter) {
      this.letter = letter;
    }
  }

  /**
   * The content of a journal.
   *
   * @param undoes the number of the merge that this one undoes; 0 for none
   * @param waiting the paths that an undo leaves merged, and a later one may restore; earlier
   *     versions of bawn wrote none, and took the whole merge for undone
   */
  record Journal(int undoes, List<MergeStep> steps, Set<RawPath> waiting) {
    Journal {
      steps = List.copyOf(steps);
      waiting = Set.copyOf(waiting);
    }

    /** A journal of a merge or an undo that leaves no path out. */
    Journal(int undoes, List<MergeStep> steps) {
      this(undoes, steps, Set.of());
    }

    /** Tells whether an undo leaves the path merged. */
    boolean waits(RawPath path) {
      return waiting.contains(path);
    }
  }

  private static final JsonFactory JSON = new JsonFactory();

  /** Makes the directory, for a merge into this project that begins. */
  void make(Path project) throws IOException {
    Files.createDirectories(old());
    Files.createDirectories(session());
    String line = RecordedSources.of(project).lines().getFirst();
    named(() -> Files.writeString(projectFile(), line));
  }

  /**
   * Tells whether the merge was carried out in another directory than the one that is at the
   * project's path now; empty if that is not known, for example of an earlier version of bawn.
   */
  Optional<Boolean> isElsewhere(Path project) {
    try {
      String line = Files.readString(projectFile());
      return Optional.of(RecordedSources.ofLines(List.of(line)).isReplaced(project));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  Path old() {
    return path.resolve("old");
  }

  /** The path of the file that a step replaced. */
  Path kept(MergeStep step) {
    return old().resolve(step.name().bytes());
  }

  /** Tells whether the file that a step replaced is there. */
  boolean has(MergeStep step) {
    return Files.exists(kept(step), LinkOption.NOFOLLOW_LINKS);
  }

  /** Keeps the attributes of a directory that a step removes, by an empty copy of it. */
  void keep(MergeStep step, FileAttributes attributes) throws IOException {
    try (OpenDirectory old = OpenDirectory.at(old())) {
      old.make(step.name(), OWNER);
      try (OpenDirectory copy = old.directory(step.name())) {
        copy.take(attributes, step.before().mode() | OWNER);
      }
    }
  }

  /** The attributes of the directory that a step removed; empty if they were not kept. */
  Optional<FileAttributes> attributes(MergeStep step) throws IOException {
    try (OpenDirectory old = OpenDirectory.at(old())) {
      if (old.look(step.name()).filter(it -> it.is(FileKind.DIRECTORY)).isEmpty()) {
        return Optional.empty();
      }
      try (OpenDirectory copy = old.directory(step.name())) {
        return Optional.of(copy.attributes());
      }
    }
  }

  Path session() {
    return path.resolve("session");
  }

  private Path file() {
    return path.resolve("journal");
  }

  private Path discardedFile() {
    return path.resolve("discarded");
  }

  private Path projectFile() {
    return path.resolve("project");
  }

  private Path stateFile() {
    return path.resolve("state");
  }

  int number() {
    return Integer.parseInt(path.getFileName().toString());
  }

  /** Removes the directory, the journal first: without it, the directory is no merge. */
  void remove() throws IOException {
    Files.deleteIfExists(file());
    TreeRemoval.remove(path);
  }

  /** The time at which the journal was written. */
  Instant time() throws IOException {
    return Files.getLastModifiedTime(file()).toInstant();
  }

  /** Tells whether the directory has a journal. */
  boolean isWritten() {
    return Files.isRegularFile(file());
  }

  /** Writes the journal at once and to the disk, so that it survives a power failure. */
  void write(Journal journal) throws IOException {
    named(() -> writeDown(journal));
  }

  /** Writes files of this directory. */
  @FunctionalInterface
  private interface Writing {
    void write() throws IOException;
  }

  /** Names this directory in a failure that names no file. */
  private void named(Writing writing) throws IOException {
    try {
      writing.write();
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      throw new FileSystemException(path.toString(), null, e.getMessage()); // the text is no path
    }
  }

  private void writeDown(Journal journal) throws IOException {
    Files.writeString(stateFile(), String.valueOf(State.BEGUN.letter));
    Path next = path.resolve("journal.new");
    try (OutputStream out = Files.newOutputStream(next);
        JsonGenerator json = JSON.createGenerator(out)) {
      json.writeStartObject();
      json.writeNumberField("format", 1);
      json.writeNumberField("undoes", journal.undoes());
      json.writeArrayFieldStart("steps");
      for (MergeStep step : journal.steps()) {
        json.writeStartObject();
        json.writeNumberField("number", step.number());
        json.writeStringField("path", step.path().bytes());
        json.writeStringField("before", step.before().text());
        json.writeStringField("after", step.after().text());
        json.writeStringField("session", step.session().text());
        json.writeBooleanField("from_base", step.fromBase());
        if (step.from().isPresent()) {
          json.writeStringField("from", step.from().get().bytes());
        }
        json.writeEndObject();
      }
      json.writeEndArray();
      if (!journal.waiting().isEmpty()) {
        json.writeArrayFieldStart("waiting");
        for (RawPath path : journal.waiting()) {
          json.writeString(path.bytes());
        }
        json.writeEndArray();
      }
      json.writeEndObject();
    }
    force(stateFile());
    force(next);
    Files.move(next, file(), StandardCopyOption.ATOMIC_MOVE);
    force(path);
  }

  private static void force(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }

  /**
   * Reads the journal.
   *
   * @throws IOException if it is damaged
   */
  Journal read() throws IOException {
    int undoes = 0;
    List<MergeStep> steps = new ArrayList<>();
    Set<RawPath> waiting = new HashSet<>();
    try (JsonParser json = JSON.createParser(file().toFile())) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        json.nextToken();
        if (name.equals("undoes")) {
          undoes = json.getIntValue();
        } else if (name.equals("steps")) {
          while (json.nextToken() == JsonToken.START_OBJECT) {
            steps.add(step(json));
          }
        } else if (name.equals("waiting")) {
          while (json.nextToken() == JsonToken.VALUE_STRING) {
            waiting.add(new RawPath(json.getText()));
          }
        }
      }
      return new Journal(undoes, steps, waiting);
    } catch (IllegalArgumentException | NullPointerException e) {
      throw new IOException("is not a journal of a merge", e);
    }
  }

  private static MergeStep step(JsonParser json) throws IOException {
    Map<String, String> fields = new HashMap<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      json.nextToken();
      fields.put(name, json.getText());
    }
    return new MergeStep(
        Integer.parseInt(fields.get("number")),
        new RawPath(fields.get("path")),
        Version.parse(fields.get("before")),
        Version.parse(fields.get("after")),
        Version.parse(fields.get("session")),
        Boolean.parseBoolean(fields.get("from_base")),
        Optional.ofNullable(fields.get("from")).map(RawPath::new));
  }

  /** The merged paths whose version the session lost by a discard. */
  Set<RawPath> discarded() throws IOException {
    if (!Files.isRegularFile(discardedFile())) {
      return Set.of();
    }
    String all = Files.readString(discardedFile(), StandardCharsets.ISO_8859_1);
    return Pattern.compile("\0").splitAsStream(all).map(RawPath::new).collect(Collectors.toSet());
  }

  /** Adds paths to those that a discard removes from the session. */
  void discard(Set<RawPath> paths) throws IOException {
    Set<RawPath> all = new HashSet<>(discarded());
    if (all.addAll(paths)) {
      String text = all.stream().map(it -> it.bytes() + '\0').collect(Collectors.joining());
      Path next = path.resolve("discarded.new");
      Files.writeString(next, text, StandardCharsets.ISO_8859_1);
      force(next);
      Files.move(next, discardedFile(), StandardCopyOption.ATOMIC_MOVE);
    }
  }

  State state() throws IOException {
    String letter = Files.readString(stateFile());
    for (State state : State.values()) {
      if (letter.equals(String.valueOf(state.letter))) {
        return state;
      }
    }
    throw new IOException("is not a state of a merge");
  }

  /** Writes the state in place, which works on a full disk, too. */
  void enter(State state) throws IOException {
    try (FileChannel channel = FileChannel.open(stateFile(), StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {(byte) state.letter}));
      channel.force(true);
    }
  }
}
