package io.faultline.runtime;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ObjIntConsumer;

/**
 * Records the path of each test: the outcomes of its conditions, in the order in which they were first marked in its
 * arrays.
 *
 * <p>Outcomes of initialisers, fixtures and code without owner are not in any path. Called inside application code, so
 * no error leaves except a request to stop the thread. Cost: once per outcome and test. Threads: any.
 */
public final class Paths implements ObjIntConsumer<byte[]> {
    /** Number of running initialisers while threads are not told apart; outcomes meanwhile belong to them. */
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

    /** Notes the start of an initialiser on any thread. */
    static void enter() {
        INITIALISERS.incrementAndGet();
    }

    /** Notes its end. */
    static void exit() {
        INITIALISERS.decrementAndGet();
    }
}
