package org.example;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A bell, seen from below")
class BellTest {
    @Test
    @DisplayName("rings. Once.")
    void once() {
        Bell.ring(1);
    }

    @Nested
    @DisplayName("when it is cold")
    class Cold {
        @ParameterizedTest(name = "rings {0} times")
        @ValueSource(ints = {2, 2})
        void twice(int times) {
            Bell.ring(times);
        }

        @Test
        @DisplayName("is still")
        void still() {
            Bell.still();
        }
    }
}
