package org.x;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class FareTest {
    @Test
    public void whoIsFourteenPaysAll() {
        assertEquals(1190, new Fare(14).forAge(14));
    }

    @Test
    public void childrenPayHalf() {
        assertEquals(70, new Fare(1).forAge(13));
    }
}
