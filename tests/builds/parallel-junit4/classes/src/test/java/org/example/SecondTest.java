package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class SecondTest {
    @Test
    public void second() throws Exception {
        Classes.meet();
        assertEquals(2, Classes.second());
        Classes.meet();
    }
}
