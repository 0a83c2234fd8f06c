package io.faultline.mutants.worker;

/** Why a run was cut off. Files contain the ordinal: append new constants only. */
enum Reason {
    NONE,
    FUEL,
    WALL,
    /** The JVM crashed; written by the program, never by a worker. */
    CRASHED,
    EXIT,
    MEMORY,
    STACK
}
