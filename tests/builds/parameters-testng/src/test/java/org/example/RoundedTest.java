package org.example;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.Parameters;
import org.testng.annotations.Test;

public class RoundedTest {
    @Test
    @Parameters({"rate", "step"})
    public void roundsDown(int rate, int step) {
        assertEquals(Price.rounded(Price.with(104, rate), step), 110);
    }
}
