package org.example;

import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@ExtendWith(SharedTest.Prepares.class)
class SharedTest {
    static final int STATIC = Steps.staticField();
    final int field = Steps.field();

    /** An extension's callback is as good as a method of the class. */
    static class Prepares implements BeforeAllCallback {
        @Override
        public void beforeAll(ExtensionContext context) {
            Steps.extension();
        }
    }

    SharedTest() {
        Steps.constructor();
    }

    @BeforeAll
    static void beforeAll() {
        Steps.beforeAll();
    }

    @AfterAll
    static void afterAll() {
        Steps.afterAll();
    }

    @BeforeEach
    void beforeEach() {
        Steps.beforeEach();
    }

    @AfterEach
    void afterEach() {
        Steps.afterEach();
    }

    @Test
    void one() {
        Steps.test("one");
    }

    @Test
    void two() {
        Steps.test("two");
    }

    static Stream<Integer> numbers() {
        return Stream.of(Steps.source(1), Steps.source(2));
    }

    @ParameterizedTest
    @MethodSource("numbers")
    void argument(int n) {
        Steps.test("argument " + n);
    }

    @TestFactory
    Stream<DynamicTest> dynamic() {
        int first = Steps.factory(1);
        return Stream.of(
                DynamicTest.dynamicTest("a", () -> Steps.test("dynamic " + first)),
                DynamicTest.dynamicTest("b", () -> Steps.test("dynamic")));
    }

    @Nested
    @TestInstance(TestInstance.Lifecycle.PER_CLASS)
    class Inner {
        @BeforeAll
        void nestedBeforeAll() {
            Steps.nestedBeforeAll();
        }

        @AfterAll
        void nestedAfterAll() {
            Steps.nestedAfterAll();
        }

        @Test
        void three() {
            Steps.test("nested");
        }

        @Test
        void four() {
            Steps.test("nested");
        }
    }
}
