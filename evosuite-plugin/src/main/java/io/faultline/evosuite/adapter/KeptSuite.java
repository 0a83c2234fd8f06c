package io.faultline.evosuite.adapter;

import java.util.List;
import org.evosuite.testsuite.TestSuiteChromosome;

/** Adds the kept tests to the suite that a search returns. */
public final class KeptSuite extends Seam {
    private static final String SUITE = "Lorg/evosuite/testsuite/TestSuiteChromosome;";

    public KeptSuite() {
        super(
                "strategy.MOSuiteStrategy.generateTests",
                "with `tests_per_target`, adds the kept tests to the suite",
                "kept tests are not written");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only("org/evosuite/strategy/MOSuiteStrategy");
    }

    @Override
    public String versions() {
        return "1.0.6; 1.1.0, 1.2.0 untested";
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        return Weaving.atReturn(
                classFile,
                "generateTests",
                "()" + SUITE,
                m -> Weaving.call(m, KeptSuite.class, "complete", "(" + SUITE + ")" + SUITE));
    }

    /** Returns the suite with the kept tests. */
    public static TestSuiteChromosome complete(TestSuiteChromosome suite) {
        Targets targets = Targeted.targets();
        if (targets != null) {
            targets.complete(suite);
        }
        return suite;
    }
}
