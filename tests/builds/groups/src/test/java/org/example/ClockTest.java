package org.example;

import static org.junit.Assert.assertEquals;

import org.junit.Test;
import org.junit.experimental.categories.Category;

public class ClockTest {
    @Test
    @Category(Fast.class)
    public void fast() {
        assertEquals(120, Clock.minutes(2));
    }

    @Test
    @Category(Fast.class)
    public void fastFails() {
        Clock.days(-1);
    }

    @Test
    public void slow() {
        assertEquals(120, Clock.seconds(2));
    }
}
