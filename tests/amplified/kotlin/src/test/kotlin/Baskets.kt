package org.example

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertTrue
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Nested
import org.junit.jupiter.api.Test

class BasketTest {
    companion object {
        private const val PEN = 250
        private const val BOOK = 1200
    }

    private lateinit var basket: Basket

    @BeforeEach
    fun fill() {
        basket = Basket(mapOf("pen" to PEN, "book" to BOOK))
    }

    @Test
    fun totals() {
        basket.add("pen", 2).add("book")
        val names = listOf("pen", "book")
        assertEquals(3, basket.size())
        assertEquals(2 * PEN + BOOK, basket.total(), "pens and a book")
        for (name in names) assertTrue(basket.receipt().any { it.endsWith(name) })
        assertLines(basket, "2 x pen", "1 x book")
    }

    @Test
    fun removes() {
        basket.add("pen").add("book")
        assertTrue(basket.remove("pen"))
        assertEquals(BOOK, basket.total())
    }

    @Test
    fun discounts() {
        assertEquals(500, basket.discount(5000))
        assertEquals(0, basket.discount(4999))
        assertEquals(1000, Basket(emptyMap(), Season.WINTER).discount(5000))
    }

    @Nested
    inner class Empty {
        @Test
        fun `is worth nothing`() {
            assertEquals(0, basket.total())
        }
    }
}

private fun assertLines(basket: Basket, vararg lines: String) {
    assertEquals(lines.toList(), basket.receipt())
}
