package org.example;

import org.junit.Test;

public class OldTest {
    private static final Object OLD = Values.old();

    @Test
    public void one() {
        Values.test();
        Data.SHARED.hashCode();
    }

    @Test
    public void two() {
        Values.test();
        Data.SHARED.hashCode();
    }
}
