package org.example;

import org.testng.annotations.AfterMethod;
import org.testng.annotations.Test;

public class EachFailureTest {
    @AfterMethod
    public void afterMethod() {
        Steps.brokenAfterMethod();
    }

    @Test
    public void passes() {
        Steps.other();
    }
}
