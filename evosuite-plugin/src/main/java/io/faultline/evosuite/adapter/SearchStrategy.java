package io.faultline.evosuite.adapter;

import java.util.List;
import org.objectweb.asm.Opcodes;

/** Replaces EvoSuite's strategy by the search guided by a metric. */
public final class SearchStrategy extends Seam {
    private static final String STRATEGY = "org/evosuite/strategy/TestGenerationStrategy";

    public SearchStrategy() {
        super(
                "TestSuiteGeneratorHelper.getTestGenerationStrategy",
                "with a metric, returns its search",
                "the metric is ignored");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only("org/evosuite/TestSuiteGeneratorHelper");
    }

    @Override
    public String versions() {
        return "1.0.6; 1.1.0, 1.2.0 untested";
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        return Weaving.atEntry(
                classFile,
                "getTestGenerationStrategy",
                "()L" + STRATEGY + ";",
                Weaving.leaveIf(m -> Weaving.call(m, SearchStrategy.class, "isGuided", "()Z"), m -> {
                    Weaving.call(m, SearchStrategy.class, "strategy", "()Ljava/lang/Object;");
                    m.visitTypeInsn(Opcodes.CHECKCAST, STRATEGY);
                    m.visitInsn(Opcodes.ARETURN);
                }));
    }

    /** Whether a metric guides the search. */
    public static boolean isGuided() {
        return Guided.settings() != null && Guided.guidance() != null;
    }

    /** Returns the search; only after {@link #isGuided}. */
    public static Object strategy() {
        return Guided.guidance().strategy(Guided.settings());
    }
}
