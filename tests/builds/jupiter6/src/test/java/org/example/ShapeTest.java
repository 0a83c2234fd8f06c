package org.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ShapeTest {
    @Test
    void circle() {
        assertEquals(6, Shape.width(new Shape.Circle(3)));
    }

    @Test
    void box() {
        Shape box = new Shape.Box(3, 1);
        assertEquals(3, Shape.width(box));
        assertTrue(box.isFlat());
    }

    @Test
    void refuses() {
        assertThrows(IllegalArgumentException.class, () -> new Shape.Circle(-1));
    }

    record Case(String shape, int sides) {
    }

    static Stream<Case> sides() {
        return Stream.of(new Case("circle", 0), new Case("box", 4));
    }

    @ParameterizedTest
    @MethodSource
    void sides(Case c) {
        Shape shape = c.shape().equals("circle") ? new Shape.Circle(1) : new Shape.Box(1, 1);
        assertEquals(c.sides(), Shape.sides(shape));
    }
}
