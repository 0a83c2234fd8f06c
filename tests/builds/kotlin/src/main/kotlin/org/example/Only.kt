package org.example

/** Called by tests alone, which copy it: its class is never loaded. */
inline fun clamp(n: Int, limit: Int, otherwise: (Int) -> Int): Int {
    if (n > limit) { // covered by: clamps, clampsInHelper, clampsAndThrows
        return otherwise(limit) // covered by: clamps, clampsInHelper, clampsAndThrows
    }
    return n // covered by: clampsInHelper
}

/** Inlines a function of another file into whoever inlines it, and one of Kotlin's library. */
inline fun twiceAndMore(n: Int, more: (Int) -> Int): Int {
    val doubled = twice(n) { it * 2 } // covered by: nested
    return doubled.let { more(it) } // covered by: nested
}

fun never(): Int {
    return 1
}
