package io.faultline.instrument;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The generated classes, defined under other names by a separate loader. */
class TrampolinesTest {
    private static Class<?> define(byte[] bytes) throws Exception {
        // Classes in java.lang can only be defined by the boot loader, so the package is replaced.
        var reader = new org.objectweb.asm.ClassReader(bytes);
        String renamed = reader.getClassName().replace("java/lang/", "made/by/");
        byte[] moved = Renaming.of(bytes, reader.getClassName(), renamed);
        return new ClassLoader(null) {
            Class<?> define() {
                return defineClass(null, moved, 0, moved.length);
            }
        }.define();
    }

    /** Chunks read a field of the main class during initialisation. */
    @BeforeAll
    static void defineTheMainClass() {
        BootClasses.main();
    }

    @Test
    void withoutFunctionsTheyDoNothing() throws Exception {
        Class<?> main = define(Trampolines.main());
        main.getMethod("enter", int.class).invoke(null, 1);
        main.getMethod("exit", int.class).invoke(null, 1);
        assertNull(main.getMethod("event", int.class, Object.class, Object.class, Object.class)
                .invoke(null, 1, "a", "b", "c"));
        String[] command = {"java"};
        assertSame(command, command(main).invoke(null, command, null, null));
    }

    @Test
    void theyCallTheFunctionsInTheirFields() throws Exception {
        Class<?> main = define(Trampolines.main());
        int[] seen = new int[2];
        IntConsumer initialiser = id -> seen[id < 0 ? 1 : 0] = id;
        Function<Object, Object> events = arguments -> Arrays.toString((Object[]) arguments);
        Function<Object[], String[]> commands = start -> new String[] {((String[]) start[0])[0], (String) start[2]};
        main.getField("initialiser").set(null, initialiser);
        main.getField("events").set(null, events);
        main.getField("commands").set(null, commands);
        main.getMethod("enter", int.class).invoke(null, 7);
        main.getMethod("exit", int.class).invoke(null, 7);
        assertArrayEquals(new int[] {7, ~7}, seen);
        assertEquals(
                "[3, a, b, null]",
                main.getMethod("event", int.class, Object.class, Object.class, Object.class)
                        .invoke(null, 3, "a", "b", null));
        assertArrayEquals(new String[] {"java", "/folder"}, (String[])
                command(main).invoke(null, new String[] {"java"}, null, "/folder"));
    }

    private static Method command(Class<?> main) throws Exception {
        return main.getMethod("command", String[].class, Object.class, Object.class);
    }

    @Test
    void anArrayThatAThreadHasNotIsAskedFor() throws Exception {
        byte[] there = new byte[8];
        byte[] asked = new byte[8];
        IntFunction<byte[]> before = scopes();
        BootClasses.main().getField("scopes").set(null, (IntFunction<byte[]>) chunk -> chunk == 3 ? asked : null);
        try {
            Class<?> cells = BootClasses.cell();
            Method at = define(Trampolines.chunk(3, 8)).getMethod("at", cells);
            assertSame(there, at.invoke(null, BootClasses.cell(cells, new byte[][][] {{null, null, null, there}})));
            assertSame(asked, at.invoke(null, BootClasses.cell(cells, new byte[][][] {{null, null, null, null}})));
            assertSame(asked, at.invoke(null, BootClasses.cell(cells, new byte[][][] {{null, null, null}})));
            assertSame(asked, at.invoke(null, BootClasses.cell(cells, new byte[][][] {{}})));
        } finally {
            BootClasses.main().getField("scopes").set(null, before);
        }
    }

    @SuppressWarnings("unchecked")
    private static IntFunction<byte[]> scopes() throws Exception {
        return (IntFunction<byte[]>) BootClasses.main().getField("scopes").get(null);
    }

    @Test
    void whatProbesCallIsShortEnoughToBeInlinedEverywhere() throws Exception {
        // Chunk numbers beyond the short constants have the longest code.
        byte[] cell = Trampolines.cell(BootClasses.pattern(Trampolines.cellResource()));
        for (byte[] bytes : List.of(Trampolines.chunk(40_000, 8), cell)) {
            for (var method : ClassLayout.read(bytes).methods) {
                if (!method.name.equals("<clinit>")) {
                    assertTrue(method.codeLength > 0 && method.codeLength <= 35, method.name + " " + method.codeLength);
                }
            }
        }
    }

    @Test
    void aChunkHasItsSize() throws Exception {
        Class<?> chunk = define(Trampolines.chunk(3, 100_000));
        assertEquals("made.by.$Faultline$C3", chunk.getName());
        assertEquals(100_000, ((byte[]) chunk.getField("hits").get(null)).length);
        assertTrue(Modifier.isFinal(chunk.getField("hits").getModifiers()));
    }
}
