package io.faultline.runtime;

/**
 * Who made each thread that inherited no thread locals: calls woven into the constructors of {@code Thread} arrive
 * here once threads are told apart.
 *
 * <p>Threads: any. Memory: keeps no thread alive.
 */
final class Makers {
    private static final WeakIdentityMap<Thread, Context> OWNERS = new WeakIdentityMap<>();

    private Makers() {}

    /** The thread at {@code maker} has made one. */
    static void made(Thread thread, Place maker) {
        if (maker.takeInherited()) {
            return;
        }
        Context owner = maker.handOn();
        // A worker that a worker made while nobody had looked at the threads yet may be in a task from before, too.
        if (owner != Context.NOBODY || Elders.areKnown()) {
            OWNERS.put(thread, owner);
        }
    }

    /** For whom a thread runs that inherited nothing; null when it is older than telling threads apart. */
    static Context of(Thread thread) {
        return OWNERS.get(thread);
    }
}
