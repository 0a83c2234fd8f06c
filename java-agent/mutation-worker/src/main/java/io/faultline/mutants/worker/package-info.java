/**
 * The worker: takes units of work on its standard input, runs their tests in place under one mutant after the other, and appends
 * what comes of it to its results file. {@code docs/mutants-worker.md} describes commands, records and exit codes.
 */
package io.faultline.mutants.worker;
