package io.faultline.mutants.worker;

/** A memory reserve, released when memory runs out so that the result can still be written. */
final class Reserve {
    private static final int SIZE = 4 << 20;

    private byte[] kept = new byte[SIZE];

    void release() {
        kept = null;
    }

    /** Allocates the reserve again; false if memory is still short. */
    boolean renew() {
        if (kept == null) {
            try {
                kept = new byte[SIZE];
            } catch (OutOfMemoryError still) {
                return false;
            }
        }
        return true;
    }
}
