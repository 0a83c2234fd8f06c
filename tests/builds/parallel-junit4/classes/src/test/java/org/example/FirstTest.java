package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class FirstTest {
    @Test
    public void first() throws Exception {
        Classes.meet();
        assertEquals(1, Classes.first());
        Classes.meet();
    }
}
