package io.faultline.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** Refused classes, with the reasons under which they are counted. */
class RefusalTest {
    private static final String SMALL = "class Small {\n int one() {\n  return 1;\n }\n}\n";

    private static byte[] compiled(String name, String source, String... options) throws Exception {
        return Compilation.of(name, source, 8, options).get(name);
    }

    private static String reason(byte[] bytes) {
        Refused refused = assertThrows(Refused.class, () -> Instrumenter.plan(bytes));
        assertEquals(0, refused.getStackTrace().length);
        return refused.getMessage();
    }

    @Test
    void interfacesWithoutBodiesHaveNoCode() throws Exception {
        assertEquals("no code", reason(compiled("I", "interface I { void run(); }")));
        assertEquals("no code", reason(compiled("A", "@interface A { int value() default 1; }")));
    }

    @Test
    void moduleDescriptorsHaveNoCode() {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V9, Opcodes.ACC_MODULE, "module-info", null, null, null);
        writer.visitModule("m", 0, null).visitEnd();
        assertEquals("no code", reason(writer.toByteArray()));
    }

    @Test
    void classesWithoutDebugInformationHaveNoLines() throws Exception {
        assertEquals("no line numbers", reason(compiled("Small", SMALL, "-g:none")));
    }

    @Test
    void classesThatTheCompilerMadeForItselfAreNotMissed() throws Exception {
        byte[] bytes = compiled("Small", SMALL, "-g:none");
        ClassWriter writer = new ClassWriter(0);
        new ClassReader(bytes)
                .accept(
                        new ClassVisitor(Opcodes.ASM9, writer) {
                            @Override
                            public void visit(
                                    int version,
                                    int access,
                                    String name,
                                    String signature,
                                    String superName,
                                    String[] interfaces) {
                                super.visit(
                                        version,
                                        access | Opcodes.ACC_SYNTHETIC,
                                        name,
                                        signature,
                                        superName,
                                        interfaces);
                            }
                        },
                        0);
        assertEquals("no code", reason(writer.toByteArray()));
    }

    @Test
    void classesOfTheFutureAreNamedByTheirVersion() throws Exception {
        byte[] bytes = compiled("Small", SMALL);
        bytes[7] = 99;
        assertEquals("class version 99 unknown", reason(bytes));
    }

    @Test
    void classesWithProbesAreNotGivenMore() throws Exception {
        byte[] bytes = compiled("Small", SMALL);
        byte[] probed = Instrumenter.instrument(bytes, Instrumenter.plan(bytes), 1, 0, 0);
        assertEquals("already instrumented", reason(probed));
    }

    @Test
    void whatIsNoClassFileIsDamaged() {
        assertEquals("damaged class file", reason(new byte[0]));
        assertEquals("damaged class file", reason(new byte[100]));
        assertEquals("damaged class file", reason("not a class file".getBytes()));
    }

    @Test
    void everyTruncationIsRefused() throws Exception {
        byte[] bytes = compiled("Small", SMALL);
        for (int length = 0; length < bytes.length; length++) {
            byte[] head = Arrays.copyOf(bytes, length);
            assertThrows(Refused.class, () -> Instrumenter.plan(head), "length " + length);
        }
    }

    @Test
    void aFullConstantPoolLeavesNoRoomForAProbe() throws Exception {
        ClassWriter writer = new ClassWriter(0);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, "Full", null, "java/lang/Object", null);
        var code = writer.visitMethod(Opcodes.ACC_STATIC, "m", "()V", null, null);
        code.visitCode();
        Assembled.line(code, 1);
        code.visitInsn(Opcodes.RETURN);
        code.visitMaxs(0, 0);
        for (int value = 0; writer.newConst(value) < 65_530; value++) {}
        byte[] bytes = writer.toByteArray();
        ClassPlan plan = Instrumenter.plan(bytes);
        Refused refused = assertThrows(Refused.class, () -> Instrumenter.instrument(bytes, plan, 1, 0, 0));
        assertEquals("constant pool full", refused.getMessage());
    }

    @Test
    void anOperandStackWithoutRoomIsRefused() {
        byte[] bytes = new Assembled("Deep", Opcodes.V1_8)
                .with("m", "()V", 65_534, 0, code -> {
                    Assembled.line(code, 1);
                    code.visitInsn(Opcodes.RETURN);
                })
                .bytes();
        assertEquals("method too large", reason(bytes));
    }

    /** Seeded mutations: for any bytes, the result is bytes or a refusal. */
    @Test
    void mutatedClassFilesGiveBytesOrARefusal() throws Exception {
        Target target = Target.named("Types");
        Random random = new Random(20_261_121);
        int refused = 0;
        int accepted = 0;
        for (Map.Entry<String, byte[]> entry : target.classes(8).entrySet()) {
            for (int round = 0; round < 300; round++) {
                byte[] bytes = entry.getValue().clone();
                for (int count = 1 + random.nextInt(3); count > 0; count--) {
                    bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
                }
                try {
                    Instrumenter.instrument(bytes, Instrumenter.plan(bytes), 1, 0, 0);
                    accepted++;
                } catch (Refused expected) {
                    refused++;
                }
            }
        }
        assertEquals(true, refused > 100 && accepted > 100, refused + " and " + accepted);
    }
}
