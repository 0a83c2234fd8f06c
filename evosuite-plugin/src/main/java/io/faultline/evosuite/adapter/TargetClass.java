package io.faultline.evosuite.adapter;

import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Makes the master report a missing target class, and fail. */
public final class TargetClass extends Seam {
    public TargetClass() {
        super(
                "TestGeneration.findTargetClass",
                "a class that is not there ends the master with one sentence",
                "nothing is written, and the master ends with status 0");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only("org/evosuite/executionmode/TestGeneration");
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        String descriptor = "(Ljava/lang/String;)Z";
        return Weaving.around(classFile, "findTargetClass", descriptor, next -> new MethodVisitor(Opcodes.ASM9, next) {
            @Override
            public void visitInsn(int opcode) {
                if (opcode == Opcodes.IRETURN) {
                    super.visitVarInsn(Opcodes.ALOAD, 0);
                    Weaving.call(mv, TargetClass.class, "found", "(ZLjava/lang/String;)Z");
                }
                super.visitInsn(opcode);
            }
        });
    }

    /** Whether EvoSuite found the class. */
    public static boolean found(boolean isThere, String name) {
        if (!isThere) {
            CommandLineCheck.stop("there is no class " + name
                    + " on the class path of the project; -projectCP names that, and -class the"
                    + " whole name of a class: org.x.Foo, org.x.Foo$Inner");
        }
        return isThere;
    }
}
