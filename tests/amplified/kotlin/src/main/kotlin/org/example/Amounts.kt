package org.example

/** Amounts of money as people write them, in cents. */
object Amounts {
    private const val SEPARATOR = '.'

    fun parse(text: String): Int {
        val trimmed = text.trim()
        require(trimmed.isNotEmpty()) { "no amount" }
        val isNegative = trimmed.startsWith("-")
        val digits = trimmed.removePrefix("-")
        val at = digits.indexOf(SEPARATOR)
        val amount = if (at < 0) whole(digits) else whole(digits.substring(0, at)) + cents(digits.substring(at + 1))
        return if (isNegative) -amount else amount
    }

    fun show(amount: Int): String = "${amount / 100}$SEPARATOR${(amount % 100).toString().padStart(2, '0')}"

    private fun whole(digits: String): Int = if (digits.isEmpty()) 0 else digits.toInt() * 100

    /** The fault: of "2.5" there is no second digit. */
    private fun cents(digits: String): Int {
        val first = digits.substring(0, 2)
        return first.toInt()
    }
}
