package org.example

fun catalogue(): Int {
    return 1 // covered by: single, elsewhere, empty, order*, broken, shown, words
}

fun forContext(): Int {
    return 2 // covered by: empty, order*
}

fun beforeEach(): Int {
    return 3 // covered by: single, elsewhere, empty, order*, broken, shown
}

fun single(): Int {
    return 4 // covered by: single
}

fun elsewhere(): Int {
    return 5 // covered by: elsewhere
}

fun empty(): Int {
    return 6 // covered by: empty
}

fun order(size: Int): Int {
    if (size > 1) // covered by: order*
        return 7 // covered by: order2, order3
    return 8 // covered by: order1
}

class Shown(private val n: Int) { // covered by: shown
    override fun equals(other: Any?) = other is Shown && other.n == n // covered by: shown
    override fun hashCode() = n
    override fun toString() = "shown $n"
}

fun broken(): Int {
    throw IllegalStateException("broken") // covered by: broken
}

fun words(): Int {
    return 9 // covered by: words
}

fun closed(): Int {
    return 10 // covered by: afterSpec
}
