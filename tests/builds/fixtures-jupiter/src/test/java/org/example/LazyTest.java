package org.example;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Jupiter asks the stream for the next argument after the test of the one before. */
class LazyTest {
    static IntStream numbers() {
        return IntStream.of(1, 2, 3).map(Steps::lazySource);
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void argument(int n) {
        if (n == 30) {
            throw new IllegalStateException();
        }
    }
}
