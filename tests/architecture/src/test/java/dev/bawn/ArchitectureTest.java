package dev.bawn;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.bawn.contract.sandbox.HostPath;
import dev.bawn.contract.sandbox.SandboxStep;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;

/** The rules for modules and packages on which the design depends. */
final class ArchitectureTest {

  private static final JavaClasses BAWN =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          .importPackages("dev.bawn");

  private static final String CONTRACT = "dev.bawn.contract..";
  private static final String ADMIN = "dev.bawn.admin..";
  private static final String LAUNCHER = "dev.bawn.launcher..";

  /** Packages that decide without reading the machine: the caller passes all data to them. */
  private static final String[] PURE = {
    "dev.bawn.contract.agent..",
    "dev.bawn.contract.failure..",
    "dev.bawn.contract.toml..",
    "dev.bawn.contract.sandbox..",
    "dev.bawn.admin.seccomp..",
    "dev.bawn.launcher.plan..",
    "dev.bawn.launcher.request..",
  };

  @Test
  void the_programs_do_not_know_each_other() {
    noClasses()
        .that()
        .resideInAPackage(ADMIN)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(LAUNCHER)
        .check(BAWN);
    noClasses()
        .that()
        .resideInAPackage(LAUNCHER)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(ADMIN)
        .check(BAWN);
  }

  @Test
  void the_contract_knows_neither_program() {
    noClasses()
        .that()
        .resideInAPackage(CONTRACT)
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(ADMIN, LAUNCHER)
        .check(BAWN);
  }

  @Test
  void only_the_admin_signs_policies_and_only_receipts_are_signed_otherwise() {
    String signing = "dev.bawn.contract.signing..";
    noClasses()
        .that()
        .resideOutsideOfPackages(signing, ADMIN)
        .should()
        .accessTargetWhere(signs())
        .check(BAWN);
    noClasses()
        .that()
        .resideOutsideOfPackages(signing, ADMIN, "dev.bawn.launcher.receipt..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage(signing)
        .check(BAWN);
    noClasses()
        .that()
        .resideInAnyPackage(CONTRACT, LAUNCHER)
        .should()
        .dependOnClassesThat()
        .haveNameMatching(
            "org\\.bouncycastle\\..*Private.*|java\\.security\\.(PrivateKey|KeyPair.*|Signature)")
        .check(BAWN);
  }

  private static DescribedPredicate<JavaAccess<?>> signs() {
    return DescribedPredicate.describe(
        "makes keys or signatures",
        access -> {
          AccessTarget target = access.getTarget();
          return target.getOwner().getName().startsWith("org.bouncycastle.")
              && target.getName().matches("(sign|generatePrivate|generateKey).*");
        });
  }

  @Test
  void native_code_is_called_from_packages_named_linux_only() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.bawn.*.linux..")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.sun.jna..")
        .check(BAWN);
    noClasses()
        .that()
        .resideInAPackage(CONTRACT)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.sun.jna..")
        .check(BAWN);
  }

  @Test
  void only_the_screen_of_a_review_loads_the_library_for_terminals() {
    noClasses()
        .that()
        .resideOutsideOfPackage("dev.bawn.launcher.screen..")
        .and()
        .doNotHaveSimpleName("SystemTerminal")
        .and()
        .doNotHaveSimpleName("KeyInput")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.jline..")
        .check(BAWN);
  }

  @Test
  void the_contract_starts_no_process() {
    noClasses()
        .that()
        .resideInAPackage(CONTRACT)
        .should()
        .dependOnClassesThat()
        .belongToAnyOf(ProcessBuilder.class, Process.class)
        .orShould()
        .callMethodWhere(target(owner(type(Runtime.class))).and(target(name("exec"))))
        .check(BAWN);
  }

  @Test
  void what_decides_does_not_look_at_the_machine() {
    noClasses()
        .that()
        .resideInAnyPackage(PURE)
        .or()
        .haveSimpleNameEndingWith("Planner")
        .should()
        .dependOnClassesThat(
            resideInAnyPackage("com.sun.jna..", "java.nio.channels..", "java.nio.file.attribute..")
                .or(
                    DescribedPredicate.describe(
                        "read or start something", ArchitectureTest::looks)))
        .check(BAWN);
  }

  /** Includes methods of a class that reads: a record may have a factory that reads. */
  @Test
  void a_planner_calls_no_method_that_looks_at_the_machine() {
    noClasses()
        .that()
        .resideInAnyPackage("dev.bawn.launcher.plan..", "dev.bawn.launcher.request..")
        .should()
        .accessTargetWhere(
            DescribedPredicate.describe(
                "read or start something", access -> looks(access, new HashSet<>())))
        .because("a class of facts looks it up, and the plan carries it")
        .check(BAWN);
  }

  private static boolean looks(JavaAccess<?> access, Set<JavaCodeUnit> seen) {
    if (looks(access.getTargetOwner())) {
      return true;
    }
    return access.getTargetOwner().getPackageName().startsWith("dev.bawn.")
        && access.getTarget().resolveMember().stream()
            .filter(JavaCodeUnit.class::isInstance)
            .map(JavaCodeUnit.class::cast)
            .filter(seen::add)
            .flatMap(unit -> unit.getAccessesFromSelf().stream())
            .anyMatch(next -> looks(next, seen));
  }

  private static boolean looks(JavaClass used) {
    return used.isEquivalentTo(java.nio.file.Files.class)
        || used.isEquivalentTo(java.io.File.class)
        || used.isEquivalentTo(java.io.FileInputStream.class)
        || used.isEquivalentTo(ProcessBuilder.class);
  }

  @Test
  void only_the_gate_names_a_path_of_the_host_that_a_session_is_shown() {
    noClasses()
        .that()
        .resideInAPackage(LAUNCHER)
        .and()
        .doNotHaveSimpleName("MountSource")
        .should()
        .accessTargetWhere(namesAPath())
        .check(BAWN);
  }

  /** Only the package of {@code MountSource} creates one: its constructor is not public. */
  private static DescribedPredicate<JavaAccess<?>> namesAPath() {
    return DescribedPredicate.describe(
        "make a mount of a path of the host",
        access -> {
          AccessTarget target = access.getTarget();
          String name = target.getName();
          return target.getOwner().isEquivalentTo(HostPath.class) && name.equals("<init>")
              || target.getOwner().isEquivalentTo(SandboxStep.class)
                  && name.matches("readOnly|readOnlyIfPresent|writable");
        });
  }

  @Test
  void packages_have_no_cycles() {
    slices().matching("dev.bawn.(*.*)..").should().beFreeOfCycles().check(BAWN);
  }

  @Test
  void every_package_says_what_lives_there() {
    List<String> silent =
        BAWN.getPackage("dev.bawn").getSubpackagesInTree().stream()
            .filter(each -> !each.getClasses().isEmpty())
            .filter(each -> each.tryGetPackageInfo().isEmpty())
            .map(JavaPackage::getName)
            .toList();
    assertEquals(List.of(), silent);
  }

  @Test
  void a_program_ends_and_speaks_in_one_place() {
    noClasses()
        .that()
        .doNotHaveSimpleName("Main")
        .should()
        .callMethod(System.class, "exit", int.class)
        .orShould()
        .callMethod(Runtime.class, "halt", int.class)
        .check(BAWN);
    noClasses()
        .that()
        .doNotHaveSimpleName("Surroundings")
        .should()
        .accessField(System.class, "out")
        .orShould()
        .accessField(System.class, "err")
        .orShould()
        .accessField(System.class, "in")
        .check(BAWN);
  }

  @Test
  void a_start_binds_no_objects_and_reads_no_annotations() {
    noClasses()
        .that()
        .resideInAnyPackage(CONTRACT, LAUNCHER)
        .should()
        .dependOnClassesThat()
        .resideInAPackage("com.fasterxml.jackson.databind..")
        .check(BAWN);
    noClasses().should().beAnnotatedWith("picocli.CommandLine$Command").check(BAWN);
    // create() searches the whole jar for Groovy, see Parameters.command
    noClasses().should().callMethod(CommandSpec.class, "create").check(BAWN);
  }
}
