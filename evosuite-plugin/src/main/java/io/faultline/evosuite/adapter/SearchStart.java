package io.faultline.evosuite.adapter;

import java.util.List;

/** Notifies the metric, or what selects the goals, of a search before the target class is loaded. */
public final class SearchStart extends Seam {
    public SearchStart() {
        super(
                "TestSuiteGenerator.generateTestSuite",
                "tells a metric, or what selects goals and keeps tests, that the target class is about to be loaded",
                "the classes under test have no probes: every search ends with \"was not prepared\"");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only("org/evosuite/TestSuiteGenerator");
    }

    @Override
    public String versions() {
        return "1.0.6; 1.1.0, 1.2.0 untested";
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        return Weaving.atEntry(
                classFile,
                "generateTestSuite",
                "()Lorg/evosuite/result/TestGenerationResult;",
                m -> Weaving.call(m, SearchStart.class, "begin", "()V"));
    }

    /** Called when the search begins. */
    public static void begin() {
        if (SearchStrategy.isGuided()) {
            Guided.guidance().begin(Guided.settings());
        }
        Targeted.begin();
    }
}
