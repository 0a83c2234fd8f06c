package org.example;

import static org.mockito.Mockito.spy;
import static org.testng.Assert.assertEquals;

import org.testng.annotations.Test;

public class BesideTest {
    @Test
    public void left() throws Exception {
        Meeting.meet();
        Calculator calculator = spy(new Calculator());
        assertEquals(calculator.add(1) + calculator.left(), 2);
        Meeting.meet();
    }

    @Test
    public void right() throws Exception {
        Meeting.meet();
        Calculator calculator = new Calculator();
        assertEquals(calculator.add(1) + calculator.right(), 3);
        Meeting.meet();
    }
}
