package io.faultline.mutants.worker;

/** What ended a run that did not end by itself. The ordinal is that of files: add at the end only. */
enum Reason {
    NONE,
    FUEL,
    WALL,
    /** The JVM died: written by the program, never by a worker. */
    CRASHED,
    EXIT,
    MEMORY,
    STACK
}
