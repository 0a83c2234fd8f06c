package org.example;

import org.testng.annotations.AfterClass;
import org.testng.annotations.Test;

public class LateFailureTest {
    @AfterClass
    public void afterClass() {
        Steps.brokenAfterClass();
    }

    @Test
    public void passes() {
        Steps.other();
    }
}
