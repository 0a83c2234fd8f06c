package io.faultline.mutants.boot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SiteTest {
    private static final int NUMBER = 8_000;

    @BeforeEach
    void probe() {
        Site.register(NUMBER, 130);
        Site.clear();
        Site.active = Site.PROBING;
    }

    @AfterEach
    void stop() {
        Site.active = Site.NONE;
        Site.throwOnExit = false;
    }

    private static int base(int k) {
        return Site.mutant(NUMBER, k);
    }

    @Test
    void marksAreBitsOfWords() {
        assertEquals(5, Values.selects(5, 5, 6, base(64)));
        assertArrayEquals(new long[] {0, 3, 0}, Site.reached(NUMBER));
        assertArrayEquals(new long[] {0, 2, 0}, Site.infected(NUMBER));
        assertTrue(Site.touched(NUMBER));
        Site.clear();
        assertFalse(Site.touched(NUMBER));
        assertArrayEquals(new long[3], Site.reached(NUMBER));
        assertEquals(NUMBER + 1, Site.classes());
    }

    @Test
    void classesThatAreNotRegisteredHaveNoMarks() {
        assertFalse(Site.touched(NUMBER - 1));
        assertArrayEquals(new long[0], Site.reached(NUMBER - 1));
    }

    @Test
    void onlyValuesThatDifferInfect() {
        Comparisons.less(1, 2, base(0)); // <: == != >= > <= true false
        assertArrayEquals(new long[] {0x7F, 0, 0}, Site.reached(NUMBER));
        assertArrayEquals(new long[] {0b1001101, 0, 0}, Site.infected(NUMBER));
        Site.clear();
        Values.ints(0, Values.NEGATIVE | Values.ONE_MORE << 4, base(0));
        assertArrayEquals(new long[] {2, 0, 0}, Site.infected(NUMBER));
        Site.clear();
        Values.doubles(Double.NaN, Values.NEGATIVE | Values.ZERO << 4, base(0));
        assertArrayEquals(new long[] {2, 0, 0}, Site.infected(NUMBER));
        Site.clear();
        Values.returned(null, base(0));
        assertArrayEquals(new long[] {2, 0, 0}, Site.infected(NUMBER));
        Site.clear();
        Values.returned("", base(0));
        assertArrayEquals(new long[] {1, 0, 0}, Site.infected(NUMBER));
        Site.clear();
        Values.text("", base(0));
        Values.nulled(null, base(1));
        Actions.stored(3, 3, base(2));
        Actions.stored(3L, 3L, base(3));
        Actions.stored(Float.NaN, Float.NaN, base(4));
        Actions.stored(1.0, 1.0, base(5));
        Actions.keeps("a", "a", base(6));
        Values.increments(1, 0, base(7));
        assertArrayEquals(new long[] {0x3FF, 0, 0}, Site.reached(NUMBER));
        assertArrayEquals(new long[] {0, 0, 0}, Site.infected(NUMBER));
        Actions.leftOut(base(128));
        assertArrayEquals(new long[] {0, 0, 1}, Site.infected(NUMBER));
    }

    @Test
    void aDivisionByZeroOfAMutantIsAnInfectionAndNotThrown() {
        assertEquals(0L, Arithmetic.multiply(5L, 0L, base(0))); // *: + - / % left right
        assertArrayEquals(new long[] {0b011111, 0, 0}, Site.infected(NUMBER));
        Site.clear();
        assertThrows(ArithmeticException.class, () -> Arithmetic.divide(5, 0, base(0))); // /: + - * % left right
        assertArrayEquals(new long[] {0b110111, 0, 0}, Site.infected(NUMBER));
    }

    @Test
    void exitsAreThrownAndCounted() {
        Site.throwOnExit = true;
        int before = Site.exits();
        assertEquals(3, assertThrows(Exited.class, () -> Site.exit(3)).status);
        assertThrows(Exited.class, () -> Site.halt(Runtime.getRuntime(), 4));
        assertThrows(Exited.class, () -> Site.exit(Runtime.getRuntime(), 5));
        assertEquals(before + 3, Site.exits());
    }
}
