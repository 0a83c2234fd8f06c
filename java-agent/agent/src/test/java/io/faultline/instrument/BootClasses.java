package io.faultline.instrument;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Field;
import java.util.function.IntConsumer;
import java.util.function.ObjIntConsumer;

/**
 * Defines the classes in {@code java.lang} that instrumented code refers to, in the JVM of the tests.
 *
 * <p>In production the native library defines them. Here a trusted look-up does, so that these tests need no native
 * build.
 */
final class BootClasses {
    /** A chunk number not used elsewhere in this JVM. */
    static final int CHUNK = 1_000_000;

    static final int CHUNK_SIZE = 1 << 22;

    private static final byte[] HITS = hitsOfChunk();
    private static int nextBase;

    private BootClasses() {}

    /** The table of all threads, created on first use with the chunk in it. */
    private static final class Table {
        static final byte[][][] ONE = table();
    }

    /** The hits of {@link #CHUNK}. */
    static byte[] hits() {
        return HITS;
    }

    /** Returns the first byte of an unused range of {@code bytes} hits. */
    static synchronized int allocate(int bytes) {
        int base = nextBase;
        nextBase += (bytes + 63) / 64 * 64;
        if (nextBase > CHUNK_SIZE) {
            throw new IllegalStateException("the tests' chunk is full");
        }
        return base;
    }

    /** Sets the function called by {@code enter}, {@code exit} and, as an exit, {@code failed}; null for none. */
    static void onInitialiser(IntConsumer initialiser) throws ReflectiveOperationException {
        ObjIntConsumer<Object> failures = initialiser == null ? null : (thrown, id) -> initialiser.accept(~id);
        main().getField("failures").set(null, failures);
        main().getField("initialiser").set(null, initialiser);
    }

    static Class<?> main() {
        return define(Trampolines.MAIN, Trampolines.main());
    }

    private static void outcomes() {
        try {
            byte[] pattern = pattern(Trampolines.outcomesResource());
            define(Trampolines.outcomesName(), Trampolines.outcomes(pattern))
                    .getMethod("prepare")
                    .invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] hitsOfChunk() {
        main();
        outcomes();
        try {
            byte[] chunk = Trampolines.chunk(CHUNK, CHUNK_SIZE);
            Class<?> cells = cell();
            cells.getField("threads").set(null, ThreadLocal.withInitial(() -> cell(cells, Table.ONE)));
            return (byte[])
                    define(Trampolines.chunkName(CHUNK), chunk).getField("hits").get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the class of cells. */
    static Class<?> cell() {
        return define(Trampolines.cellName(), Trampolines.cell(pattern(Trampolines.cellResource())));
    }

    /** A table in which the chunk replaces itself for every thread. */
    private static byte[][][] table() {
        byte[][] table = new byte[CHUNK + 1][];
        table[CHUNK] = HITS;
        return new byte[][][] {table};
    }

    /** Creates a cell with that table. */
    static Object cell(Class<?> cells, byte[][][] table) {
        try {
            Object cell = cells.getConstructor().newInstance();
            cells.getField("table").set(cell, table);
            return cell;
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static byte[] pattern(String resource) {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(resource)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Class<?> define(String internalName, byte[] bytes) {
        try {
            return Class.forName(internalName.replace('/', '.'), false, null);
        } catch (ClassNotFoundException absent) {
            try {
                return trusted().in(Object.class).defineClass(bytes);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** Uses Unsafe by reflection, because the compiler warns about internal classes. */
    private static MethodHandles.Lookup trusted() throws ReflectiveOperationException {
        Class<?> type = Class.forName("sun.misc.Unsafe");
        Field field = type.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Object unsafe = field.get(null);
        Field trusted = MethodHandles.Lookup.class.getDeclaredField("IMPL_LOOKUP");
        Object base = type.getMethod("staticFieldBase", Field.class).invoke(unsafe, trusted);
        Object offset = type.getMethod("staticFieldOffset", Field.class).invoke(unsafe, trusted);
        return (MethodHandles.Lookup)
                type.getMethod("getObject", Object.class, long.class).invoke(unsafe, base, offset);
    }
}
