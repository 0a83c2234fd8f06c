package org.example

/** Copied into its callers, where its lines have numbers past the end of their files. */
inline fun twice(n: Int, body: (Int) -> Int): Int {
    val first = body(n) // covered by: inlined, inlinedAgain, nested
    return body(first) // covered by: inlined, inlinedAgain, nested
}

/** Throws at a line that its caller's file does not have. */
inline fun positive(n: Int, body: (Int) -> Int): Int {
    if (n <= 0) { // covered by: refuses, throwsInlined
        throw IllegalArgumentException("not positive") // covered by: refuses, throwsInlined
    }
    return body(n)
}

/** An object is made in a static initialiser. */
object Registry { // covered by: registry, registryAgain
    private val names = listOf("a", "b") // covered by: registry, registryAgain

    fun size(): Int {
        return names.size // covered by: registry, registryAgain
    }
}
