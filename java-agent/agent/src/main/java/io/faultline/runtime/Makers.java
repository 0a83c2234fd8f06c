package io.faultline.runtime;

/**
 * Records the creators of threads that inherited no thread locals, from calls woven into the constructors of {@code
 * Thread} once threads are told apart.
 *
 * <p>Threads: any. Memory: keeps no thread alive.
 */
final class Makers {
    private static final WeakIdentityMap<Thread, Context> OWNERS = new WeakIdentityMap<>();

    private Makers() {}

    /** Notes that the thread at {@code maker} created a thread. */
    static void made(Thread thread, Place maker) {
        if (maker.takeInherited()) {
            return;
        }
        Context owner = maker.handOn();
        // A worker created by a worker before stacks were examined may also run an older task.
        if (owner != Context.NOBODY || Elders.areKnown()) {
            OWNERS.put(thread, owner);
        }
    }

    /** Returns the owner for a thread that inherited nothing; null if it is older than telling threads apart. */
    static Context of(Thread thread) {
        return OWNERS.get(thread);
    }
}
