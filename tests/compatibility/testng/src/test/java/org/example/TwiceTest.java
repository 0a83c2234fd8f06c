package org.example;

import static org.testng.Assert.assertEquals;

import org.testng.annotations.DataProvider;
import org.testng.annotations.Test;

public class TwiceTest {
    @DataProvider
    public Object[][] amounts() {
        return new Object[][] {{0}, {2}};
    }

    @Test(dataProvider = "amounts")
    public void twice(int amount) {
        assertEquals(Account.twice(amount), amount + amount);
    }
}
