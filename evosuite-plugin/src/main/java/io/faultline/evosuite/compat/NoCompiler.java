package io.faultline.evosuite.compat;

import io.faultline.evosuite.adapter.Distribution;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.adapter.Weaving;
import java.util.List;
import javax.tools.ToolProvider;
import org.evosuite.utils.LoggingUtils;
import org.objectweb.asm.Opcodes;

/** On a Java without compiler, tests are written without being checked, with a warning. */
public final class NoCompiler extends Seam {
    public NoCompiler() {
        super(
                "TestSuiteGenerator.compileAndCheckTests",
                "is left out, with a warning, where the Java has no compiler",
                "the whole search is lost at its end: \"No Java compiler is available\"");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only("org/evosuite/TestSuiteGenerator");
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        String descriptor = "(Lorg/evosuite/testsuite/TestSuiteChromosome;)V";
        return Weaving.atEntry(
                classFile,
                "compileAndCheckTests",
                descriptor,
                Weaving.leaveIf(
                        m -> Weaving.call(m, NoCompiler.class, "isMissing", "()Z"), m -> m.visitInsn(Opcodes.RETURN)));
    }

    /** Whether there is no compiler; if so, warns. */
    public static boolean isMissing() {
        if (hasCompiler()) {
            return false;
        }
        LoggingUtils.getEvoLogger().info("* faultline: this Java has no compiler, so the tests are written unchecked");
        return true;
    }

    private static boolean hasCompiler() {
        try {
            return ToolProvider.getSystemJavaCompiler() != null;
        } catch (LinkageError e) {
            return false; // a run-time image without java.compiler
        }
    }
}
