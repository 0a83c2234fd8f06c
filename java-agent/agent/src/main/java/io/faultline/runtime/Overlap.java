package io.faultline.runtime;

/**
 * Prepares a JVM for running several tests at the same time.
 *
 * <p>Threads: any.
 */
public interface Overlap {
    /** Prepares nothing: rows of such tests contain each other's hits and are marked. */
    Overlap IGNORED = new Overlap() {
        @Override
        public boolean isPrepared() {
            return true;
        }

        @Override
        public void prepare() {}
    };

    /** Whether preparation is complete. Cost: one read. */
    boolean isPrepared();

    /** Prepares as far as possible. Must be called without locks that class loading may need. */
    void prepare();
}
