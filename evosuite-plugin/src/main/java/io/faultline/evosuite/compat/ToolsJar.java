package io.faultline.evosuite.compat;

import io.faultline.evosuite.adapter.Distribution;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.adapter.Weaving;
import java.util.List;
import org.objectweb.asm.Opcodes;

/** Skips the search for {@code tools.jar}: Java 9 has none, and {@link OwnInstrumentation} does not need it. */
public final class ToolsJar extends Seam {
    public ToolsJar() {
        super(
                "classpath.ClassPathHacker.initializeToolJar",
                "does nothing",
                "the master ends: \"Did not manage to automatically find tools.jar\"");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only("org/evosuite/classpath/ClassPathHacker");
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        return Weaving.replaceBody(classFile, "initializeToolJar", "()V", m -> m.visitInsn(Opcodes.RETURN));
    }
}
