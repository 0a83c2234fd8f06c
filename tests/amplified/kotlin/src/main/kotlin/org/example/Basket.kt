package org.example

enum class Season { SUMMER, WINTER }

/** What somebody is about to buy. Prices are in cents. */
class Basket(private val prices: Map<String, Int>, private val season: Season = Season.SUMMER) {
    private val items = LinkedHashMap<String, Int>()

    fun add(name: String, count: Int = 1): Basket {
        require(count > 0) { "a count of $count" }
        items[name] = (items[name] ?: 0) + count
        return this
    }

    fun remove(name: String): Boolean = items.remove(name) != null

    fun size(): Int = items.values.sum()

    fun total(): Int {
        var total = 0
        for ((name, count) in items) {
            total += prices.getValue(name) * (count - free(count))
        }
        return total - discount(total)
    }

    /** The fault: every third is free, not every second. */
    internal fun free(count: Int): Int {
        return count / 2
    }

    internal fun discount(total: Int): Int {
        val share = if (season == Season.WINTER) 5 else 10
        return if (total < 5000) 0 else total / share
    }

    fun receipt(): List<String> = items.map { (name, count) -> "$count x $name" }
}
