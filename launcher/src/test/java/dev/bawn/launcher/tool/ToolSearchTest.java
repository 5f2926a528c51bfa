package dev.bawn.launcher.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bawn.contract.agent.CommandName;
import dev.bawn.contract.tool.HomePath;
import dev.bawn.contract.tool.PromptArguments;
import dev.bawn.contract.tool.SearchPlace;
import dev.bawn.contract.tool.ToolActivity;
import dev.bawn.contract.tool.ToolDefinition;
import dev.bawn.contract.tool.ToolKeys;
import dev.bawn.contract.tool.ToolLogin;
import dev.bawn.contract.tool.ToolPlaces;
import dev.bawn.contract.tool.ToolSeeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tools in a user's home. */
class ToolSearchTest {

  private static final SearchPlace PATH = new SearchPlace.OnPath();
  private static final SearchPlace NPM = new SearchPlace.OfNpm();
  private static final SearchPlace VERSIONS = new SearchPlace.OfVersionManagers();

  @TempDir Path home;

  @BeforeEach
  void theHomeItself() throws IOException {
    home = home.toRealPath();
  }

  private static ToolDefinition demo(SearchPlace... find) {
    return new ToolDefinition(
        CommandName.of("demo"),
        "a demonstration",
        1,
        CommandName.of("demo-cli"),
        Optional.of("@demo/demo"),
        new ToolKeys(List.of(), List.of(), ToolLogin.NONE),
        new PromptArguments(List.of(), List.of()),
        new ToolPlaces(List.of(find), List.of()),
        ToolSeeds.NONE,
        List.of(),
        new TreeMap<>(),
        new TreeMap<>(),
        ToolActivity.NONE,
        Optional.empty());
  }

  private Path program(String path) throws IOException {
    Path program = home.resolve(path);
    Files.createDirectories(program.getParent());
    Files.writeString(program, "");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    return program;
  }

  private Optional<Path> found(SearchPlace... find) {
    return new ToolSearch(Map.of("HOME", home.toString(), "PATH", ":bin:" + home + "/bin"))
        .find(demo(find));
  }

  @Test
  void they_are_looked_for_in_the_order_of_the_definition() throws IOException {
    SearchPlace own = new SearchPlace.At(HomePath.of(".demo/demo-cli"));
    Path onPath = program("bin/demo-cli");
    assertEquals(Optional.of(onPath), found(own, PATH));
    Path itsOwn = program(".demo/demo-cli");
    assertEquals(Optional.of(itsOwn), found(own, PATH));
    assertEquals(Optional.of(onPath), found(PATH, own));
    assertEquals(Optional.empty(), found());
  }

  @Test
  void what_cannot_be_run_is_none_and_links_are_followed() throws IOException {
    Path program = program("bin/demo-cli");
    Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rw-r--r--"));
    assertEquals(Optional.empty(), found(PATH));
    Files.delete(program);
    Files.createDirectory(program);
    assertEquals(Optional.empty(), found(PATH));
    Files.delete(program);
    Path version = program("share/demo/1.0");
    Files.createSymbolicLink(program, version);
    assertEquals(Optional.of(version), found(PATH));
  }

  @Test
  void of_several_versions_it_is_the_newest() throws IOException {
    program(".nvm/versions/node/v9.11.2/bin/demo-cli");
    Path newest = program(".nvm/versions/node/v22.3.0/bin/demo-cli");
    program(".nvm/versions/node/v22.3.0/bin/other");
    assertEquals(Optional.of(newest), found(VERSIONS));
    assertEquals(Optional.empty(), new ToolSearch(Map.of()).find(demo(PATH, VERSIONS)));
  }

  @Test
  void what_npm_installed_is_known_by_its_package() throws IOException {
    Path program = program(".npm-global/bin/demo-cli");
    assertEquals(Optional.empty(), found(NPM));
    Files.createDirectories(home.resolve(".npm-global/lib/node_modules/@demo/demo"));
    assertEquals(Optional.of(program), found(NPM));
  }
}
