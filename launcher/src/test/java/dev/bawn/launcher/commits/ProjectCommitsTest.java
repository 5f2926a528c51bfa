package dev.bawn.launcher.commits;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bawn.contract.failure.Refused;
import dev.bawn.launcher.review.Overlaid;
import dev.bawn.launcher.workspace.GitRepository;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The commits of a project, read by git. */
@Tag("slow")
class ProjectCommitsTest {

  @TempDir Path directory;

  @Test
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void a_pipe_that_the_projects_configuration_includes_is_named_soon() throws IOException {
    Overlaid session = new Overlaid(directory).had("file", "f\n");
    session.others("git init -q && git add . && git -c user.name=a -c user.email=a@b commit -qm x");
    session.begins();
    GitRepository repository = GitRepository.of(session.project).orElseThrow();
    ProjectCommits commits = new ProjectCommits(repository, directory.resolve("base"));
    assertEquals(1, commits.last().size());
    session.others("mkfifo ../pipe; git config include.path ../../pipe");
    Refused refused = assertThrows(Refused.class, commits::last);
    assertTrue(refused.what().startsWith("git timed out"), refused.what());
  }
}
