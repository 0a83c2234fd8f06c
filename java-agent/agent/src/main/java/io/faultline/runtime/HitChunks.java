package io.faultline.runtime;

/**
 * The dense arrays that probes write to, allocated in ranges.
 *
 * <p>Shape: chunk {@code n} is a {@code byte[]} in a separate class; ranges start at multiples of 64, so that the core
 * reads whole blocks. Threads: any.
 */
public final class HitChunks {
    /** Bytes of a chunk, unless one class needs more. */
    public static final int CHUNK = 32_768;

    private static final int BLOCK = 64;

    /** Creates chunks. */
    public interface Source {
        /**
         * Creates a chunk of {@code size} bytes, reachable from instrumented code and registered with the core.
         *
         * @return false if the JVM refuses; the number is then requested again
         */
        boolean define(int chunk, int size);
    }

    /** A part of a chunk that belongs to a class. */
    public static final class Range {
        public final int chunk;
        public final int base;

        Range(int chunk, int base) {
            this.chunk = chunk;
            this.base = base;
        }
    }

    private final Source source;
    private int chunks;
    private int chunk = -1;
    private int next;
    private int end;

    public HitChunks(Source source) {
        this.source = source;
    }

    /**
     * Reserves {@code bytes} bytes.
     *
     * @return the range, or null if no further chunk could be created
     */
    public synchronized Range allocate(int bytes) {
        int rounded = (bytes + BLOCK - 1) & -BLOCK;
        if (chunk < 0 || rounded > end - next) {
            if (rounded > CHUNK) {
                // A separate chunk; the current one is still filled.
                int own = define(rounded);
                return own < 0 ? null : new Range(own, 0);
            }
            int fresh = define(CHUNK);
            if (fresh < 0) {
                return null;
            }
            chunk = fresh;
            next = 0;
            end = CHUNK;
        }
        Range range = new Range(chunk, next);
        next += rounded;
        return range;
    }

    private int define(int size) {
        return source.define(chunks, size) ? chunks++ : -1;
    }
}
