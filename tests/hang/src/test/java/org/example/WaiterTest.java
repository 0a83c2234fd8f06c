package org.example;

import static org.junit.Assert.assertEquals;

import java.io.FileOutputStream;
import org.junit.FixMethodOrder;
import org.junit.Test;
import org.junit.runners.MethodSorters;

@FixMethodOrder(MethodSorters.NAME_ASCENDING)
public class WaiterTest {
    @Test
    public void answers() throws Exception {
        assertEquals(42, Waiter.answer(true));
    }

    @Test
    public void hangs() throws Exception {
        new FileOutputStream("hangs.txt").close();
        assertEquals(42, Waiter.answer(false));
    }
}
