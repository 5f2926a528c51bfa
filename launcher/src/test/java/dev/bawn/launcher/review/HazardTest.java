package dev.bawn.launcher.review;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** docs/json.md lists the words of hazards. */
class HazardTest {

  @Test
  void docs_json_md_lists_all_words() throws IOException {
    String words =
        Arrays.stream(Hazard.values())
            .map(each -> '`' + each.word() + '`')
            .collect(Collectors.joining(" "));
    String json = Files.readString(Path.of("../docs/json.md"));
    assertTrue(json.contains("`hazards` (" + words + ")"), words);
  }
}
