package dev.bawn.launcher.cli;

import dev.bawn.contract.world.World;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** An unprivileged session of alice, created without bawn: an overlay on {@code ~/app}. */
final class SessionFixture {

  final String name;
  final Path project;
  final Path directory;
  final Path workspace;
  final Path upper;

  SessionFixture(Path home, String name) throws IOException {
    this.name = name;
    project = Files.createDirectories(home.resolve("app"));
    directory = Files.createDirectories(home.resolve(".local/state/bawn/sessions/" + name));
    workspace = home.resolve(".local/share/bawn/workspaces/" + name);
    upper = Files.createDirectories(workspace.resolve("upper"));
    World.write(directory.resolve("plan.json"), plan("overlay", project, upper));
    World.write(directory.resolve("lock"), "");
  }

  String plan(String workspace, Path project, Path changes) {
    return """
    {
      "format" : 1, "name" : "%s", "created" : "2026-11-21T18:00:00Z",
      "project" : "%s", "inside" : "/home/alice/app", "workspace" : "%s", "changes" : "%s",
      "tool" : "claude", "home" : "", "options" : [ "--profile=strict" ], "command" : [ ],
      "sandbox" : [ "--unshare-user" ]
    }
    """
        .formatted(name, project == null ? "" : project, workspace, changes == null ? "" : changes);
  }

  /** Ends the session with an exit status. */
  SessionFixture ended(int status) throws IOException {
    World.write(directory.resolve("started"), "1 0\n");
    World.write(directory.resolve("exit"), status + "\n");
    return this;
  }

  SessionFixture wrote(String path, String content) throws IOException {
    World.write(upper.resolve(path), content);
    return this;
  }
}
