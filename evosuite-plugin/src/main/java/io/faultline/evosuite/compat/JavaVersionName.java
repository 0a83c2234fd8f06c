package io.faultline.evosuite.compat;

import io.faultline.evosuite.adapter.Distribution;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.adapter.Weaving;
import java.util.List;
import org.objectweb.asm.Opcodes;

/** The copy of commons-lang3 in EvoSuite treats an unknown Java version as Java 8. */
public final class JavaVersionName extends Seam {
    private static final String VERSION = "org/evosuite/shaded/org/apache/commons/lang3/JavaVersion";

    public JavaVersionName() {
        super(
                "commons-lang3, JavaVersion.get",
                "takes 10 and later for 1.8",
                "NullPointerException in ClassUtils.isAssignable at the first call that a test makes");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only(evosuite.name(VERSION));
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        return Weaving.atEntry(classFile, "get", evosuite.name("(Ljava/lang/String;)L" + VERSION + ";"), m -> {
            m.visitVarInsn(Opcodes.ALOAD, 0);
            Weaving.call(m, JavaVersionName.class, "known", "(Ljava/lang/String;)Ljava/lang/String;");
            m.visitVarInsn(Opcodes.ASTORE, 0);
        });
    }

    /** Returns a name that the library knows. */
    public static String known(String name) {
        boolean isKnown = name == null || name.startsWith("0.") || name.startsWith("1.") || name.equals("9");
        return isKnown ? name : "1.8";
    }
}
