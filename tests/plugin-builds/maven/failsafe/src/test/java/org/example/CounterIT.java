package org.example;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class CounterIT {
    @Test
    public void countsTwice() {
        String source = Counter.class.getProtectionDomain().getCodeSource().getLocation().getPath();
        assertTrue(source, source.endsWith(".jar"));
        Counter counter = new Counter();
        counter.next();
        assertEquals(2, counter.next());
    }
}
