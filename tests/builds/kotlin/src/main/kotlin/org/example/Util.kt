package org.example

/** Copied into its callers, where its lines have numbers past the end of their files. */
inline fun twice(n: Int, body: (Int) -> Int): Int {
    val first = body(n) // covered by: inlined, inlinedAgain
    return body(first) // covered by: inlined, inlinedAgain
}

/** An object is made in a static initialiser. */
object Registry { // covered by: registry, registryAgain
    private val names = listOf("a", "b") // covered by: registry, registryAgain

    fun size(): Int {
        return names.size // covered by: registry, registryAgain
    }
}
