package dev.bawn.launcher.plan;

import dev.bawn.contract.agent.Spelling;
import dev.bawn.contract.sandbox.HostPath;
import dev.bawn.contract.sandbox.InsidePath;
import dev.bawn.contract.sandbox.SandboxStep;
import dev.bawn.launcher.mount.MountSource;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The downloads of a package manager for the user. A session reads them, and writes its own
 * downloads into a directory outside of its home: nothing is mounted in a home. The package manager
 * finds it by its own variable.
 *
 * @param manager the package manager
 * @param source the user's directory
 * @param kept the directory in which bawn keeps the downloads of sessions with this home
 */
public record PackageCache(Manager manager, MountSource source, Path kept) {

  /** The directory of the caches in a session. */
  private static final Path INSIDE = Path.of("/run/caches");

  /** A package manager. Its other files, such as logins and logs, are not visible. */
  public enum Manager implements Spelling {
    /** Its directory also has logs, which may contain any data. */
    NPM(".npm/_cacache", "npm/_cacache", "npm_config_cache", "npm/_npx"),
    MAVEN(".m2/repository", "maven", "MAVEN_OPTS", ""),
    PIP(".cache/pip", "pip", "PIP_CACHE_DIR", ""),
    UV(".cache/uv", "uv", "UV_CACHE_DIR", ""),
    /** Its directory also has the credentials of registries. */
    CARGO(".cargo/registry", "cargo/registry", "CARGO_HOME", "cargo/git"),
    /**
     * A directory of downloads is a module proxy in its present form: see {@code go help goproxy}.
     */
    GO("go/pkg/mod/cache/download", "go", "GOPROXY", "");

    private final String place;
    private final String inside;
    private final String variable;
    private final String own;

    /**
     * @param own a directory beside its downloads that only sessions write; empty for none
     */
    Manager(String place, String inside, String variable, String own) {
      this.place = place;
      this.inside = inside;
      this.variable = variable;
      this.own = own;
    }

    /** The directory of its downloads, relative to the user's home directory. */
    public String place() {
      return place;
    }

    private Path at() {
      return INSIDE.resolve(inside);
    }
  }

  /** The directory in {@link #kept} with the files that sessions add. */
  private Path upper() {
    return kept.resolve("upper");
  }

  private Path work() {
    return kept.resolve("work");
  }

  /** The directories that must exist before a start. */
  List<Path> directories() {
    if (manager == Manager.GO) {
      return List.of();
    }
    return manager.own.isEmpty() ? List.of(upper(), work()) : List.of(upper(), work(), own());
  }

  private Path own() {
    return kept.resolve("own");
  }

  /** The mounts of the cache. */
  List<SandboxStep> steps(SessionFacts facts) {
    if (manager == Manager.GO) {
      return List.of(source.files(manager.at()));
    }
    List<SandboxStep> steps = new ArrayList<>();
    steps.add(
        new SandboxStep.Cache(
            new SandboxStep.Overlay(
                List.of(source.host()),
                made(facts, upper()),
                made(facts, work()),
                new InsidePath(manager.at().toString()))));
    if (!manager.own.isEmpty()) {
      steps.add(facts.kept().at(own()).writable(INSIDE.resolve(manager.own)));
    }
    return steps;
  }

  private static HostPath made(SessionFacts facts, Path directory) {
    return facts.kept().at(directory).host();
  }

  /** The variables by which its manager finds it. */
  List<SandboxStep> environment(InsidePath home) {
    String directory = INSIDE.resolve(manager.word()).toString();
    return switch (manager) {
      case NPM, PIP -> List.of(named(directory));
      case MAVEN -> List.of(named("-Dmaven.repo.local=" + directory));
      case GO -> List.of(named("file://" + directory + ",https://proxy.golang.org,direct"));
      case UV ->
          // a hard link from another file system is impossible, and uv would warn each time
          List.of(named(directory), new SandboxStep.SetEnvironment("UV_LINK_MODE", "copy"));
      case CARGO ->
          // installed programs stay, as they do without a shared cache
          List.of(
              named(directory),
              new SandboxStep.SetEnvironment("CARGO_INSTALL_ROOT", home.text() + "/.cargo"));
    };
  }

  private SandboxStep named(String value) {
    return new SandboxStep.SetEnvironment(manager.variable, value);
  }
}
