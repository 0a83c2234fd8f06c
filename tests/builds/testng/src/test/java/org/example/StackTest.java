package org.example;

import static org.testng.Assert.assertEquals;
import static org.testng.Assert.assertTrue;

import org.testng.SkipException;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeMethod;
import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class StackTest {
    private Stack stack;
    private int invocations;

    @BeforeMethod
    public void prepare() {
        stack = new Stack();
        stack.push(1);
    }

    @AfterMethod
    public void close() {
        stack.close();
    }

    @Test
    public void pops() {
        assertEquals(stack.pop(), 1);
    }

    @Test
    public void popsTwice() {
        stack.pop();
        stack.pop();
    }

    @Test(invocationCount = 2, successPercentage = 50)
    public void popsOften() {
        stack.pop();
        if (invocations++ == 0) {
            stack.pop();
        }
    }

    @Test(expectedExceptions = Empty.class)
    public void expects() {
        stack.pop();
        stack.pop();
    }

    @DataProvider
    public Object[][] numbers() {
        return new Object[][] {{7, true}, {8, false}};
    }

    @Test(dataProvider = "numbers")
    public void lucky(int n, boolean lucky) {
        stack.push(n);
        assertEquals(stack.isLucky(), lucky);
    }

    @Test
    public void skips() {
        throw new SkipException("gives up while running");
    }

    @Test(dependsOnMethods = "popsTwice")
    public void neverStarts() {
        assertTrue(stack.isLucky());
    }
}
