package io.faultline.evosuite.adapter;

import java.util.List;
import org.objectweb.asm.Opcodes;

/** JDK classes below {@code jdk.}, and ours, are never targets: instrumented code uses the existing ones. */
public final class SharedClasses extends Seam {
    public SharedClasses() {
        super(
                "runtime.instrumentation.RuntimeInstrumentation.checkIfCanInstrument",
                "is false for `jdk.` and `io.faultline.`",
                "such a class is looked for on the target's class path only, that of the probes, too");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only("org/evosuite/runtime/instrumentation/RuntimeInstrumentation");
    }

    @Override
    public String versions() {
        return "1.0.6; 1.1.0, 1.2.0 untested";
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        return Weaving.atEntry(
                classFile,
                "checkIfCanInstrument",
                "(Ljava/lang/String;)Z",
                Weaving.leaveIf(
                        m -> {
                            m.visitVarInsn(Opcodes.ALOAD, 0);
                            Weaving.call(m, SharedClasses.class, "isShared", "(Ljava/lang/String;)Z");
                        },
                        m -> {
                            m.visitInsn(Opcodes.ICONST_0);
                            m.visitInsn(Opcodes.IRETURN);
                        }));
    }

    /** Whether the class belongs to the JVM rather than a project. */
    public static boolean isShared(String className) {
        return className.startsWith("jdk.") || className.startsWith("io.faultline.evosuite.");
    }
}
