package io.faultline.evosuite.compat;

import io.faultline.evosuite.adapter.Weaving;
import java.util.function.Consumer;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The place where EvoSuite decides which methods tests may call. */
final class UsableMethods {
    static final String CLASS = "org/evosuite/setup/TestUsageChecker";

    private UsableMethods() {}

    /** Excludes the methods for which one of our checks, given the method on the stack, returns true. */
    static byte[] refuse(byte[] classFile, Consumer<MethodVisitor> test) {
        return Weaving.atEntry(
                classFile,
                "canUse",
                "(Ljava/lang/reflect/Method;Ljava/lang/Class;)Z",
                Weaving.leaveIf(
                        m -> {
                            m.visitVarInsn(Opcodes.ALOAD, 0);
                            test.accept(m);
                        },
                        m -> {
                            m.visitInsn(Opcodes.ICONST_0);
                            m.visitInsn(Opcodes.IRETURN);
                        }));
    }
}
