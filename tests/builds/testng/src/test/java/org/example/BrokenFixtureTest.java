package org.example;

import static org.testng.Assert.fail;

import org.testng.annotations.BeforeMethod;
import org.testng.annotations.Test;

/** `@BeforeMethod` fails: a failed row of the fixture itself, and a skipped test. */
public class BrokenFixtureTest {
    @BeforeMethod
    public void prepare() {
        new Stack().pop();
    }

    @Test
    public void neverRuns() {
        fail();
    }
}
