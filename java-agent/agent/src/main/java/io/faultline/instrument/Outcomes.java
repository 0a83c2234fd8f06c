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
 * Marks outcomes of conditions, switches and calls. Instrumented code calls a copy of this class with a name in {@code
 * java.lang} ({@link Trampolines#outcomes}), so this class uses only itself and the JDK, and creates no objects.
 *
 * <p>Never runs application code and never waits: whether an object is empty is only asked of JDK classes that answer
 * from their own fields without a lock.
 */
public final class Outcomes {
    private Outcomes() {}

    /** Receives outcomes of conditions and switches that are new in their arrays; null if not requested. */
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

    // ---- conditions: slot 0 not taken, slot 1 taken

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

    // ---- switches: a slot for each key, then the default

    /** Encodes ascending keys as a constant, two characters each. */
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

    // ---- results of calls

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

    /** Marks {@code slot}: a call threw. Below 0: no call was running. */
    public static void threw(byte[] hits, int slot) {
        if (slot >= 0) {
            hits[slot] = 1;
        }
    }

    /** Loads all classes needed here, while loading is still harmless. */
    public static void prepare() {
        byte[] hits = new byte[4];
        for (Object value : new Object[] {
            "",
            new int[0],
            hits,
            new Object(),
            Optional.empty(),
            Collections.unmodifiableCollection(new ArrayList<Object>()),
            Collections.unmodifiableMap(new HashMap<Object, Object>()),
            Collections.emptyList(),
            Collections.emptyMap()
        }) {
            gave(value, hits, 0);
        }
        gave(-1.0F, hits, 0);
        gave(-1L, hits, 0);
        gave(-1, hits, 0);
        choose(1, "\0\1", hits, 0);
    }

    /** Returns 1 if empty, 2 if not empty, 3 if unknown. */
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

    /** Whether a class is a non-public JDK class that stores its content directly. */
    private static boolean isPlain(String name) {
        return name.startsWith("java.util.Collections$Empty")
                || name.startsWith("java.util.Collections$Singleton")
                || name.equals("java.util.Arrays$ArrayList")
                || name.startsWith("java.util.ImmutableCollections$List")
                || name.startsWith("java.util.ImmutableCollections$Set")
                || name.startsWith("java.util.ImmutableCollections$Map");
    }
}
