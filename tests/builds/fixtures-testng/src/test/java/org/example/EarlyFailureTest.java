package org.example;

import org.testng.annotations.BeforeClass;
import org.testng.annotations.Test;

public class EarlyFailureTest {
    @BeforeClass
    public void beforeClass() {
        Steps.brokenBeforeClass();
    }

    @Test
    public void neverRuns() {
    }
}
