package org.example;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class AddressTest {
    @Test
    public void showsNameAndCity() {
        assertEquals("Ada, London", Address.shown("Ada", "London"));
    }

    @Test
    public void showsLongNames() {
        assertEquals("Augusta Ada King, London", Address.shown("Augusta Ada King", "London"));
    }

    @Test
    public void isComplete() {
        assertTrue(Address.isComplete("Ada", "London"));
    }
}
