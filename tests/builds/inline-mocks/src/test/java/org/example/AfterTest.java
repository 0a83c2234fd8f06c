package org.example;

import static org.mockito.Mockito.mockStatic;
import static org.mockito.Mockito.spy;
import static org.testng.Assert.assertEquals;

import org.mockito.MockedStatic;
import org.testng.annotations.Test;

public class AfterTest {
    @Test(priority = 1)
    public void afterwards() {
        assertEquals(spy(new Calculator()).add(3), 3);
    }

    @Test(priority = 2)
    public void realLedger() {
        assertEquals(new Ledger().enter() + Ledger.pages(), 8);
    }

    @Test(priority = 3)
    public void spiedLedger() {
        try (MockedStatic<Ledger> pages = mockStatic(Ledger.class)) {
            pages.when(Ledger::pages).thenReturn(1);
            assertEquals(spy(new Ledger()).enter() + Ledger.pages(), 2);
        }
    }
}
