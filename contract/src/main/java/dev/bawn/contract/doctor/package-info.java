/**
 * What can be wrong with a machine, found by looking and mended by hand. One class for each family
 * of checks, an {@link dev.bawn.contract.doctor.Examination}; what it finds are records that say
 * what is wrong and which lines mend it. Nothing here changes anything or starts a process, and
 * only {@code ExaminationOutput} prints. What both programs can see lives here, what only one of
 * them can see lives in that one.
 */
package dev.bawn.contract.doctor;
