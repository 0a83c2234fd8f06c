package io.faultline.evosuite.agent;

/** The release of the running Java. */
final class JavaRelease {
    /** The last release on which EvoSuite's sandbox can be installed without a flag. */
    static final int LAST = 17;

    static final int EIGHT = 8;

    private JavaRelease() {}

    static int current() {
        return parse(System.getProperty("java.specification.version"));
    }

    /** Parses {@code 1.8} as 8, {@code 17} as 17. */
    static int parse(String specification) {
        return Integer.parseInt(specification.startsWith("1.") ? specification.substring(2) : specification);
    }

    /** Errors: {@link Refused} for a Java that EvoSuite cannot run on, even adapted. */
    static int check(int release) throws Refused {
        if (release > LAST) {
            throw new Refused(
                    "EvoSuite cannot run on Java " + release + ", whose SecurityManager cannot be replaced: "
                            + "run it, and the tests it writes, with Java 17, 11 or 8 (JAVA_HOME, and the java of the command line)");
        }
        return release;
    }
}
