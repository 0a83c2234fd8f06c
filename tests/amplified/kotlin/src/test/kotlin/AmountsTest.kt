package org.example

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertThrows
import org.junit.jupiter.api.Test

class AmountsTest {
    private val negative = "-"

    @Test
    fun `reads an amount with one digit behind the point`() {
        val text = "2.5"
        val amount = Amounts.parse(text)
        assertEquals(250, amount)
        assertEquals(-250, Amounts.parse(negative + text))
    }

    @Test
    fun readsWholeAmounts() {
        assertEquals(1200, Amounts.parse(" 12 "))
        assertEquals(-300, Amounts.parse("-3"))
    }

    @Test
    fun readsCents() = assertEquals(1299, Amounts.parse("12.99"))

    @Test
    fun refusesNothing() {
        assertThrows(IllegalArgumentException::class.java) { Amounts.parse(" ") }
    }

    @Test
    fun shows() {
        assertEquals("12.05", Amounts.show(1205))
    }
}
