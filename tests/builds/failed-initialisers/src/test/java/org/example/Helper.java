package org.example;

/** A class of the tests, which are not recorded: of its initialiser only the trace is known. */
final class Helper {
    static final int VALUE = Callers.helper();

    private Helper() {
    }

    static int value() {
        return VALUE;
    }
}
