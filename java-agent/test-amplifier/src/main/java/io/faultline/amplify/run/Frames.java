package io.faultline.amplify.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Finds the project's frame in the stack trace of an exception. */
final class Frames {
    private static final List<String> JDK =
            Arrays.asList("java.", "javax.", "jdk.", "sun.", "com.sun.", "org.w3c.dom.", "org.xml.sax.");
    private static final List<String> FRAMEWORKS = Arrays.asList(
            "junit.",
            "org.junit.",
            "org.testng.",
            "org.hamcrest.",
            "org.assertj.",
            "org.opentest4j.",
            "org.mockito.",
            "org.easymock.",
            "com.google.common.truth.",
            "net.bytebuddy.",
            "org.powermock.",
            "junitparams.",
            "io.faultline.amplify.observe.",
            "io.faultline.amplify.run.",
            "io.faultline.runner.");

    private final List<String> others = new ArrayList<>(JDK);

    /**
     * Frames for tests of a class. The test's own package counts as the project's, even if it is named like a
     * framework's.
     */
    Frames(String testClass) {
        for (String framework : FRAMEWORKS) {
            if (!testClass.startsWith(framework)) {
                others.add(framework);
            }
        }
    }

    /** The top project frame as {@code com.x.Y.m:123}; empty if there is none. */
    String of(Throwable thrown) {
        StackTraceElement[] trace;
        try {
            trace = thrown.getStackTrace();
        } catch (Throwable broken) {
            return "";
        }
        for (StackTraceElement frame : trace) {
            if (isProject(frame.getClassName())) {
                return frame.getClassName() + "." + frame.getMethodName() + ":" + frame.getLineNumber();
            }
        }
        return "";
    }

    private boolean isProject(String name) {
        for (String other : others) {
            if (name.startsWith(other)) {
                return false;
            }
        }
        return true;
    }
}
