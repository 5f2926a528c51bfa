package dev.bawn.launcher.commits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bawn.contract.failure.Refused;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BundleTest {

  private static final String ONE = "1".repeat(40);
  private static final String TWO = "2".repeat(40);

  @TempDir private Path directory;

  private Bundle read(String text) throws IOException {
    return Bundle.read(
        Files.write(directory.resolve("bundle"), text.getBytes(StandardCharsets.ISO_8859_1)));
  }

  @Test
  void readsBranchesWithTheCheckedOutOneFirst() throws IOException {
    String header =
        "# v2 git bundle\n-%s old\n%s refs/heads/a/b\n%s refs/heads/main\n%s HEAD\n\n"
            .formatted(TWO, TWO, ONE, ONE);
    Bundle bundle = read(header + "PACK");
    assertEquals(List.of(TWO), bundle.required());
    assertEquals(List.of(new Branch("main", ONE), new Branch("a/b", TWO)), bundle.branches());
    assertEquals(header.length(), bundle.pack());
  }

  @Test
  void readsDetachedHeadAsBranchWithoutName() throws IOException {
    Bundle bundle = read("# v3 git bundle\n@object-format=sha1\n%s HEAD\n\n".formatted(ONE));
    assertEquals(List.of(new Branch("", ONE)), bundle.branches());
  }

  @Test
  void readsNamesAndSubjectsOfAnyBytesThatAreText() throws IOException {
    String letter = new String("Å".getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    Bundle bundle =
        read("# v2 git bundle\n-%s %s\n%s refs/heads/%s\n\n".formatted(TWO, letter, ONE, letter));
    assertEquals(List.of(TWO), bundle.required());
    assertEquals(List.of(new Branch("Å", ONE)), bundle.branches());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\u00ff",
        "a\u0007",
        "a\u00c2\u009b",
        "a\u00e2\u0080\u00ae",
        "a b",
        "a:b",
        "a*",
        "../a",
        "a.lock",
        "a\\b",
        "-\r"
      })
  void refusesNamesThatGitDoesNotAcceptOrThatMisleadTheirReader(String name) {
    assertThrows(
        Refused.class, () -> read("# v2 git bundle\n" + ONE + " refs/heads/" + name + "\n\n"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\n",
        "PACK",
        "# v9 git bundle\n\n",
        "# v2 git bundle\n",
        "# v2 git bundle\n1111111111111111111111111111111111111111 refs/tags/x\n\n",
        "# v2 git bundle\n1111111111111111111111111111111111111111 refs/heads\n\n",
        "# v2 git bundle\n1111 refs/heads/x\n\n",
        "# v3 git bundle\n@filter=blob:none\n\n",
        "# v2 git bundle\n--upload-pack=x refs/heads/x\n\n"
      })
  void refusesAnythingElse(String text) {
    assertThrows(Refused.class, () -> read(text));
  }

  @Test
  void refusesHeaderWithoutEnd() {
    assertThrows(Refused.class, () -> read("# v2 git bundle\n" + "x".repeat(1 << 20)));
    String line = ONE + " refs/heads/x\n";
    assertThrows(Refused.class, () -> read("# v2 git bundle\n" + line.repeat(20_000) + "\n"));
  }
}
