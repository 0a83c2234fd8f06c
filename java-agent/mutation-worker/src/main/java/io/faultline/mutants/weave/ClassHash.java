package io.faultline.mutants.weave;

/** FNV-1a 64 hash of a class file; identifies classes in recordings. */
public final class ClassHash {
    private static final long OFFSET = 0xcbf29ce484222325L;
    private static final long PRIME = 0x100000001b3L;

    private ClassHash() {}

    /** Returns the hash of {@code bytes}. */
    public static long of(byte[] bytes) {
        long hash = OFFSET;
        for (byte next : bytes) {
            hash = (hash ^ (next & 0xFF)) * PRIME;
        }
        return hash;
    }
}
