package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.BeforeClass;
import org.junit.Test;

public class ThreeTest {
    @BeforeClass
    public static void bothJvmsRun() throws Exception {
        Meeting.waitForBoth();
    }

    @Test
    public void three() {
        assertEquals("hello3", Shared.three());
    }

    @Test
    public void threeAgain() {
        assertEquals("hello3!", Shared.loud(Shared.three()));
    }
}
