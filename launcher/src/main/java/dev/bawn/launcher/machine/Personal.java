package dev.bawn.launcher.machine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is the caller's own and no session sees unless somebody says so.
 *
 * @param ssh the directory of keys and known hosts
 * @param agent the socket of the program that holds keys
 * @param git the files of git's settings
 */
public record Personal(Optional<Path> ssh, Optional<Path> agent, List<Path> git) {

  public Personal {
    git = List.copyOf(git);
  }

  static Personal of(Path home, Map<String, String> environment) {
    String socket = environment.getOrDefault("SSH_AUTH_SOCK", "");
    List<Path> git = new ArrayList<>();
    for (String file : List.of(".gitconfig", ".config/git")) {
      if (Files.exists(home.resolve(file))) {
        git.add(home.resolve(file));
      }
    }
    return new Personal(
        there(home.resolve(".ssh")),
        socket.startsWith("/") ? there(Path.of(socket)) : Optional.empty(),
        git);
  }

  private static Optional<Path> there(Path path) {
    return Files.exists(path) ? Optional.of(path) : Optional.empty();
  }
}
