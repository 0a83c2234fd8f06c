package org.example

import java.util.concurrent.Executors
import java.util.concurrent.Semaphore
import kotlinx.coroutines.GlobalScope
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.async
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withTimeoutOrNull
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Assertions.assertNotNull
import org.junit.jupiter.api.MethodOrderer
import org.junit.jupiter.api.Test
import org.junit.jupiter.api.TestMethodOrder

/** The test fails by an assertion about a coroutine that it wrote, which goes on. */
@TestMethodOrder(MethodOrderer.MethodName::class)
class OrNullTest {
    @Test
    fun a() {
        val late = Executors.newSingleThreadExecutor { Thread(it, "given").apply { isDaemon = true } }
        val job = GlobalScope.async(late.asCoroutineDispatcher()) { Endless.stays(ROUNDS) }
        assertNotNull(runBlocking { withTimeoutOrNull(1000) { job.await() } })
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
