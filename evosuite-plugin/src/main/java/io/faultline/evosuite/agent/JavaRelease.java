package io.faultline.evosuite.agent;

/** The Java that runs, as a number. */
final class JavaRelease {
    /** The last on which EvoSuite's sandbox can be installed without a flag. */
    static final int LAST = 17;

    static final int EIGHT = 8;

    private JavaRelease() {}

    static int current() {
        return parse(System.getProperty("java.specification.version"));
    }

    /** {@code 1.8} is 8, {@code 17} is 17. */
    static int parse(String specification) {
        return Integer.parseInt(specification.startsWith("1.") ? specification.substring(2) : specification);
    }

    /** Errors: {@link Refused} for a Java on which EvoSuite cannot run, whatever we do. */
    static int check(int release) throws Refused {
        if (release > LAST) {
            throw new Refused("EvoSuite cannot run on Java " + release + ", whose SecurityManager cannot be replaced: "
                    + "run it, and the tests it writes, with Java 17, 11 or 8 (JAVA_HOME, and the java of the command line)");
        }
        return release;
    }
}
