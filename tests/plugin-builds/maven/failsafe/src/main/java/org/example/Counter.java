package org.example;

/** Loaded from its folder by the unit test, and from the packaged jar by the integration test. */
public final class Counter { // covered by: unit, integration
    private int count;

    public int next() {
        count++; // covered by: unit, integration
        if (count > 1) { // covered by: unit, integration
            return count; // covered by: integration
        }
        return 1; // covered by: unit, integration
    }
}
