package io.faultline.mutants.worker;

/** Memory kept back for the moment at which there is none: what is needed to write down what happened. */
final class Reserve {
    private static final int SIZE = 4 << 20;

    private byte[] kept = new byte[SIZE];

    void release() {
        kept = null;
    }

    /** Keeps back as much again; false where there is not as much. */
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
