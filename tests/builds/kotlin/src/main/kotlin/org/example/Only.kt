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

/** Makes an object, of which whoever inlines it has a class of its own. */
inline fun task(crossinline body: () -> Int): () -> Int {
    return object : () -> Int { // covered by: tasks, tasksToo
        override fun invoke(): Int {
            val result = body() // covered by: tasks, tasksToo
            return result + 1 // covered by: tasks, tasksToo
        }
    }
}

/** Kotlin makes a line up behind what a function of its library was inlined for. */
fun filled(): StringBuilder {
    return StringBuilder().apply { // covered by: filled
        append("a") // covered by: filled
    } // covered by: filled
}

fun never(): Int {
    return 1
}
