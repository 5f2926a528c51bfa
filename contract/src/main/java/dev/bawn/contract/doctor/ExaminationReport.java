package dev.bawn.contract.doctor;

import dev.bawn.contract.failure.Failure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The results of examinations.
 *
 * @param found the problems
 * @param lookedFor the number of checked kinds
 */
public record ExaminationReport(List<Diagnosis> found, int lookedFor) {

  public ExaminationReport {
    found = List.copyOf(found);
  }

  /** Runs all examinations, even if some of them fail. */
  public static ExaminationReport of(List<Examination> examinations) {
    List<Diagnosis> found = new ArrayList<>();
    for (Examination examination : examinations) {
      try {
        found.addAll(examination.look());
      } catch (IOException | Failure e) {
        found.add(
            Diagnosis.of(
                FindingKind.NOT_EXAMINED,
                examination.subject() + " could not be checked: " + e.getMessage(),
                "# solve that problem, then run this command again"));
      }
    }
    int lookedFor = examinations.stream().mapToInt(each -> each.looksFor().size()).sum();
    return new ExaminationReport(found, lookedFor);
  }

  /** Both reports together. */
  public ExaminationReport and(ExaminationReport other) {
    return new ExaminationReport(
        Stream.concat(found.stream(), other.found.stream()).toList(), lookedFor + other.lookedFor);
  }

  /** The number of problems, without notes. */
  public int problems() {
    boolean hasAgents = found.stream().noneMatch(each -> each.ailment() == FindingKind.NO_AGENTS);
    return (int) found.stream().filter(each -> !each.isNote(hasAgents)).count();
  }

  /** The exit status: 0 without problems. */
  public int status() {
    return problems() == 0 ? 0 : 1;
  }
}
