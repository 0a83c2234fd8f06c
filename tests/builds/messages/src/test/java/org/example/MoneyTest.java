package org.example;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertIterableEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import assertk.AssertKt;
import assertk.assertions.AnyKt;
import com.google.common.truth.Truth;
import java.util.List;
import org.hamcrest.CoreMatchers;
import org.hamcrest.MatcherAssert;
import org.junit.jupiter.api.Test;

/** Whoever makes the message of a failure asks for the texts of both values. */
class MoneyTest {
    @Test
    void asked() {
        assertEquals("1 cents", new Money(1).toString());
    }

    @Test
    void equal() {
        assertEquals(new Money(1), new Money(1));
    }

    @Test
    void unequal() {
        assertEquals(new Money(1), new Money(2));
    }

    @Test
    void same() {
        assertSame(new Money(1), new Money(1));
    }

    @Test
    void isNull() {
        assertNull(new Money(1));
    }

    @Test
    void notEqual() {
        assertNotEquals(new Money(1), new Money(1));
    }

    @Test
    void listed() {
        assertIterableEquals(List.of(new Money(1)), List.of(new Money(2)));
    }

    @Test
    void compared() {
        assertThat(new Money(1)).isEqualTo(new Money(2));
    }

    @Test
    void contained() {
        assertThat(List.of(new Money(1))).contains(new Money(2));
    }

    @Test
    void matched() {
        MatcherAssert.assertThat(new Money(1), CoreMatchers.is(new Money(2)));
    }

    @Test
    void truthful() {
        Truth.assertThat(new Money(1)).isEqualTo(new Money(2));
    }

    @Test
    void listedTruly() {
        Truth.assertThat(List.of(new Money(1))).containsExactly(new Money(2));
    }

    @Test
    void containedTruly() {
        Truth.assertThat(List.of(new Money(1))).contains(new Money(2));
    }

    @Test
    void asserted() {
        AnyKt.isEqualTo(AssertKt.assertThat(new Money(1), null, String::valueOf), new Money(2));
    }

    /** What the message's supplier throws is what the test fails by. */
    @Test
    void broken() {
        assertEquals(new Money(1), new Money(2), () -> "not " + new Money(-1));
    }

    @Test
    void caught() {
        assertThrows(AssertionError.class, () -> assertEquals(new Money(1), new Money(2)));
    }
}
