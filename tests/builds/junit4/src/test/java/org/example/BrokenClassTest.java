package org.example;

import static org.junit.Assert.fail;

import org.junit.BeforeClass;
import org.junit.Test;

/** `@BeforeClass` fails: one failed row of the class itself, with what ran. */
public class BrokenClassTest {
    @BeforeClass
    public static void open() {
        Resource.missing("table");
    }

    @Test
    public void neverRuns() {
        fail();
    }
}
