package org.example;

import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.when;
import static org.testng.Assert.assertEquals;

import org.testng.annotations.Test;

public class BeforeTest {
    @Test(priority = 1)
    public void real() {
        assertEquals(new Calculator().add(2), 2);
    }

    @Test(priority = 2)
    public void mocked() {
        Calculator calculator = mock(Calculator.class);
        when(calculator.add(anyInt())).thenReturn(5);
        assertEquals(calculator.add(2), 5);
    }

    @Test(priority = 3)
    public void spied() {
        assertEquals(spy(new Calculator()).add(3), 3);
    }

    @Test(priority = 4)
    public void realAgain() {
        assertEquals(new Calculator().add(4), 4);
    }
}
