package org.example;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.Test;

public class MethodsTest {
    @Test
    public void one() throws Exception {
        Meeting.ofMethods();
        assertEquals(Meeting.one(), 1);
        Meeting.ofMethods();
    }

    @Test
    public void two() throws Exception {
        Meeting.ofMethods();
        assertEquals(Meeting.two(), 2);
        Meeting.ofMethods();
    }

    @Test
    public void three() throws Exception {
        Meeting.ofMethods();
        try {
            Meeting.three();
        } finally {
            Meeting.ofMethods();
        }
    }
}
