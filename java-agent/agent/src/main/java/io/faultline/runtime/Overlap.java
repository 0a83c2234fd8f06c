package io.faultline.runtime;

/**
 * What must happen before a second test may run beside another one.
 *
 * <p>Threads: any.
 */
public interface Overlap {
    /** Nothing happens: rows of such tests hold each other's hits and are marked. */
    Overlap IGNORED = new Overlap() {
        @Override
        public boolean isPrepared() {
            return true;
        }

        @Override
        public void prepare() {}
    };

    /** Is there nothing to wait for? Cost: one read. */
    boolean isPrepared();

    /** Returns when all is done that can be. Call it without a lock that a class being loaded may need. */
    void prepare();
}
