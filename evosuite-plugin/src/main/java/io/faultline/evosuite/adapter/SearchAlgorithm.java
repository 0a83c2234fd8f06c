package io.faultline.evosuite.adapter;

import java.util.Collections;
import java.util.List;
import org.evosuite.ga.ChromosomeFactory;
import org.objectweb.asm.Opcodes;

/** Replaces MOSA by one that selects its goals. Later versions have such an algorithm, DYNAMOSA. */
public final class SearchAlgorithm extends Seam {
    private static final String ALGORITHM = "org/evosuite/ga/metaheuristics/GeneticAlgorithm";

    public SearchAlgorithm() {
        super(
                "strategy.PropertiesSuiteGAFactory.getGeneticAlgorithm",
                "with `dynamic_targets`, returns a MOSA that searches for branches whose control dependences are covered",
                "MOSA searches for all branches at once");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return evosuite.version.equals(Distribution.RELEASED)
                ? only("org/evosuite/strategy/PropertiesSuiteGAFactory")
                : Collections.<String>emptyList();
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        String factory = "Lorg/evosuite/ga/ChromosomeFactory;";
        return Weaving.atEntry(
                classFile,
                "getGeneticAlgorithm",
                "(" + factory + ")L" + ALGORITHM + ";",
                Weaving.leaveIf(
                        m -> {
                            m.visitVarInsn(Opcodes.ALOAD, 1);
                            Weaving.call(m, SearchAlgorithm.class, "isReplaced", "(" + factory + ")Z");
                        },
                        m -> {
                            Weaving.call(m, SearchAlgorithm.class, "replacement", "()Ljava/lang/Object;");
                            m.visitTypeInsn(Opcodes.CHECKCAST, ALGORITHM);
                            m.visitInsn(Opcodes.ARETURN);
                        }));
    }

    private static Object replacement;

    /** Whether another algorithm searches, which {@link #replacement} then returns. */
    public static boolean isReplaced(ChromosomeFactory<?> factory) {
        Targets targets = Targeted.targets();
        replacement = targets == null ? null : targets.algorithm(factory);
        return replacement != null;
    }

    /** Returns the algorithm that searches. */
    public static Object replacement() {
        return replacement;
    }
}
