package org.example

import kotlin.test.Test
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertNotNull
import kotlin.test.assertTrue
import kotlinx.coroutines.test.runTest
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Nested

class CartTest {
    private lateinit var cart: Cart

    companion object {
        const val LIMIT = 10
        private val prices = mapOf("pen" to 2.5, "book" to 12.0)
    }

    @BeforeEach
    fun fill() {
        cart = Cart(prices, limit = LIMIT)
    }

    @Test
    fun `totals what was added`() {
        val names = listOf("pen", "book", "pen")
        val count = 3
        for (name in names) cart.add(name, 1)
        names.forEach { name ->
            cart.add(name, count).discount(10)
        }
        // A comment { with a brace.
        assertEquals(17.0, cart.total, "total")
        assertEquals(count, cart.size)
        if (cart.size > 2) assertTrue(cart.isFull()) else cart.clear()
        when (cart.size) {
            0 -> assertTrue(cart.isEmpty())
            else -> { assertTrue(!cart.isEmpty()) }
        }
        assertFailsWith<IllegalArgumentException> { cart.add("", -1) }
        try {
            cart.remove("none")
            kotlin.test.fail("nothing to remove")
        } catch (expected: NoSuchElementException) {
            assertEquals("none", expected.message)
        }
    }

    @Test
    fun reads() = runTest(timeout = 1.seconds) {
        val text = """
            pen;1
            book;$LIMIT
        """.trimIndent()
        val first = cart.read(text, ';', true).lines.first()
        assertNotNull(first)
        assertEquals("pen", first.name)
        assertTrue(first.isKnown, "known")
        checkThat(first, 1)
    }

    @Test
    fun one(): Unit = assertEquals(0, cart.read("a,b", ',').size + 0x1F - 1_000L.toInt())

    private fun checkThat(line: Line, count: Int) {
        assertEquals(count, line.count)
        check(line.name != "x") { "name of ${line.name}" }
    }

    @Nested
    inner class Empty {
        @Test fun `is empty`() { assertTrue(cart.isEmpty()); assertEquals(Color.RED, cart.paint(Color.GREEN, null)) }
    }
}

private fun Cart.paint(color: Color, other: Color?): Color = color
