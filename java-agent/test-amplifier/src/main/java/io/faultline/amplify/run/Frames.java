package io.faultline.amplify.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The frame of an exception that says where the project threw it. */
final class Frames {
    private static final List<String> JDK = Arrays.asList("java.", "javax.", "jdk.", "sun.", "com.sun.", "org.w3c.dom.", "org.xml.sax.");
    private static final List<String> FRAMEWORKS = Arrays.asList(
            "junit.", "org.junit.", "org.testng.", "org.hamcrest.", "org.assertj.", "org.opentest4j.", "org.mockito.",
            "org.easymock.", "com.google.common.truth.", "net.bytebuddy.", "org.powermock.", "junitparams.",
            "io.faultline.amplify.observe.", "io.faultline.amplify.run.", "io.faultline.runner.");

    private final List<String> others = new ArrayList<>(JDK);

    /** For tests of a class, whose own package is the project's, whatever it is called. */
    Frames(String testClass) {
        for (String framework : FRAMEWORKS) {
            if (!testClass.startsWith(framework)) {
                others.add(framework);
            }
        }
    }

    /** {@code com.x.Y.m:123} of the uppermost; empty where there is none. */
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
