package org.example

import java.util.concurrent.Executors
import java.util.concurrent.Semaphore
import kotlinx.coroutines.GlobalScope
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.async
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeout
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.MethodOrderer
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestMethodOrder

/** A coroutine of another scope goes on, and the exception was made by the library's own thread. */
@TestMethodOrder(MethodOrderer.MethodName::class)
class WithTimeoutTest {
    @Test
    fun a() {
        val late = Executors.newSingleThreadExecutor { Thread(it, "late").apply { isDaemon = true } }
        val job = GlobalScope.async(late.asCoroutineDispatcher()) { Endless.stays(ROUNDS) }
        runBlocking { withTimeout(1000) { job.await() } }
    }

    @Test
    fun b() {
        ROUNDS.drainPermits()
        ROUNDS.acquire(3)
        assertEquals(1, Endless.first())
    }

    private companion object {
        val ROUNDS = Semaphore(0)
    }
}
