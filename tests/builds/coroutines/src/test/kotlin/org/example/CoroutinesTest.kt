package org.example

import java.util.concurrent.CountDownLatch
import java.util.concurrent.CyclicBarrier
import java.util.concurrent.TimeUnit
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.asExecutor
import kotlinx.coroutines.async
import kotlinx.coroutines.awaitAll
import kotlinx.coroutines.channels.Channel
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.collect
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.flow.flowOn
import kotlinx.coroutines.launch
import kotlinx.coroutines.runBlocking
import kotlinx.coroutines.withContext
import kotlinx.coroutines.yield
import org.junit.jupiter.api.AfterEach
import org.junit.jupiter.api.BeforeEach
import org.junit.jupiter.api.Test

/** Coroutines share threads and run for the test that launched them, whoever resumes them. */
class CoroutinesTest {
    @BeforeEach
    @AfterEach
    fun meet() {
        ALL.await(60, TimeUnit.SECONDS)
    }

    @Test
    fun default() = runBlocking<Unit> {
        (1..40).map { async(Dispatchers.Default) { delay(1); Work.default(); yield(); Work.default() } }.awaitAll()
    }

    @Test
    fun io() = runBlocking<Unit> {
        repeat(40) { withContext(Dispatchers.IO) { delay(1); Work.io() } }
    }

    @Test
    fun unconfined() = runBlocking<Unit> {
        (1..40).map { async(Dispatchers.Unconfined) { delay(1); Work.unconfined() } }.awaitAll()
    }

    @Test
    fun limited() {
        val done = CountDownLatch(40)
        repeat(40) {
            LIMITED.asExecutor().execute {
                Work.limited()
                done.countDown()
            }
        }
        done.await()
    }

    @Test
    fun flow() = runBlocking<Unit> {
        val numbers = flow { repeat(20) { Work.flow(); emit(it); delay(1) } }.flowOn(Dispatchers.IO)
        withContext(LIMITED) { numbers.collect { Work.flow() } }
    }

    @Test
    fun sender() = runBlocking<Unit> {
        launch(Dispatchers.Unconfined) {
            for (i in 1..40) {
                Work.sender()
                CHANNEL.send(i)
                Work.sender()
            }
            CHANNEL.close()
        }.join()
    }

    @Test
    fun receiver() = runBlocking<Unit> {
        launch(Dispatchers.Unconfined) {
            for (i in CHANNEL) {
                Work.receiver()
            }
        }.join()
    }

    /** What a sequence computes is of whoever asks for it. */
    @Test
    fun sequence() {
        NUMBERS.take(3).forEach { it.run() }
    }

    companion object {
        private val ALL = CyclicBarrier(8)
        private val CHANNEL = Channel<Int>()
        private val LIMITED = Dispatchers.Default.limitedParallelism(1)
        private val NUMBERS = sequence {
            while (true) {
                Work.sequence()
                yield(Runnable { Work.sequence() })
            }
        }
    }
}
