package io.faultline.instrument;

import java.lang.reflect.Array;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ObjIntConsumer;

/**
 * Marks what a condition, a switch or a call came to. Instrumented code calls a copy of this class that has a name in
 * {@code java.lang} ({@link Trampolines#outcomes}); so it uses itself and the JDK, and makes nothing.
 *
 * <p>Never runs code of the application and never waits: an object is asked whether it is empty only where its class is one
 * of the JDK's that answers from its own fields, without a lock.
 */
public final class Outcomes {
    private Outcomes() {}

    /** Told when an outcome of a condition or switch comes about that its array does not have yet; null while nobody asks. */
    public static volatile ObjIntConsumer<byte[]> paths;

    private static void mark(byte[] hits, int at) {
        if (hits[at] == 0) {
            hits[at] = 1;
            ObjIntConsumer<byte[]> told = paths;
            if (told != null) {
                told.accept(hits, at);
            }
        }
    }

    // ---- conditions: slot 0 it goes on, slot 1 it jumps

    public static void eq(int value, byte[] hits, int slot) {
        mark(hits, value == 0 ? slot + 1 : slot);
    }

    public static void ne(int value, byte[] hits, int slot) {
        mark(hits, value != 0 ? slot + 1 : slot);
    }

    public static void lt(int value, byte[] hits, int slot) {
        mark(hits, value < 0 ? slot + 1 : slot);
    }

    public static void ge(int value, byte[] hits, int slot) {
        mark(hits, value >= 0 ? slot + 1 : slot);
    }

    public static void gt(int value, byte[] hits, int slot) {
        mark(hits, value > 0 ? slot + 1 : slot);
    }

    public static void le(int value, byte[] hits, int slot) {
        mark(hits, value <= 0 ? slot + 1 : slot);
    }

    public static void eq(int left, int right, byte[] hits, int slot) {
        mark(hits, left == right ? slot + 1 : slot);
    }

    public static void ne(int left, int right, byte[] hits, int slot) {
        mark(hits, left != right ? slot + 1 : slot);
    }

    public static void lt(int left, int right, byte[] hits, int slot) {
        mark(hits, left < right ? slot + 1 : slot);
    }

    public static void ge(int left, int right, byte[] hits, int slot) {
        mark(hits, left >= right ? slot + 1 : slot);
    }

    public static void gt(int left, int right, byte[] hits, int slot) {
        mark(hits, left > right ? slot + 1 : slot);
    }

    public static void le(int left, int right, byte[] hits, int slot) {
        mark(hits, left <= right ? slot + 1 : slot);
    }

    public static void eq(Object left, Object right, byte[] hits, int slot) {
        mark(hits, left == right ? slot + 1 : slot);
    }

    public static void ne(Object left, Object right, byte[] hits, int slot) {
        mark(hits, left != right ? slot + 1 : slot);
    }

    public static void absent(Object value, byte[] hits, int slot) {
        mark(hits, value == null ? slot + 1 : slot);
    }

    public static void present(Object value, byte[] hits, int slot) {
        mark(hits, value != null ? slot + 1 : slot);
    }

    // ---- switches: a slot for each key, then one for all others

    /** The keys, ascending, as a constant: two characters each. */
    static String keys(int[] cases) {
        char[] keys = new char[2 * cases.length];
        for (int at = 0; at < cases.length; at++) {
            keys[2 * at] = (char) (cases[at] >>> 16);
            keys[2 * at + 1] = (char) cases[at];
        }
        return new String(keys);
    }

    public static void choose(int key, String keys, byte[] hits, int slot) {
        int from = 0;
        int to = keys.length() / 2;
        int other = slot + to;
        while (from < to) {
            int middle = (from + to) >>> 1;
            int at = keys.charAt(2 * middle) << 16 | keys.charAt(2 * middle + 1);
            if (at == key) {
                mark(hits, slot + middle);
                return;
            }
            if (at < key) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        mark(hits, other);
    }

    // ---- what calls gave

    public static void gave(boolean value, byte[] hits, int slot) {
        hits[value ? slot + 1 : slot] = 1;
    }

    public static void gave(int value, byte[] hits, int slot) {
        hits[slot + 1 + Integer.signum(value)] = 1;
    }

    public static void gave(long value, byte[] hits, int slot) {
        hits[slot + 1 + Long.signum(value)] = 1;
    }

    public static void gave(float value, byte[] hits, int slot) {
        gave((double) value, hits, slot);
    }

    public static void gave(double value, byte[] hits, int slot) {
        hits[slot + (value < 0 ? 0 : value == 0 ? 1 : value > 0 ? 2 : 3)] = 1;
    }

    public static void gave(Object value, byte[] hits, int slot) {
        hits[slot + (value == null ? 0 : fullness(value))] = 1;
    }

    /** What {@code slot} says is so: a call threw. Below 0: none ran. */
    public static void threw(byte[] hits, int slot) {
        if (slot >= 0) {
            hits[slot] = 1;
        }
    }

    /** Loads all that is needed here, as long as loading does no harm. */
    public static void prepare() {
        byte[] hits = new byte[4];
        for (Object value : new Object[] {
            "", new int[0], hits, new Object(), Optional.empty(), Collections.unmodifiableCollection(new ArrayList<Object>()),
            Collections.unmodifiableMap(new HashMap<Object, Object>()), Collections.emptyList(), Collections.emptyMap()
        }) {
            gave(value, hits, 0);
        }
        gave(-1.0F, hits, 0);
        gave(-1L, hits, 0);
        gave(-1, hits, 0);
        choose(1, "\0\1", hits, 0);
    }

    /** 1 empty, 2 not empty, 3 neither can be said. */
    private static int fullness(Object value) {
        if (value instanceof String) {
            return ((String) value).isEmpty() ? 1 : 2;
        }
        if (value instanceof Collection) {
            return isPlain(value.getClass()) ? (((Collection<?>) value).isEmpty() ? 1 : 2) : 3;
        }
        if (value instanceof Map) {
            return isPlainMap(value.getClass()) ? (((Map<?, ?>) value).isEmpty() ? 1 : 2) : 3;
        }
        Class<?> type = value.getClass();
        if (type.isArray()) {
            return Array.getLength(value) == 0 ? 1 : 2;
        }
        if (type == Optional.class) {
            return ((Optional<?>) value).isPresent() ? 2 : 1;
        }
        if (type == OptionalInt.class) {
            return ((OptionalInt) value).isPresent() ? 2 : 1;
        }
        if (type == OptionalLong.class) {
            return ((OptionalLong) value).isPresent() ? 2 : 1;
        }
        if (type == OptionalDouble.class) {
            return ((OptionalDouble) value).isPresent() ? 2 : 1;
        }
        return 3;
    }

    private static boolean isPlain(Class<?> type) {
        return type == ArrayList.class
                || type == HashSet.class
                || type == LinkedHashSet.class
                || type == LinkedList.class
                || type == TreeSet.class
                || type == ArrayDeque.class
                || type == PriorityQueue.class
                || type == CopyOnWriteArrayList.class
                || type.getClassLoader() == null && isPlain(type.getName());
    }

    private static boolean isPlainMap(Class<?> type) {
        return type == HashMap.class
                || type == LinkedHashMap.class
                || type == TreeMap.class
                || type == ConcurrentHashMap.class
                || type.getClassLoader() == null && isPlain(type.getName());
    }

    /** Classes of the JDK that are not public and hold what is in them themselves. */
    private static boolean isPlain(String name) {
        return name.startsWith("java.util.Collections$Empty")
                || name.startsWith("java.util.Collections$Singleton")
                || name.equals("java.util.Arrays$ArrayList")
                || name.startsWith("java.util.ImmutableCollections$List")
                || name.startsWith("java.util.ImmutableCollections$Set")
                || name.startsWith("java.util.ImmutableCollections$Map");
    }
}
