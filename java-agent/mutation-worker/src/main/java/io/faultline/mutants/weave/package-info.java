/**
 * Turns class bytes into class bytes with all mutants of the wanted lines, and lists the mutants. A pure function:
 * loads no class, does no I/O.
 */
package io.faultline.mutants.weave;
