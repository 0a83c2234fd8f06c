package org.example;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

/** The rows are run at the same time. */
public class RowsTest {
    @DataProvider(parallel = true)
    public Object[][] numbers() {
        return new Object[][] {{1}, {2}, {3}};
    }

    @Test(dataProvider = "numbers")
    public void row(int number) {
        assertEquals(Stock.of(number), number);
    }
}
