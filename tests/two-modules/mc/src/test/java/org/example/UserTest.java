package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class UserTest {
    @Test
    public void uses() {
        assertEquals(2, User.use(1));
    }

    @Test
    public void usesBelow() {
        assertEquals(-1, User.use(-2));
    }
}
