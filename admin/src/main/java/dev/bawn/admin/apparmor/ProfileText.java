package dev.bawn.admin.apparmor;

import com.samskivert.mustache.Mustache;
import com.samskivert.mustache.Template;
import dev.bawn.contract.agent.Execution;
import dev.bawn.contract.agent.NetworkPolicy;
import dev.bawn.contract.layout.SystemLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes AppArmor profiles from the templates that are installed with bawn. Every value is escaped.
 */
final class ProfileText {

  private static final Mustache.Compiler COMPILER =
      Mustache.compiler().withEscaper(new PolicyQuotes()).strictSections(true);

  private final Path templates;
  private final SystemLayout layout;
  private final PolicyLanguage language;

  /**
   * @param templates the directory of templates, which belongs to root
   * @param layout with the policy directories
   * @param language the version that the parser knows
   */
  ProfileText(Path templates, SystemLayout layout, PolicyLanguage language) {
    this.templates = templates;
    this.layout = layout;
    this.language = language;
  }

  /** Returns the profile of an agent: the kernel refuses everything that it does not allow. */
  String ofAgent(Confined confined) throws IOException {
    return template("agent.profile")
        .execute(
            new Values(
                language.abi(),
                confined.agent().text(),
                confined.agent().profileName(),
                confined.programs().stream().map(At::new).toList(),
                confined.trees().stream().map(At::new).toList(),
                confined.unpacked().stream().map(At::new).toList(),
                confined.writable().stream().map(At::new).toList(),
                layout.agents().toString(),
                confined.network() == NetworkPolicy.OPEN,
                confined.execution() == Execution.COMPILED,
                confined.identity(),
                confined.limits().nproc(),
                confined.limits().nofile()));
  }

  /** Returns the profile in which bubblewrap runs on systems that restrict it. */
  String ofBubblewrap() throws IOException {
    return template("bawn-bubblewrap.profile")
        .execute(new BubblewrapValues(language.abi(), language == PolicyLanguage.V4));
  }

  private Template template(String name) throws IOException {
    return COMPILER.compile(Files.readString(templates.resolve(name)));
  }

  /** The values in the template of an agent's profile. */
  private record Values(
      String abi,
      String agent,
      String profile,
      List<At> programs,
      List<At> trees,
      List<At> unpacked,
      List<At> writable,
      String agents,
      boolean network,
      boolean compiled,
      boolean identity,
      int nproc,
      int nofile) {}

  /**
   * The values in the template of the profile {@code bawn-bubblewrap}; rules about user namespaces
   * need AppArmor 4.
   */
  private record BubblewrapValues(String abi, boolean userns) {}

  /** A path in a list. */
  private record At(String path) {}
}
