package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.BeforeClass;
import org.junit.Test;

/** The fourth class of two JVMs: at least one of them has run tests before. */
public class FourTest {
    @BeforeClass
    public static void bothJvmsRun() throws Exception {
        Meeting.waitForBoth();
    }

    @Test
    public void four() {
        assertEquals("hello", Shared.loud(""));
    }
}
