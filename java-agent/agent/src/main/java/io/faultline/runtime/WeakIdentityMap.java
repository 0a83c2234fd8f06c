package io.faultline.runtime;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.HashMap;
import java.util.Map;

/**
 * A map by identity with weak keys.
 *
 * <p>Keys are objects of the application (class loaders, code sources, tasks), whose {@code equals} and {@code
 * hashCode} must not run here. Null, the boot loader, is a key too. Threads: any.
 */
public final class WeakIdentityMap<K, V> {
    private static final Object NULL = new Object();

    private final Map<Object, V> map = new HashMap<>();
    private final ReferenceQueue<Object> dead = new ReferenceQueue<>();

    /** Returns the value of a key, or null. */
    public synchronized V get(K key) {
        return map.get(new Probe(key == null ? NULL : key));
    }

    /** Sets the value of a key; removes entries of collected keys. */
    public synchronized void put(K key, V value) {
        for (Reference<?> gone = dead.poll(); gone != null; gone = dead.poll()) {
            map.remove(gone);
        }
        map.put(new Key(key == null ? NULL : key, dead), value);
    }

    private static final class Key extends WeakReference<Object> {
        private final int hash;

        Key(Object key, ReferenceQueue<Object> queue) {
            super(key, queue);
            hash = System.identityHashCode(key);
        }

        @Override
        public int hashCode() {
            return hash;
        }

        @Override
        public boolean equals(Object other) {
            if (this == other) {
                return true;
            }
            Object mine = get();
            return mine != null && other instanceof Key && ((Key) other).get() == mine;
        }
    }

    /** A strong stand-in for look-ups, with an {@code equals} that the map calls. */
    private static final class Probe {
        private final Object key;

        Probe(Object key) {
            this.key = key;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(key);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).get() == key;
        }
    }
}
