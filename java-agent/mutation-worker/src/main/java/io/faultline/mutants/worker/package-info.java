/**
 * The worker: reads units of work from standard input, runs their tests in place under one mutant after the other, and
 * appends the results to its results file. {@code java-agent/mutation-worker/README.md} describes commands, records and exit codes.
 */
package io.faultline.mutants.worker;
