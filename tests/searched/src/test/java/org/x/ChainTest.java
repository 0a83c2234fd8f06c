package org.x;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class ChainTest {
    @Test
    public void allOfIt() {
        Chain chain = new Chain();
        int sum = chain.sort(-1, "a") + chain.sort(0, "a") + chain.sort(1, "a") + chain.sort(101, "a");
        assertEquals(0, sum + chain.limit() + chain.careful());
    }
}
