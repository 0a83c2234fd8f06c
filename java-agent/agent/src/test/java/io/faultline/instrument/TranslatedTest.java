package io.faultline.instrument;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** Classes that a translator wrote, as Jasper does for JSP. */
class TranslatedTest {
    private static final String SOURCE = String.join(
            "\n",
            "public class Page {",
            "    static int half(int n) {",
            "        return n / 2;",
            "    }",
            "    static String show(int n) {",
            "        StringBuilder out = new StringBuilder();",
            "        out.append(\"half of \");",
            "        out.append(n);",
            "        out.append(half(n));",
            "        return out.toString();",
            "    }",
            "    static void release() {",
            "        System.gc();",
            "    }",
            "    public static void main(String[] a) {",
            "        System.out.println(show(6));",
            "        release();",
            "    }",
            "}");

    /** As Jasper writes it: without file where that is the one before, and with two lines for one. */
    private static final String SMAP = String.join(
            "\n",
            "SMAP",
            "Page.java",
            "JSP",
            "*S JSP",
            "*F",
            "+ 0 page.jsp",
            "page.jsp",
            "+ 1 head.jspf",
            "parts/head.jspf",
            "*L",
            "4:3",
            "1#1:7",
            "7#0,1:8,2",
            "*E",
            "");

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void onlyLinesOfAnotherFileAreMarkedAndTheCodeDoesWhatItDid(boolean scoped) throws Exception {
        byte[] classFile = page(SMAP);
        ClassPlan plan = Instrumenter.plan(classFile);
        assertArrayEquals(new int[] {3, 7, 8, 9}, plan.lines);
        int base = BootClasses.allocate(plan.slots() + 1);
        byte[] probed = Instrumenter.instrument(classFile, plan, 0, BootClasses.CHUNK, base, scoped);
        assertEquals(
                "half of 63",
                Run.output(new Probed(Map.of("Page", probed), Probes.NONE), "Page")
                        .trim());
        for (int slot = 0; slot < plan.slots(); slot++) {
            assertEquals(1, BootClasses.hits()[base + slot], "line " + plan.lines[slot]);
        }
    }

    @Test
    void methodsWithoutLinesOfAnotherFileAreNobodysWork() throws Exception {
        ClassPlan plan = Instrumenter.plan(page(SMAP));
        int release = List.of(plan.methods).indexOf("release") / 2;
        assertEquals(plan.firstSlot(release), plan.firstSlot(release + 1));
        assertEquals(0, plan.lost[release]);
    }

    @Test
    void linesStayIfTheMapHasNoneOfThem() throws Exception {
        int lines = Instrumenter.plan(page(null)).lines.length;
        for (String map : List.of(
                SMAP.replace(":3", ":30").replace(":7", ":70").replace(":8,2", ":80,2"),
                SMAP.replace("*S JSP", "*S Other"),
                SMAP.replace("\nJSP", "\nJava"),
                SMAP.replace("\nJSP", "\n"),
                "SMAP\nPage.java",
                "SMAP\nPage.java\nJSP\n*S JSP\n*L\n1:x\n:\n1,:3\n#:3\n",
                "")) {
            assertEquals(lines, Instrumenter.plan(page(map)).lines.length, map);
        }
    }

    @Test
    void aStepOfNoLinesIsOneLine() {
        SourceMap map = SourceMap.ofTranslated(SMAP.replace("7#0,1:8,2", "7#0,5:8,0"));
        assertTrue(map.has(8));
        assertEquals(
                List.of(3, 7, 8),
                List.of(3, 7, 8, 9, 10).stream().filter(map::has).toList());
    }

    @Test
    void theMapsOfKotlinAndJavaTranslateNothing() {
        for (String name : List.of("Kotlin", "Java", "")) {
            assertNull(SourceMap.ofTranslated(SMAP.replace("JSP", name)), name);
        }
        assertTrue(SourceMap.ofTranslated(SMAP.replace("\n", "\r")).has(3));
    }

    private static byte[] page(String smap) throws Exception {
        byte[] compiled = Compilation.of("Page", SOURCE, 8).get("Page");
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(compiled)
                .accept(
                        new ClassVisitor(Opcodes.ASM9, writer) {
                            @Override
                            public void visitSource(String source, String debug) {
                                super.visitSource(source, smap);
                            }
                        },
                        0);
        return writer.toByteArray();
    }
}
