package io.faultline.runtime;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ObjIntConsumer;

/**
 * The conditions of each test as it went on: told of an outcome when it is marked in an array that does not have it yet, it adds
 * that to the test for which the array is.
 *
 * <p>What initialisers, fixtures and nobody bring about is in no path. Called in the application's code, so no error leaves but a
 * request to stop the thread. Cost: once per outcome and test. Threads: any.
 */
public final class Paths implements ObjIntConsumer<byte[]> {
    /** Initialisers that run while threads are not told apart: what runs meanwhile is theirs. */
    private static final AtomicInteger INITIALISERS = new AtomicInteger();

    @Override
    public void accept(byte[] hits, int at) {
        try {
            Context owner = Scopes.areApart() ? Scopes.here().now() : INITIALISERS.get() > 0 ? null : Scopes.latest();
            if (owner != null) {
                owner.step(hits, at);
            }
        } catch (ThreadDeath death) {
            throw death;
        } catch (Throwable ours) {
            // A step of a path is lost, and nothing else.
        }
    }

    /** An initialiser begins, for whoever runs. */
    static void enter() {
        INITIALISERS.incrementAndGet();
    }

    /** It ends. */
    static void exit() {
        INITIALISERS.decrementAndGet();
    }
}
