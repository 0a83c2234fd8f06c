package io.faultline.evosuite.compat;

import io.faultline.evosuite.adapter.Distribution;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.adapter.Weaving;
import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Makes Byte Buddy, used by functional mocking, read class files of any version with its copy of ASM 6. */
public final class MockingReader extends Seam {
    private static final int JAVA_9 = 53;

    public MockingReader() {
        super(
                "Byte Buddy, jar.asm.ClassReader.<init>",
                "refuses no class-file version",
                "IllegalArgumentException with functional mocking (`-Dp_functional_mocking`, 0 by default)");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only(evosuite.name("org/evosuite/shaded/net/bytebuddy/jar/asm/ClassReader"));
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        boolean[] met = {false};
        return Weaving.inside(
                classFile,
                "<init>",
                "([BII)V",
                next -> new MethodVisitor(Opcodes.ASM9, next) {
                    @Override
                    public void visitIntInsn(int opcode, int operand) {
                        if (opcode == Opcodes.BIPUSH && operand == JAVA_9) {
                            met[0] = true;
                            super.visitIntInsn(Opcodes.SIPUSH, Short.MAX_VALUE);
                        } else {
                            super.visitIntInsn(opcode, operand);
                        }
                    }
                },
                () -> met[0],
                "comparison with class-file version 53");
    }
}
