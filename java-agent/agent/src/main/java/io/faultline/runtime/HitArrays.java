package io.faultline.runtime;

import java.util.Arrays;

/**
 * Arrays that replace chunks while threads are told apart: created on demand and reused.
 *
 * <p>Threads: any. Memory: at most {@link #SPARES} unused arrays per chunk.
 */
final class HitArrays {
    private static final int SPARES = 32;

    private static int[] sizes = new int[16];
    private static byte[][][] spares = new byte[16][][];
    private static int[] counts = new int[16];
    private static byte[][] discarding = new byte[16][];
    private static byte[][] shared = new byte[16][];

    private HitArrays() {}

    /** Sets the size of a chunk, before any probe uses it. */
    static synchronized void define(int chunk, int size) {
        if (chunk >= sizes.length) {
            int length = Math.max(2 * sizes.length, chunk + 1);
            sizes = Arrays.copyOf(sizes, length);
            spares = Arrays.copyOf(spares, length);
            counts = Arrays.copyOf(counts, length);
            discarding = Arrays.copyOf(discarding, length);
            shared = Arrays.copyOf(shared, length);
        }
        sizes[chunk] = size;
    }

    /** Sets the shared chunk itself. */
    static synchronized void share(int chunk, byte[] hits) {
        shared[chunk] = hits;
    }

    /** Returns the shared chunks, by number. */
    static synchronized byte[][] shared() {
        return shared.clone();
    }

    /** Returns a cleared array for a chunk. */
    static synchronized byte[] take(int chunk) {
        return counts[chunk] > 0 ? spares[chunk][--counts[chunk]] : new byte[sizes[chunk]];
    }

    /** Returns an array for a chunk whose hits are discarded. */
    static synchronized byte[] discarding(int chunk) {
        if (discarding[chunk] == null) {
            discarding[chunk] = new byte[sizes[chunk]];
        }
        return discarding[chunk];
    }

    /** Returns cleared arrays for reuse, by chunk. */
    static synchronized void give(byte[][] hits) {
        for (int chunk = 0; chunk < hits.length; chunk++) {
            if (hits[chunk] == null || counts[chunk] == SPARES) {
                continue;
            }
            if (spares[chunk] == null) {
                spares[chunk] = new byte[SPARES][];
            }
            spares[chunk][counts[chunk]++] = hits[chunk];
        }
    }
}
