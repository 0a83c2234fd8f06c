package org.example

class Calls { // covered by: inlined, inlinedAgain, refuses
    fun quadruple(n: Int): Int {
        return twice(n) { it * 2 } // covered by: inlined, inlinedAgain
    }

    fun half(n: Int): Int {
        return positive(n) { it / 2 } // covered by: refuses
    }

    fun unused(n: Int): Int {
        return twice(n) { it + 2 }
    }
}
