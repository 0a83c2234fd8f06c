package io.faultline.evosuite.adapter;

import java.util.List;
import org.evosuite.testcase.TestChromosome;
import org.evosuite.testcase.TestFitnessFunction;
import org.objectweb.asm.Opcodes;

/** Tells of each test that covers a goal. */
public final class CoveredTargets extends Seam {
    private static final String ARGUMENTS =
            "(Lorg/evosuite/testcase/TestFitnessFunction;Lorg/evosuite/testcase/TestChromosome;D)";

    public CoveredTargets() {
        super(
                "ga.archive.CoverageArchive.updateArchive",
                "with `tests_per_target`, keeps the first tests that cover a goal",
                "a suite has the shortest test of each goal");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only("org/evosuite/ga/archive/CoverageArchive");
    }

    @Override
    public String versions() {
        return "1.0.6; 1.1.0, 1.2.0 untested";
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        return Weaving.atEntry(classFile, "updateArchive", ARGUMENTS + "V", m -> {
            m.visitVarInsn(Opcodes.ALOAD, 1);
            m.visitVarInsn(Opcodes.ALOAD, 2);
            m.visitVarInsn(Opcodes.DLOAD, 3);
            Weaving.call(m, CoveredTargets.class, "valued", ARGUMENTS + "V");
        });
    }

    /** Called with the fitness of a test, 0 if it covers the goal. */
    public static void valued(TestFitnessFunction goal, TestChromosome test, double fitness) {
        Targets targets = Targeted.targets();
        if (targets != null && fitness == 0) {
            targets.covered(goal, test);
        }
    }
}
