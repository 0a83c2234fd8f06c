package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RangeTest {
    @Test
    void sizeIsTheDifference() {
        assertEquals(3, new Range(1, 4).size());
    }

    /** The second one fails: the end is not part of a range. */
    @ParameterizedTest
    @ValueSource(ints = {0, 4})
    void numbersOutsideAreNotContained(int number) {
        assertFalse(new Range(1, 4).contains(number));
    }

    @Test
    void rangesDoNotGoBack() {
        assertThrows(IllegalArgumentException.class, () -> new Range(2, 1));
    }
}
