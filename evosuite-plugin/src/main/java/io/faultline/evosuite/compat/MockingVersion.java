package io.faultline.evosuite.compat;

import io.faultline.evosuite.adapter.Distribution;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.adapter.Weaving;
import java.util.List;
import org.objectweb.asm.Opcodes;

/** Makes Byte Buddy write mocks for Java 8, which run on all later versions. */
public final class MockingVersion extends Seam {
    private static final String VERSION = "org/evosuite/shaded/net/bytebuddy/ClassFileVersion";
    private static final int JAVA_8 = 8;

    public MockingVersion() {
        super(
                "Byte Buddy, ClassFileVersion.ofJavaVersion",
                "takes no more than 8",
                "\"Unknown Java version: 17\" with functional mocking");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only(evosuite.name(VERSION));
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        return Weaving.atEntry(classFile, "ofJavaVersion", evosuite.name("(I)L" + VERSION + ";"), m -> {
            m.visitVarInsn(Opcodes.ILOAD, 0);
            m.visitIntInsn(Opcodes.BIPUSH, JAVA_8);
            m.visitMethodInsn(Opcodes.INVOKESTATIC, "java/lang/Math", "min", "(II)I", false);
            m.visitVarInsn(Opcodes.ISTORE, 0);
        });
    }
}
