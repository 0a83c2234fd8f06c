package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {
    @ParameterizedTest
    @CsvSource({"zero, 0", "even, 2", "odd, 3", "none, -1"})
    void kinds(String kind, int n) {
        assertEquals(kind, Numbers.kind(n));
    }

    @ParameterizedTest
    @ValueSource(strings = {"even"})
    void failsInTemplate(String kind) {
        assertEquals(kind.length(), Numbers.kind(2));
    }

    @RepeatedTest(2)
    void repeated() {
        assertEquals("odd", Numbers.kind(1));
    }

    @TestFactory
    Stream<DynamicNode> dynamic() {
        return Stream.of(
            dynamicTest("zero", () -> assertEquals("zero", Numbers.kind(0))),
            dynamicContainer("container", Stream.of(
                dynamicTest("minus", () -> assertEquals("minus", Numbers.kind(-1))))));
    }

    @Test
    void throwsForNegative() {
        assertThrows(Negative.class, () -> Numbers.kind(-1));
    }

    @Test
    void aborted() {
        assumeTrue(Numbers.half(1) == 1);
    }

    @Test
    @Disabled("to be a row without lines")
    void disabled() {
        Numbers.kind(1);
    }

    @Nested
    class Outer {
        @BeforeEach
        void prepare() {
            assertTrue(Numbers.fixture("outer"));
        }

        @Test
        void outer() {
            assertEquals("odd", Numbers.kind(1));
        }

        @Nested
        class Deep {
            @Test
            void deep() {
                assertEquals("even", Numbers.kind(4));
            }
        }
    }

    @Nested
    @Disabled("the container is skipped as a whole")
    class Skipped {
        @Test
        void neverRuns() {
            Numbers.kind(1);
        }
    }
}
