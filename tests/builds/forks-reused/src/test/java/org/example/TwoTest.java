package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.BeforeClass;
import org.junit.Test;

public class TwoTest {
    @BeforeClass
    public static void bothJvmsRun() throws Exception {
        Meeting.waitForBoth();
    }

    @Test
    public void two() {
        assertEquals("hello2", Shared.two());
    }

    @Test
    public void twoAgain() {
        assertEquals("hello2!", Shared.loud(Shared.two()));
    }
}
