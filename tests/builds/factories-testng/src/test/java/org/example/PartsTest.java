package org.example;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.DataProvider;
import org.testng.annotations.Factory;
import org.testng.annotations.Test;

/** TestNG runs the instances in another order each time. */
public class PartsTest {
    private final int number;

    @Factory(dataProvider = "numbers")
    public PartsTest(int number) {
        this.number = number;
    }

    @DataProvider
    public static Object[][] numbers() {
        return new Object[][] {{1}, {2}, {3}};
    }

    @Test
    public void part() {
        assertEquals(Stock.of(number), number);
    }
}
