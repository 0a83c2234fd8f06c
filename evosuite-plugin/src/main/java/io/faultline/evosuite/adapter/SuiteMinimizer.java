package io.faultline.evosuite.adapter;

import java.util.List;
import org.evosuite.testsuite.TestSuiteChromosome;
import org.objectweb.asm.Opcodes;

/** Shortens tests by what the metric needs of them. */
public final class SuiteMinimizer extends Seam {
    public SuiteMinimizer() {
        super(
                "testsuite.TestSuiteMinimizer.minimize",
                "with a metric, leaves the suite to it",
                "only tests that add a goal of EvoSuite's own criteria are kept: most that the metric chose are lost");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only("org/evosuite/testsuite/TestSuiteMinimizer");
    }

    @Override
    public String versions() {
        return "1.0.6; 1.1.0, 1.2.0 untested";
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        return Weaving.atEntry(
                classFile,
                "minimize",
                "(Lorg/evosuite/testsuite/TestSuiteChromosome;Z)V",
                Weaving.leaveIf(
                        m -> {
                            m.visitVarInsn(Opcodes.ALOAD, 1);
                            Weaving.call(m, SuiteMinimizer.class, "minimize", "(Ljava/lang/Object;)Z");
                        },
                        m -> m.visitInsn(Opcodes.RETURN)));
    }

    /** Shortens the suite if a metric guides the search. */
    public static boolean minimize(Object suite) {
        if (!SearchStrategy.isGuided()) {
            return false;
        }
        Guided.guidance().minimize(Guided.settings(), (TestSuiteChromosome) suite);
        return true;
    }
}
