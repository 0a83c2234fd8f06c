package io.faultline.instrument;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ByteVector;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceMethodVisitor;

/** The form of the resulting bytes, including parts that only debuggers and other tools read. */
class FormTest {
    private static byte[] probed(byte[] bytes) throws Refused {
        return Instrumenter.instrument(bytes, Instrumenter.plan(bytes), 7, 0, 64);
    }

    private static byte[] scoped(byte[] bytes) throws Refused {
        return Instrumenter.instrument(bytes, Instrumenter.plan(bytes), 7, 0, 64, true);
    }

    /** Returns the code of each method as text. */
    private static Map<String, String> texts(byte[] bytes) {
        Map<String, Textifier> printers = new TreeMap<>();
        new ClassReader(bytes)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(int access, String name, String d, String s, String[] e) {
                                printers.put(name, new Textifier());
                                return new TraceMethodVisitor(printers.get(name));
                            }
                        },
                        0);
        Map<String, String> texts = new TreeMap<>();
        printers.forEach((name, printer) -> {
            StringWriter out = new StringWriter();
            printer.print(new PrintWriter(out, true));
            texts.put(name, out.toString());
        });
        return texts;
    }

    @Test
    void theCodeIsThatOfTheSnapshots() throws Exception {
        String source = "class Shot {\n"
                + " static int one = Integer.parseInt(\"1\");\n"
                + " static int plain(int a) {\n  return a;\n }\n"
                + " static Object branching(boolean flag) {\n"
                + "  int count = 2;\n"
                + "  count++;\n"
                + "  return new Integer(flag ? count : 3);\n"
                + " }\n"
                + " static int looping(int left) {\n"
                + "  while (left > 0) {\n"
                + "   left--;\n"
                + "  }\n"
                + "  return left;\n"
                + " }\n"
                + "}\n";
        byte[] bytes = Compilation.of("Shot", source, 8).get("Shot");
        assertIsSnapshot("snapshots.txt", texts(probed(bytes)));
        assertIsSnapshot("snapshots-scoped.txt", texts(scoped(bytes)));
    }

    /** Which methods of a chunk's class and of that of cells a method calls. */
    private static List<String> lookups(byte[] bytes, String method) {
        return texts(bytes)
                .get(method)
                .lines()
                .filter(line -> line.contains("INVOKESTATIC java/lang/$Faultline$C"))
                .map(line -> line.replaceAll(".*C(?:0|ell)\\.(\\w+).*", "$1"))
                .toList();
    }

    @Test
    void aClassThatMentionsATestFrameworkAsksAtEachLine() throws Exception {
        String body = " int m(Object o) {\n  int a = 1;\n  a++;\n  return a;\n }\n";
        byte[] other =
                Compilation.of("Other", "class Other {\n" + body + "}\n", 8).get("Other");
        byte[] runner = Compilation.of(
                        "Runs",
                        "class Runs {\n org.junit.jupiter.api.Test test;\n boolean is(Object o) {\n"
                                + "  return o instanceof org.junit.jupiter.api.TestInfo;\n }\n" + body + "}\n",
                        8)
                .get("Runs");
        assertEquals(List.of("mine", "at"), lookups(scoped(other), "m"));
        assertEquals(List.of("mine", "at", "at", "at"), lookups(scoped(runner), "m"));
    }

    private static void assertIsSnapshot(String file, Map<String, String> texts) throws Exception {
        StringBuilder all = new StringBuilder();
        for (String name : List.of("plain", "branching", "looping", "<clinit>")) {
            all.append("== ").append(name).append('\n').append(texts.get(name));
        }
        try (var in = FormTest.class.getResourceAsStream(file)) {
            String expected = in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(expected, all.toString());
        }
    }

    @Test
    void theSameArgumentsGiveTheSameBytes() throws Exception {
        for (byte[] bytes : Target.named("NewInFrames").classes(8).values()) {
            assertArrayEquals(probed(bytes), probed(bytes));
        }
    }

    @Test
    void slotsAreOrderedByMethodAndLineAndARepeatedLineHasOne() throws Exception {
        String source = "class Slots {\n static int a(int n) {\n  for (int i = 0; i < n; i++) {\n"
                + "   n--;\n  }\n  return n;\n }\n static int b() { return 2; }\n}\n";
        ClassPlan plan = Instrumenter.plan(Compilation.of("Slots", source, 8).get("Slots"));
        assertEquals("Slots", plan.name);
        assertEquals("Slots.java", plan.sourceFile);
        assertArrayEquals(new String[] {"<init>", "()V", "a", "(I)I", "b", "()I"}, plan.methods);
        assertArrayEquals(new int[] {1, 3, 4, 6, 8}, plan.lines);
        assertArrayEquals(new int[] {0, 1, 1, 1, 2}, plan.owners);
    }

    @Test
    void theHashTellsVersionsApart() throws Exception {
        byte[] bytes =
                Compilation.of("V", "class V { int x() { return 1; } }", 8).get("V");
        byte[] other =
                Compilation.of("V", "class V { int x() { return 2; } }", 8).get("V");
        assertEquals(Instrumenter.plan(bytes).hash, Instrumenter.plan(bytes.clone()).hash);
        assertFalse(Instrumenter.plan(bytes).hash == Instrumenter.plan(other).hash);
    }

    /** Variable, first line it lives on, and the lines of the instructions that use its slot. */
    private static List<String> variables(byte[] bytes, boolean throughHits) {
        List<String> found = new ArrayList<>();
        new ClassReader(bytes)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(int access, String name, String d, String s, String[] e) {
                                return new VariableReader(name, found, throughHits);
                            }
                        },
                        0);
        return found;
    }

    /** Names each store by the variable whose range begins right behind it. */
    private static final class VariableReader extends MethodVisitor {
        private final String method;
        private final List<String> found;
        private final boolean throughHits;
        private final Map<Label, Integer> storedBefore = new java.util.HashMap<>();
        private int lastStore = -1;
        private Label start;

        VariableReader(String method, List<String> found, boolean throughHits) {
            super(Opcodes.ASM9);
            this.method = method;
            this.found = found;
            this.throughHits = throughHits;
        }

        @Override
        public void visitVarInsn(int opcode, int index) {
            boolean store = opcode >= Opcodes.ISTORE && opcode <= Opcodes.ASTORE;
            lastStore = store ? index : lastStore;
        }

        @Override
        public void visitLabel(Label label) {
            start = start == null ? label : start;
            storedBefore.put(label, lastStore);
        }

        @Override
        public void visitLocalVariable(
                String name, String descriptor, String signature, Label from, Label to, int index) {
            boolean parameter = from == start;
            boolean right = parameter || storedBefore.get(from) == index;
            found.add(method + " " + name + " " + descriptor + " " + parameter + " " + right);
            assertTrue(right || !throughHits, found.toString());
        }
    }

    @Test
    void variableTablesNameTheSameLocals() throws Exception {
        String source = "class Vars {\n int m(long first, String second) {\n  int third = 3;\n"
                + "  double fourth = first;\n  String fifth = second;\n"
                + "  return third + (int) fourth + fifth.length();\n }\n}\n";
        byte[] bytes = Compilation.of("Vars", source, 8).get("Vars");
        List<String> before = variables(bytes, false);
        assertTrue(before.contains("m fourth D false true"), before.toString());
        assertTrue(before.contains("m second Ljava/lang/String; true true"), before.toString());
        assertEquals(before, variables(probed(bytes), true));
    }

    @Test
    void attributesThatNobodyKnowsAreKept() throws Exception {
        byte[] plain =
                Compilation.of("Att", "class Att { int x() { return 1; } }", 8).get("Att");
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(plain)
                .accept(
                        new ClassVisitor(Opcodes.ASM9, writer) {
                            @Override
                            public MethodVisitor visitMethod(int access, String name, String d, String s, String[] e) {
                                MethodVisitor next = super.visitMethod(access, name, d, s, e);
                                next.visitAttribute(new Unknown("OfMethod"));
                                return next;
                            }

                            @Override
                            public void visitEnd() {
                                super.visitAttribute(new Unknown("OfClass"));
                                super.visitEnd();
                            }
                        },
                        0);
        List<String> kept = new ArrayList<>();
        new ClassReader(probed(writer.toByteArray()))
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public void visitAttribute(Attribute attribute) {
                                kept.add(attribute.type);
                            }

                            @Override
                            public MethodVisitor visitMethod(int access, String name, String d, String s, String[] e) {
                                return new MethodVisitor(Opcodes.ASM9) {
                                    @Override
                                    public void visitAttribute(Attribute attribute) {
                                        kept.add(attribute.type);
                                    }
                                };
                            }
                        },
                        0);
        assertEquals(
                List.of("OfClass", "OfMethod", "OfMethod"),
                kept.stream().sorted().toList());
    }

    /** An attribute that no specification names. */
    private static final class Unknown extends Attribute {
        Unknown(String type) {
            super(type);
        }

        @Override
        protected ByteVector write(ClassWriter writer, byte[] code, int codeLength, int maxStack, int maxLocals) {
            return new ByteVector().putInt(0xFA171);
        }
    }

    @Test
    void aStackOverflowReportsALineInEveryFrame() throws Exception {
        String source = "public class Deep {\n static int depth(int n) {\n  int next = n + 1;\n"
                + "  int result = depth(next);\n  return result + 1;\n }\n"
                + " public static void main(String[] a) {\n  try {\n   depth(0);\n"
                + "  } catch (StackOverflowError e) {\n"
                + "   for (StackTraceElement f : e.getStackTrace()) {\n"
                + "    if (f.getLineNumber() != 4 && f.getLineNumber() != 3) System.out.println(f);\n"
                + "   }\n   System.out.println(e.getStackTrace().length);\n  }\n }\n}\n";
        Map<String, byte[]> classes = Compilation.of("Deep", source, 8);
        assertEquals("1024\n", Run.output(new Probed(classes, Probes.NONE), "Deep"));
        assertEquals("1024\n", Run.output(new Probed(classes, Probes.SHARED), "Deep"));
    }

    /** The line table of a method: line by line, in code order, without repetitions. */
    private static Map<String, List<Integer>> lineTables(byte[] bytes) {
        Map<String, List<Integer>> tables = new TreeMap<>();
        new ClassReader(bytes)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(int access, String name, String d, String s, String[] e) {
                                List<Integer> lines = new ArrayList<>();
                                tables.put(name + d, lines);
                                return new MethodVisitor(Opcodes.ASM9) {
                                    @Override
                                    public void visitLineNumber(int line, Label start) {
                                        lines.add(line);
                                    }
                                };
                            }
                        },
                        0);
        return tables;
    }

    @Test
    void lineTablesHaveTheSameEntriesInTheSameOrder() throws Exception {
        for (Target target : Target.all()) {
            if (target.since <= 17) {
                for (byte[] bytes : target.classes(17).values()) {
                    try {
                        assertEquals(lineTables(bytes), lineTables(probed(bytes)));
                        assertEquals(lineTables(bytes), lineTables(scoped(bytes)));
                    } catch (Refused noCode) {
                        assertTrue(Arrays.asList("no code", "no line numbers").contains(noCode.getMessage()));
                    }
                }
            }
        }
    }
}
