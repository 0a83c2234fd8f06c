package org.example;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class Kinds {
    private final int number;

    Kinds(int number) {
        this.number = number;
    }

    @DataProvider
    public static Object[][] factors() {
        return new Object[][] {{1}, {2}};
    }

    @Test(dataProvider = "factors")
    public void kind(int factor) {
        assertEquals(factor * Stock.of(number), factor * number);
    }
}
