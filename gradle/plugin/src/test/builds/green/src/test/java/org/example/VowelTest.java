package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class VowelTest {
    @Test
    public void holds() {
        assertEquals(true, Letters.vowel('a'));
    }
}
