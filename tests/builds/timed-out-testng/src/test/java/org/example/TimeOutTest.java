package org.example;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.Test;

public class TimeOutTest {
    private static final Left STAYS = new Left();

    @Test(timeOut = 1000, priority = 1)
    public void stays() {
        Endless.stays(STAYS);
    }

    @Test(priority = 2)
    public void next() throws InterruptedException {
        STAYS.awaitRounds();
        assertEquals(Endless.next(), 1);
    }
}
