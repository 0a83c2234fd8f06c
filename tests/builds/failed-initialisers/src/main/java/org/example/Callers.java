package org.example;

/** Nothing is wrong here. */
public final class Callers {
    private Callers() {
    }

    static int bad() {
        return Bad.use(); // covered by: bad*, caught
    }

    static int chain() {
        return Chain.length(); // covered by: chain*
    }

    static int wrapped() {
        try {
            return Bad.use(); // covered by: wrapped
        } catch (LinkageError e) { // covered by: wrapped
            throw new IllegalArgumentException(e); // covered by: wrapped
        }
    }

    static int fine() {
        return 1; // covered by: fine, other
    }

    static int helper() {
        if (fine() == 1) { // covered by: other
            throw new UnsupportedOperationException(); // covered by: other, helper
        }
        return 0;
    }
}
