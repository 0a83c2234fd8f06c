package org.example;

import org.junit.BeforeClass;
import org.junit.Test;

public class EarlyFailureTest {
    @BeforeClass
    public static void beforeClass() {
        Steps.brokenBeforeClass();
    }

    @Test
    public void neverRuns() {
    }
}
