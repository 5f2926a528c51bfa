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
  public enum Manager implements Spelling {
    /** Its directory also has logs, which may hold anything. */
    NPM(".npm/_cacache", "npm/_cacache", "npm_config_cache", "npm/_npx"),
    MAVEN(".m2/repository", "maven", "MAVEN_OPTS", ""),
    PIP(".cache/pip", "pip", "PIP_CACHE_DIR", ""),
    UV(".cache/uv", "uv", "UV_CACHE_DIR", ""),
    /** Its directory also has the credentials of registries. */
    CARGO(".cargo/registry", "cargo/registry", "CARGO_HOME", "cargo/git"),
    /** A directory of downloads is a module proxy as it lies: see {@code go help goproxy}. */
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
    if (manager == Manager.GO) {
      return List.of();
    }
    return manager.own.isEmpty() ? List.of(upper(), work()) : List.of(upper(), work(), own());
  }

  private Path own() {
    return kept.resolve("own");
  }

  /** What shows it. */
  List<SandboxStep> steps(SessionFacts request) {
    if (manager == Manager.GO) {
      return List.of(source.files(manager.at()));
    }
    List<SandboxStep> steps = new ArrayList<>();
    steps.add(
        new SandboxStep.Cache(
            new SandboxStep.Overlay(
                List.of(source.host()),
                made(request, upper()),
                made(request, work()),
                new InsidePath(manager.at().toString()))));
    if (!manager.own.isEmpty()) {
      steps.add(request.kept().at(own()).writable(INSIDE.resolve(manager.own)));
    }
    return steps;
  }

  private static HostPath made(SessionFacts request, Path directory) {
    return request.kept().at(directory).host();
  }

  /** The variables by which its manager finds it. */
  List<SandboxStep> environment(InsidePath home) {
    String directory = INSIDE.resolve(manager.word()).toString();
    return switch (manager) {
      case NPM, PIP -> List.of(named(directory));
      case MAVEN -> List.of(named("-Dmaven.repo.local=" + directory));
      case GO -> List.of(named("file://" + directory + ",https://proxy.golang.org,direct"));
      case UV ->
          // a link from another file system cannot be made, and uv would say so each time
          List.of(named(directory), new SandboxStep.SetEnvironment("UV_LINK_MODE", "copy"));
      case CARGO ->
          // programs that are installed stay, as they do without a shared cache
          List.of(
              named(directory),
              new SandboxStep.SetEnvironment("CARGO_INSTALL_ROOT", home.text() + "/.cargo"));
    };
  }

  private SandboxStep named(String value) {
    return new SandboxStep.SetEnvironment(manager.variable, value);
  }
}
