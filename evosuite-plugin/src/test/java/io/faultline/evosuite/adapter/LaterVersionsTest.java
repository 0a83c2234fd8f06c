package io.faultline.evosuite.adapter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** EvoSuite 1.1.0 and 1.2.0 are in no registry, so a class with their names replaces them. */
class LaterVersionsTest {
    private static final String HANDLER = "org/evosuite/utils/ExternalProcessGroupHandler";
    private static final Distribution LATER = new Distribution("1.2.0", true, LaterVersionsTest.class.getClassLoader());

    @Test
    void theClientsCommandIsCompletedWhereLaterVersionsStartIt() throws ReflectiveOperationException {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, HANDLER, null, "java/lang/Object", null);
        MethodVisitor constructor = writer.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
        constructor.visitCode();
        constructor.visitVarInsn(Opcodes.ALOAD, 0);
        constructor.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
        constructor.visitInsn(Opcodes.RETURN);
        constructor.visitMaxs(0, 0);
        constructor.visitEnd();
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
        Host.set(null, new File("agent.jar"));
        Method started = type.getDeclaredMethod("startProcess", String[].class, int.class, Object.class);
        started.setAccessible(true);
        Object handler = type.getConstructor().newInstance();
        InvocationTargetException asked = assertThrows(
                InvocationTargetException.class, () -> started.invoke(handler, new String[] {"java"}, 0, null));
        // The error shows that our code was called with the command: the properties exist only under the agent.
        assertTrue(
                asked.getCause().getMessage().contains("without the agent"),
                asked.getCause().toString());
    }
}
