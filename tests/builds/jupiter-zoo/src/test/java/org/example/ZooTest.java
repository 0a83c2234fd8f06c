package org.example;

import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junitpioneer.jupiter.RetryingTest;
import org.junitpioneer.jupiter.cartesian.CartesianTest;

class ZooTest {
    private static int attempts;

    static Stream<Integer> numbers() {
        Zoo.argument();
        return Stream.of(1, 2, 3);
    }

    @ParameterizedTest(name = "{index}: tab\t\u00e9 {0}")
    @MethodSource("numbers")
    void many(int number) {
        Zoo.many(number);
    }

    @RepeatedTest(2)
    void repeated() {
        Zoo.repeated();
    }

    @TestFactory
    Stream<DynamicNode> dynamic() {
        return Stream.of(
                dynamicTest("first", () -> Zoo.dynamic(1)),
                dynamicContainer("inner", Stream.of(dynamicTest("second", () -> Zoo.dynamic(2)))));
    }

    @RetryingTest(maxAttempts = 3)
    void attempt() {
        Zoo.attempt(attempts++);
    }

    @CartesianTest
    void crossed(@CartesianTest.Values(ints = {1, 2}) int a, @CartesianTest.Values(ints = {3, 4}) int b) {
        Zoo.crossed();
    }

    @Test
    @DisplayName("a \"named\" test")
    void named() {
        Zoo.named();
    }
}
