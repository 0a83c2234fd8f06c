package org.example;

import static org.junit.Assert.assertEquals;

import java.util.Arrays;
import java.util.Collection;
import org.junit.Test;
import org.junit.runner.RunWith;
import org.junit.runners.Parameterized;
import org.junit.runners.Parameterized.Parameters;

@RunWith(Parameterized.class)
public class TwiceTest {
    private final int amount;

    public TwiceTest(int amount) {
        this.amount = amount;
    }

    @Parameters
    public static Collection<Object[]> amounts() {
        return Arrays.asList(new Object[][] {{0}, {2}});
    }

    @Test
    public void twice() {
        assertEquals(amount + amount, Account.twice(amount));
    }
}
