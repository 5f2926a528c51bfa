package dev.bawn.launcher.commits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.review.Layers;
import dev.bawn.launcher.review.Overlaid;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files that a session put into the store of git LFS. */
class LargeFilesTest {

  /** SHA-256 of "l\n", by sha256sum(1). */
  private static final String HASH =
      "9e13b2e5ec1698e04cba9a8a10c01b8a4b6dfa7b1c6e2c3f0d0e0b0c7f9fb0aa";

  @TempDir Path directory;
  private Overlaid session;

  @BeforeEach
  void aRepository() throws IOException {
    session = new Overlaid(directory).had("file", "f\n");
    session.others("git init -q && git add . && git -c user.name=a -c user.email=a@b commit -qm x");
    session.begins();
  }

  private String wrote(String content) throws IOException {
    Path file = Files.writeString(directory.resolve("content"), content);
    session.others("sha256sum ../content | cut -c -64 >../hash");
    String hash = Files.readString(directory.resolve("hash")).strip();
    session.wrote(place(hash), content);
    Files.delete(file);
    return hash;
  }

  private static String place(String hash) {
    return ".git/lfs/objects/" + hash.substring(0, 2) + "/" + hash.substring(2, 4) + "/" + hash;
  }

  private int fetch() throws IOException {
    try (Layers layers = session.layers()) {
      return LargeFiles.of(layers, session.upper, layers.changes()).fetch();
    }
  }

  private List<String> left(Set<String> brought) throws IOException {
    try (Layers layers = session.layers()) {
      return LargeFiles.of(layers, session.upper, layers.changes()).without(brought).stream()
          .map(path -> path.shown())
          .toList();
    }
  }

  @Test
  void a_content_that_the_project_lacks_is_fetched_once() throws IOException {
    String hash = wrote("l\n");
    assertEquals(List.of(place(hash)), left(Set.of()));
    assertEquals(List.of(), left(Set.of(hash)), "a merge brought a file with it");
    assertEquals(1, fetch());
    assertEquals("l\n", Files.readString(session.project.resolve(place(hash))));
    assertEquals(List.of(), left(Set.of()));
    assertEquals(0, fetch());
  }

  @Test
  void a_content_whose_pointer_the_project_had_was_downloaded() throws IOException {
    String hash = wrote("l\n");
    String made =
        "printf 'version https://git-lfs.github.com/spec/v1\\noid sha256:%s\\nsize 2\\n' "
            + hash
            + " | git hash-object -w --stdin";
    session.others(made);
    assertEquals(List.of(place(hash)), left(Set.of()), "a merge brought the pointer");
    session.others("id=$(" + made + "); touch -d yesterday .git/objects/*/${id#??}");
    assertEquals(List.of(), left(Set.of()));
  }

  @Test
  void a_content_with_another_hash_and_a_link_are_refused() throws IOException {
    String hash = wrote("l\n");
    session.wrote(place(hash), "k\n");
    assertThrows(Refused.class, this::fetch);
    session.others("[ -z \"$(find .git/lfs -type f)\" ]; rm -r .git/lfs; ln -s ../.. .git/lfs");
    session.wrote(place(hash), "l\n");
    assertThrows(IOException.class, this::fetch);
    assertFalse(Files.exists(directory.resolve("objects")));
  }

  @Test
  void a_content_with_almost_only_holes_is_not_read() throws IOException {
    String sparse = place(HASH);
    session.wrote(sparse, "");
    try (RandomAccessFile file =
        new RandomAccessFile(session.upper.resolve(sparse).toFile(), "rw")) {
      file.setLength(3L << 30);
    }
    String why = assertThrows(Refused.class, this::fetch).what();
    assertTrue(why.contains("is almost entirely holes"), why);
    assertFalse(Files.exists(session.project.resolve(sparse)));
  }

  @Test
  void a_name_with_other_characters_than_those_of_a_hash_makes_no_directory() throws IOException {
    session.wrote(place("\u001b[2J" + HASH.substring(4)), "l\n");
    assertEquals(0, fetch());
    assertFalse(Files.exists(session.project.resolve(".git/lfs")));
  }

  @Test
  void a_content_of_another_repository_is_not_fetched_and_is_left() throws IOException {
    String nested = "sub/" + place(HASH);
    session.wrote(nested, "l\n");
    assertEquals(0, fetch());
    assertEquals(List.of(nested), left(Set.of()));
  }
}
