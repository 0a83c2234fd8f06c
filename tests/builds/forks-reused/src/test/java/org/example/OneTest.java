package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.BeforeClass;
import org.junit.Test;

public class OneTest {
    @BeforeClass
    public static void bothJvmsRun() throws Exception {
        Meeting.waitForBoth();
    }

    @Test
    public void one() {
        assertEquals("hello1", Shared.one());
    }

    @Test
    public void oneAgain() {
        assertEquals("hello1!", Shared.loud(Shared.one()));
    }
}
