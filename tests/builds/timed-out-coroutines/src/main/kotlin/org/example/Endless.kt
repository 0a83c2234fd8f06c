package org.example

import java.util.concurrent.Semaphore

/** What tasks of tests that timed out go on executing. */
object Endless { // covered by: stays*, first*, late, given
    fun stays(rounds: Semaphore) {
        while (true) { // covered by: stays*, late, given
            round(rounds) // covered by: stays*, late, given
        }
    }

    fun first(): Int {
        return 1 // covered by: first*
    }
}

private fun round(rounds: Semaphore) {
    rounds.release() // covered by: stays*, late, given
    Thread.yield() // covered by: stays*, late, given
} // covered by: stays*, late, given
