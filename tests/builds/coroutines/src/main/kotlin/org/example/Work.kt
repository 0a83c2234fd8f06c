package org.example

/** A line for each test. */
object Work { // covered by: *
    fun default() {
        print("") // covered by: default
    } // covered by: default

    fun io() {
        print("") // covered by: io
    } // covered by: io

    fun unconfined() {
        print("") // covered by: unconfined
    } // covered by: unconfined

    fun limited() {
        print("") // covered by: limited
    } // covered by: limited

    fun flow() {
        print("") // covered by: flow
    } // covered by: flow

    fun sender() {
        print("") // covered by: sender
    } // covered by: sender

    fun receiver() {
        print("") // covered by: receiver
    } // covered by: receiver

    fun sequence() {
        print("") // covered by: sequence
    } // covered by: sequence
}
