package io.faultline.instrument;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** Classes with probes only at lines copied from other classes. */
class CopiesTest {
    private static final String SOURCE = String.join(
            "\n",
            "public class Main {",
            "    static int set;",
            "    static { set = 1; }",
            "    static int copied(int n) {",
            "        int twice = 2 * n;",
            "        if (n > 1) {",
            "            return twice;",
            "        }",
            "        return n;",
            "    }",
            "    static int own(int n) {",
            "        return n + set;",
            "    }",
            "    public static void main(String[] a) {",
            "        System.out.println(copied(5) + own(1));",
            "    }",
            "}");

    /** Lines 6 and 7 are copies of 20 and 21 of {@code org.x.UtilKt}, line 9 of its 22, line 12 of Kotlin's library. */
    private static final String SMAP = String.join(
            "\n",
            "SMAP",
            "Main.kt",
            "Kotlin",
            "*S Kotlin",
            "*F",
            "+ 1 Main.kt",
            "Main",
            "+ 2 Util.kt",
            "org/x/UtilKt",
            "+ 3 L.kt",
            "kotlin/LKt",
            "*L",
            "1#1,5:1",
            "20#2,2:6",
            "22#2:9,1",
            "9#3:12",
            "*S KotlinDebug",
            "*F",
            "+ 1 Main.kt",
            "Main",
            "*L",
            "4#1:6,4",
            "*E",
            "");

    private static final Map<String, int[]> LINES = Collections.singletonMap("org/x/UtilKt", new int[] {20, 21});

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void onlyTheCopiesOfLinesThatCountAreMarkedAndTheCodeDoesWhatItDid(boolean scoped) throws Exception {
        OpenClass open = OpenClass.copies(main(SMAP), SourceMap.of(SMAP), LINES);
        assertArrayEquals(new int[] {6, 7}, open.plan.lines);
        assertEquals(List.of("copied", "<clinit>"), methods(open.plan));
        int base = BootClasses.allocate(3);
        List<Integer> calls = new ArrayList<>();
        BootClasses.onInitialiser(calls::add);
        try {
            byte[] probed = open.instrument(77, BootClasses.CHUNK, base, scoped);
            assertEquals(
                    "12",
                    Run.output(new Probed(Map.of("Main", probed), Probes.NONE), "Main")
                            .trim());
        } finally {
            BootClasses.onInitialiser(null);
        }
        assertEquals(List.of(77, ~77), calls);
        assertEquals(1, BootClasses.hits()[base]);
        assertEquals(1, BootClasses.hits()[base + 1]);
    }

    @Test
    void aClassWithoutSuchLinesHasNothingToRecord() throws Exception {
        byte[] classFile = main(SMAP);
        Map<String, int[]> other = new HashMap<>();
        other.put("org/x/UtilKt", new int[] {1, 99});
        assertThrows(Refused.class, () -> OpenClass.copies(classFile, SourceMap.of(SMAP), other));
        assertThrows(Refused.class, () -> OpenClass.copies(classFile, SourceMap.of("SMAP\n*E\n"), LINES));
    }

    @Test
    void detailsAreThoseOfTheCopies() throws Exception {
        ClassDetails details =
                OpenClass.copies(main(SMAP), SourceMap.of(SMAP), LINES).details();
        assertEquals(SMAP, details.debug);
        assertEquals(0, details.slots.length);
    }

    @Test
    void aMapNamesTheClassesThatLinesAreOf() {
        assertEquals(
                Set.of("Main", "kotlin/LKt", "org/x/UtilKt"), SourceMap.of(SMAP).classes());
        assertEquals(
                Set.of("Main", "kotlin/LKt", "org/x/UtilKt"),
                SourceMap.of(SMAP.replace("\n", "\r\n")).classes());
    }

    @Test
    void whatDoesNotParseMapsNothing() {
        for (String text : new String[] {
            "",
            "*S Kotlin",
            "*S Kotlin\n*F\n+ 2",
            "*S Kotlin\n*F\n+ x Util.kt\norg/x/UtilKt\n*L\n20#2,2:6",
            "*S Kotlin\n*F\n+ 2 Util.kt\norg/x/UtilKt\n*L\n20#2,2\n#:\n:\n20:6\n1#2,x:6\n99999999999#2:6\n"
        }) {
            assertFalse(SourceMap.of(text).isCopyOf(LINES, 6), text);
        }
        String large = "*S Kotlin\n*F\n+ 2 Util.kt\norg/x/UtilKt\n*L\n20#2,2147483647:6,2147483647";
        assertTrue(SourceMap.of(large).isCopyOf(LINES, 6));
        assertFalse(SourceMap.of(large).isCopyOf(LINES, 5));
    }

    private static List<String> methods(ClassPlan plan) {
        List<String> names = new ArrayList<>();
        for (int at = 0; at < plan.methods.length; at += 2) {
            names.add(plan.methods[at]);
        }
        return names;
    }

    private static byte[] main(String smap) throws Exception {
        ClassReader reader = new ClassReader(Compilation.of("Main", SOURCE, 8).get("Main"));
        ClassWriter writer = new ClassWriter(0);
        ClassVisitor withMap = new ClassVisitor(Opcodes.ASM9, writer) {
            @Override
            public void visitSource(String source, String debug) {
                super.visitSource("Main.kt", smap);
            }
        };
        reader.accept(withMap, 0);
        return writer.toByteArray();
    }
}
