package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TwiceTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void twice(int amount) {
        assertEquals(amount + amount, Account.twice(amount));
    }
}
