package org.example;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import org.junit.Test;

public class RangeFunctions {
    @Test
    public void emptyRangesHaveNoSize() {
        assertEquals(0, new Range(2, 2).size());
    }

    @Test
    public void theStartIsContained() {
        assertTrue(new Range(1, 4).contains(1));
    }
}
