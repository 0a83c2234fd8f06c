package org.example

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.assertThrows

/** Of the tests themselves: no line of the project. */
inline fun both(one: Int, other: Int, body: (Int) -> Unit) {
    body(one)
    body(other)
}

class InlineTest {
    @Test
    fun clamps() {
        assertEquals(7, clamp(9, 6) { it + 1 })
    }

    @Test
    fun clampsInHelper() {
        both(1, 9) { n -> assertEquals(if (n == 1) 1 else 6, clamp(n, 6) { it }) }
    }

    @Test
    fun clampsAndThrows() {
        assertThrows<IllegalStateException> { clamp(9, 6) { check(it > 6) { "$it" }; it } }
    }

    @Test
    fun throwsInlined() {
        positive(-1) { it }
    }

    @Test
    fun tasks() {
        assertEquals(5, task { 4 }())
    }

    @Test
    fun tasksToo() {
        assertEquals(6, task { 5 }())
    }

    @Test
    fun filled() {
        assertEquals("a", org.example.filled().toString())
    }

    @Test
    fun nested() {
        assertEquals(9, listOf(2).map { twiceAndMore(it) { n -> n + 1 } }.single())
    }
}
