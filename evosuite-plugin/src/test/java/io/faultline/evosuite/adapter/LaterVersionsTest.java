package io.faultline.evosuite.adapter;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** EvoSuite 1.1.0 and 1.2.0 are in no registry: a class with the names they have stands in for them. */
class LaterVersionsTest {
    private static final String HANDLER = "org/evosuite/utils/ExternalProcessGroupHandler";
    private static final Distribution LATER = new Distribution("1.2.0", true, LaterVersionsTest.class.getClassLoader());

    @Test
    void theClientsCommandIsCompletedWhereLaterVersionsStartIt() throws ReflectiveOperationException {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, HANDLER, null, "java/lang/Object", null);
        MethodVisitor start = writer.visitMethod(
                Opcodes.ACC_PROTECTED, "startProcess", "([Ljava/lang/String;ILjava/lang/Object;)Z", null, null);
        start.visitCode();
        start.visitInsn(Opcodes.ICONST_1);
        start.visitInsn(Opcodes.IRETURN);
        start.visitMaxs(0, 0);
        start.visitEnd();
        writer.visitEnd();

        ClientCommand seam = new ClientCommand();
        assertEquals(List.of(HANDLER), seam.classes(LATER));
        byte[] woven = seam.weave(LATER, HANDLER, writer.toByteArray());
        Class<?> type = new ClassLoader(getClass().getClassLoader()) {
            Class<?> define() {
                return defineClass(null, woven, 0, woven.length);
            }
        }.define();
        assertEquals(1, type.getDeclaredMethods().length);
    }
}
