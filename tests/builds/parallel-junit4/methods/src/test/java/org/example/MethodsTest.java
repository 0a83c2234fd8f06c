package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class MethodsTest {
    @Test
    public void one() throws Exception {
        Methods.meet();
        assertEquals(1, Methods.one());
        Methods.meet();
    }

    @Test
    public void two() throws Exception {
        Methods.meet();
        assertEquals(2, Methods.two());
        Methods.meet();
    }

    @Test
    public void three() throws Exception {
        Methods.meet();
        try {
            Methods.three();
        } finally {
            Methods.meet();
        }
    }
}
