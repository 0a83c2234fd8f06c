package org.example;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.DataProvider;
import org.testng.annotations.Factory;
import org.testng.annotations.Test;

/** An instance for each row of data, made by TestNG itself. */
public class EachTest {
    private final int number;

    @Factory(dataProvider = "numbers")
    public EachTest(int number) {
        this.number = Made.ofData(number);
    }

    @DataProvider
    public static Object[][] numbers() {
        return new Object[][] {{1}, {2}};
    }

    @Test
    public void each() {
        assertEquals(Made.used(number), number + 1);
    }
}
