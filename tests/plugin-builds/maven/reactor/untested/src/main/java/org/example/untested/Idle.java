package org.example.untested;

/** No test knows this module. */
public final class Idle {
    private Idle() {}
}
