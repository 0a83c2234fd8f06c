package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class ShortsTest {
    @Test
    void largest() {
        long largest = 32767;
        String text = "largest";
        assertEquals(Shorts.of(largest), (short) 32767, text);
    }

    @Test
    void small() {
        assertEquals((short) 5, Shorts.of(5));
        assertEquals((short) -32768, Shorts.of(-32768));
    }

    @Test
    void halfOfNothing() {
        assertEquals(0, Shorts.half(0));
    }

    @Test
    void halves() {
        assertEquals(1, Shorts.half(2));
        assertEquals(1, Shorts.half(3));
    }
}
