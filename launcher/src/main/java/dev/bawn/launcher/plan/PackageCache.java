package dev.bawn.launcher.plan;

import dev.bawn.contract.wall.HostPath;
import dev.bawn.contract.wall.InsidePath;
import dev.bawn.contract.wall.Wall;
import dev.bawn.launcher.mount.MountSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a package manager has downloaded for the user. A session reads it, and writes what it
 * downloads itself beside its own home: nothing is mounted in a home. The package manager finds it
 * by its own variable.
 *
 * @param manager that has it
 * @param source where the user has it
 * @param kept where bawn keeps what sessions with this home write
 */
public record PackageCache(Manager manager, MountSource source, Path kept) {

  /** Where sessions have them. */
  private static final Path INSIDE = Path.of("/run/caches");

  /** A package manager. What it keeps beside its downloads, logins and logs, is not shown. */
  public enum Manager {
    /** Its directory also has logs, which may hold anything. */
    NPM(".npm/_cacache", "npm/_cacache", "npm_config_cache", "npm"),
    MAVEN(".m2/repository", "maven", "MAVEN_OPTS", "maven"),
    PIP(".cache/pip", "pip", "PIP_CACHE_DIR", "pip"),
    UV(".cache/uv", "uv", "UV_CACHE_DIR", "uv"),
    /** Its directory also has the credentials of registries. */
    CARGO(".cargo/registry", "cargo/registry", "CARGO_HOME", "cargo"),
    /** A directory of downloads is a module proxy as it lies: see {@code go help goproxy}. */
    GO("go/pkg/mod/cache/download", "go", "GOPROXY", "go");

    private final String place;
    private final String inside;
    private final String variable;
    private final String value;

    Manager(String place, String inside, String variable, String value) {
      this.place = place;
      this.inside = inside;
      this.variable = variable;
      this.value = value;
    }

    /** Where it has its downloads, below the home of its user. */
    public String place() {
      return place;
    }

    private Path at() {
      return INSIDE.resolve(inside);
    }
  }

  /** Which directory of {@link #kept} has the files that sessions add. */
  private Path upper() {
    return kept.resolve("upper");
  }

  private Path work() {
    return kept.resolve("work");
  }

  /** The directories that must be there before a start. */
  List<Path> directories() {
    return manager == Manager.GO ? List.of() : List.of(upper(), work());
  }

  /** What shows it. */
  Wall wall(SessionFacts request) {
    if (manager == Manager.GO) {
      return source.files(manager.at());
    }
    return new Wall.Cache(
        source.host(), made(request, upper()), made(request, work()), inside(manager.at()));
  }

  private static HostPath made(SessionFacts request, Path directory) {
    return request.kept().at(directory).host();
  }

  private static InsidePath inside(Path path) {
    return new InsidePath(path.toString());
  }

  /** The variables by which its manager finds it. */
  List<Wall> environment(InsidePath home) {
    String directory = INSIDE.resolve(manager.value).toString();
    String value =
        switch (manager) {
          case MAVEN -> "-Dmaven.repo.local=" + directory;
          case GO -> "file://" + directory + ",https://proxy.golang.org,direct";
          case NPM, PIP, UV, CARGO -> directory;
        };
    Wall first = new Wall.SetEnvironment(manager.variable, value);
    return beside(home)
        .map(variable ->
            List.<Wall>of(first, new Wall.SetEnvironment(variable.name(), variable.value())))
        .orElse(List.of(first));
  }

  private Optional<Variable> beside(InsidePath home) {
    return switch (manager) {
      // a link from another file system cannot be made, and uv would say so each time
      case UV -> Optional.of(new Variable("UV_LINK_MODE", "copy"));
      // programs that are installed stay, as they do without a shared cache
      case CARGO -> Optional.of(new Variable("CARGO_INSTALL_ROOT", home.text() + "/.cargo"));
      case NPM, MAVEN, PIP, GO -> Optional.empty();
    };
  }
}
