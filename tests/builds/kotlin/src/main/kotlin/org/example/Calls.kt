package org.example

class Calls { // covered by: inlined, inlinedAgain
    fun quadruple(n: Int): Int {
        return twice(n) { it * 2 } // covered by: inlined, inlinedAgain
    }

    fun unused(n: Int): Int {
        return twice(n) { it + 2 }
    }
}
