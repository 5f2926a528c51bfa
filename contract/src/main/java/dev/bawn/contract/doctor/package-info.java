/**
 * The examinations of a machine, which change nothing, with commands that solve the problems. Each
 * family of checks is a class, an {@link dev.bawn.contract.doctor.Examination}; its results are
 * records with the problem and the commands. No class here starts a process, and only {@code
 * ExaminationOutput} prints. Examinations for both programs are here, those for one program are in
 * that program.
 */
package dev.bawn.contract.doctor;
