package org.example;

import org.junit.AfterClass;
import org.junit.BeforeClass;
import org.junit.Test;

public class LateFailureTest {
    @BeforeClass
    public static void beforeClass() {
        Steps.beforeBrokenAfterClass();
    }

    @AfterClass
    public static void afterClass() {
        Steps.brokenAfterClass();
    }

    @Test
    public void passes() {
        Steps.other();
    }
}
