package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;

@RunWith(Parameterized.class)
public class ParametersTest {
    @Parameterized.Parameter public int number;

    @Parameterized.Parameters
    public static Object[] parameters() {
        return Made.parameters();
    }

    @Test
    public void used() {
        assertEquals(number + 1, Made.used(number));
    }
}
