package io.faultline.instrument;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.runtime.Session;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Reading a class once gives the same results as reading it for each purpose. */
class OpenClassTest {
    private static final Class<?>[] SOME = {
        Session.class,
        ProbeInserter.class,
        ClassLayout.class,
        ElementPlan.class,
        Placement.class,
        ClassReader.class,
        Type.class,
        Label.class,
        Assertions.class,
        OpenClassTest.class,
        Growth.class
    };

    @Test
    void probesAreThoseOfAReadingOfItsOwnInWhateverOrderItIsAsked() throws Exception {
        for (Class<?> some : SOME) {
            byte[] bytes = bytes(some);
            ClassPlan plan = Instrumenter.plan(bytes);
            OpenClass open = OpenClass.read(bytes);
            assertArrayEquals(plan.lines, open.plan.lines, some.getName());
            assertEquals(plan.hash, open.plan.hash);
            open.details();
            for (boolean scoped : new boolean[] {false, true, false}) {
                byte[] known = Instrumenter.instrument(bytes, plan, 7, 3, 128, scoped);
                assertArrayEquals(known, open.instrument(7, 3, 128, scoped), some.getName());
            }
        }
    }

    @Test
    void detailsAreThoseOfAllInstructions() throws Exception {
        int withUses = 0;
        int without = 0;
        for (Class<?> some : SOME) {
            byte[] bytes = bytes(some);
            OpenClass open = OpenClass.read(bytes);
            open.instrument(7, 3, 128, false);
            ClassDetails details = open.details();
            assertEquals(owners(bytes), new TreeSet<>(Set.of(details.owners)), some.getName());
            ClassDetails alone = ClassDetails.of(bytes, open.plan);
            assertEquals(alone.superclass, details.superclass);
            assertArrayEquals(alone.slots, details.slots);
            assertArrayEquals(alone.used, details.used);
            withUses += details.owners.length > 0 ? 1 : 0;
            without += details.owners.length > 0 ? 0 : 1;
        }
        assertTrue(withUses > 2 && without > 2, withUses + " with uses, " + without + " without");
    }

    @Test
    void aMapOfLinesIsFoundWhereNoFieldIsNamed() throws Exception {
        String map = "SMAP\nA.kt\nKotlin\n*S Kotlin\n*F\n+ 1 A.kt\na/A\n*L\n1#1,9:1\n*E\n";
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, "a/A", null, "java/lang/Object", null);
        writer.visitSource("A.kt", map);
        MethodVisitor code = writer.visitMethod(Opcodes.ACC_STATIC, "m", "()V", null, null);
        Label line = new Label();
        code.visitLabel(line);
        code.visitLineNumber(3, line);
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        writer.visitEnd();
        assertEquals(map, OpenClass.read(writer.toByteArray()).details().debug);
    }

    /** Returns the binary names of classes whose static fields are used on some line, by visiting every instruction. */
    private static Set<String> owners(byte[] bytes) {
        Set<String> owners = new TreeSet<>();
        String self = new ClassReader(bytes).getClassName();
        new ClassReader(bytes)
                .accept(
                        new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public MethodVisitor visitMethod(
                                    int access, String name, String descriptor, String signature, String[] thrown) {
                                return new MethodVisitor(Opcodes.ASM9) {
                                    private boolean hasLine;

                                    @Override
                                    public void visitLineNumber(int line, Label start) {
                                        hasLine = true;
                                    }

                                    @Override
                                    public void visitFieldInsn(
                                            int opcode, String owner, String name, String descriptor) {
                                        boolean ofClass = opcode == Opcodes.GETSTATIC || opcode == Opcodes.PUTSTATIC;
                                        if (ofClass && hasLine && !owner.equals(self) && !owner.startsWith("java/")) {
                                            owners.add(owner.replace('/', '.'));
                                        }
                                    }
                                };
                            }
                        },
                        0);
        return owners;
    }

    private static byte[] bytes(Class<?> type) throws IOException {
        String name = "/" + type.getName().replace('.', '/') + ".class";
        try (InputStream in = type.getResourceAsStream(name)) {
            return in.readAllBytes();
        }
    }
}
