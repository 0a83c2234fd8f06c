package io.faultline.evosuite.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.instrument.Compilation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

class LineProbesTest {
    private static final String SOURCE =
            """
            import java.util.function.Supplier;
            public class Target {
                static int n = start(); // starts
                static int start() {
                    return 3; // starts
                }
                final String text;
                Target(boolean yes) {
                    this(yes // makes
                            ? new StringBuilder(yes ? "a" : "b").append(n) // makes
                            : new StringBuilder("no"));
                } // makes
                Target(StringBuilder text) { // makes
                    this.text = text.toString(); // makes
                } // makes
                public static void make() {
                    new Target( // makes
                            true);
                } // makes
                public static void fail() {
                    int[] none = new int[0]; // fails
                    try {
                        none[0] = 1; // fails
                        n = 9;
                    } catch (ArrayIndexOutOfBoundsException e) { // fails
                        n = 2; // fails
                        throw e; // fails
                    } finally {
                        n++; // fails
                    } // fails
                }
                public static void choose() {
                    for (int i = 0; i < 2; i++) { // chooses
                        switch (i + "x") { // chooses
                            case "0x":
                                n--; // chooses
                                break; // chooses
                            case "7x":
                                n = 7;
                                break;
                            default:
                                Supplier<Integer> later = () -> // chooses
                                        n + 1; // chooses
                                later.get(); // chooses
                        }
                    }
                } // chooses
                public static void nothing() {
                } // nothing
            }
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {8, 11, 17})
    void everyLineThatRunsIsHitAndNoOther(int release) throws ReflectiveOperationException {
        Probed probed = Probed.compile(folder, "Target", SOURCE, release);
        for (String[] run :
                new String[][] {{"make", "makes"}, {"fail", "fails"}, {"choose", "chooses"}, {"nothing", "nothing"}}) {
            var wanted = Probed.marked(SOURCE, run[1]);
            if (run[0].equals("make")) {
                wanted.addAll(Probed.marked(SOURCE, "starts")); // the class is initialised in front of the first test
            }
            assertEquals(wanted, probed.run("Target", run[0]), run[0]);
        }
    }

    @Test
    void aLineOfTwoMethodsIsASlotOfEach() {
        Probed probed =
                Probed.compile(folder, "Target", "public class Target { int a = 1; Target() {} Target(int b) {} }", 17);
        assertEquals(2, probed.slots());
    }

    @Test
    void linesThatBeginAtOneInstructionAreAllHit() throws ReflectiveOperationException {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, "Both", null, "java/lang/Object", null);
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "run", "()V", null, null);
        code.visitCode();
        Label here = new Label();
        code.visitLabel(here);
        code.visitLineNumber(3, here);
        code.visitLineNumber(8, here);
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        code.visitEnd();
        writer.visitEnd();
        assertEquals(
                Set.of(3, 8), Probed.of(Map.of("Both", writer.toByteArray())).run("Both", "run"));
    }

    @Test
    void aMethodWithoutRoomForAProbeAtEachLineHasThoseThatTheRecordingAgentHas() throws ReflectiveOperationException {
        StringBuilder source = new StringBuilder("public class Target {\npublic static void run() {\nint n = 0;\n");
        int lines = 9000;
        for (int line = 0; line < lines; line++) {
            source.append("n++;\n");
        }
        Probed probed = Probed.compile(folder, "Target", source + "}\n}\n", 17);
        Set<Integer> hit = probed.run("Target", "run");
        assertTrue(hit.containsAll(IntStream.range(3, 3 + lines).boxed().toList()));
    }

    @Test
    void whatFollowsTheCaughtFailureOfAnInitialiserIsTheTests() throws ReflectiveOperationException {
        String source =
                """
                public class Target {
                    static class Broken {
                        static int value = Integer.parseInt("twelve"); // broken
                    }
                    public static void run() {
                        try {
                            System.out.println(Broken.value); // runs
                        } catch (LinkageError e) { // runs
                            e.getCause(); // runs
                        }
                    } // runs
                }
                """;
        Probed probed = Probed.compile(folder, "Target", source, 17);
        Class<?> target = Class.forName("Target", true, probed);
        Hits.begin();
        Hits.own();
        target.getMethod("run").invoke(null);
        assertEquals(Probed.marked(source, "runs"), probed.lines(Hits.end()));
        assertEquals(
                Probed.marked(source, "broken"),
                probed.lines(Probed.withInitialisers(new long[probed.sight().words()])));
    }

    @Test
    void aMethodThatLostItsLinesKeepsNoOtherFromItsProbes() throws ReflectiveOperationException, IOException {
        Map<String, byte[]> classes = Compilation.of("Target", SOURCE, 11);
        Probed probed = Probed.of(classes, LineProbesTest::withoutLinesOfInitialisers);
        Set<Integer> wanted = Probed.marked(SOURCE, "nothing");
        wanted.add(5); // line 3 lost its number, and calls it
        assertEquals(wanted, probed.run("Target", "nothing"));
        assertTrue(probed.isTouched("Target"));
    }

    /** Changes a class like EvoSuite without our patch. */
    private static byte[] withoutLinesOfInitialisers(byte[] classFile) {
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(classFile)
                .accept(
                        new ClassVisitor(Opcodes.ASM9, writer) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] exceptions) {
                                MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
                                return !name.equals("<clinit>")
                                        ? next
                                        : new MethodVisitor(Opcodes.ASM9, next) {
                                            @Override
                                            public void visitLineNumber(int line, Label start) {}
                                        };
                            }
                        },
                        0);
        return writer.toByteArray();
    }

    @Test
    void everyClassOfALargeLibraryIsStillVerified() throws IOException, ClassNotFoundException {
        Path jar = Path.of(ClassReader.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath());
        Map<String, byte[]> classFiles = new HashMap<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            for (Enumeration<JarEntry> entries = file.entries(); entries.hasMoreElements(); ) {
                JarEntry entry = entries.nextElement();
                if (entry.getName().endsWith(".class") && !entry.getName().equals("module-info.class")) {
                    String name = entry.getName().replace('/', '.');
                    classFiles.put(
                            name.substring(0, name.length() - 6),
                            file.getInputStream(entry).readAllBytes());
                }
            }
        }
        Probed probed = Probed.of(classFiles);
        assertTrue(probed.slots() > 3000);
        for (String name : classFiles.keySet()) {
            // Initialised, and therefore linked and verified.
            assertEquals(probed, Class.forName(name, true, probed).getClassLoader());
        }
    }
}
