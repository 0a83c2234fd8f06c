package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void evenNumbers(int n) {
        assertEquals("even", Numbers.kind(n));
    }

    @Test
    void noNegativeNumbers() {
        assertThrows(IllegalArgumentException.class, () -> Numbers.kind(-1));
    }

    @Test
    void squares() {
        assertEquals(9, Numbers.square(3));
    }
}
