package io.faultline.agent;

import io.faultline.runtime.Session;
import io.faultline.runtime.Slashes;
import java.io.File;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;

/**
 * Tells the JVMs of a build's own tests from those that a test, or a plugin, starts for a build inside the build.
 *
 * <p>The latter write no rows. A JVM says to those that it starts what they are, in the agent's option {@code below}. A
 * JVM that got the agent from the environment is of a build inside the build if it has an ancestor with the agent that
 * is no build tool, or one that is and runs it among its output or its sources, as {@code maven-invoker-plugin} does. So
 * is a Maven below a Maven of another project, wherever that lies: Maven builds its own modules itself.
 */
final class Below implements Supplier<String> {
    /** The value of the option for JVMs that a test starts. */
    static final String TEST = "test";

    /** The value of the option for JVMs that Gradle starts. */
    static final String GRADLE = "gradle";

    /** The value of the option for JVMs that Maven starts. */
    static final String MAVEN = "maven";

    /** The value of the option for other JVMs that a JVM with the agent starts. */
    static final String BUILD = "build";

    private static final String[] NOT_OF_THE_BUILD = {"/target/", "/build/", "/out/", "/src/"};

    private final boolean test;

    /** Whether a task or plugin of the build started this JVM as a program, whose tests may be the build's. */
    private final boolean program;

    private final Options options;
    private final boolean buildTool;

    /** The value for what this JVM starts outside of tests. */
    private final String value;

    private final Session session;

    /** @param test whether this JVM was started by a test */
    Below(boolean test, Options options, String command, Session session) {
        String program = Program.of(command);
        this.test = test;
        this.program = isProgram(options, command);
        this.options = options;
        this.buildTool = Program.isBuildTool(program);
        // The tests of what a program below Maven starts may be the build's as well.
        String ofProgram = MAVEN.equals(options.below) ? MAVEN : TEST;
        this.value = this.program ? ofProgram : valueOf(program);
        this.session = session;
    }

    /**
     * Returns the value of the option for a JVM that the calling thread starts, encoded; for one that a test starts, with
     * the test's id if it is known: {@code test:ID}.
     */
    @Override
    public String get() {
        if (test) {
            return valueFor(options.startedBy);
        }
        // A build tool may run tests on one thread and start the JVMs of other tests on another.
        if (session.isTesting(!buildTool)) {
            return valueFor(session.testId(!buildTool));
        }
        return value;
    }

    private static String valueOf(String program) {
        // What a JVM made to run tests starts before the first and after the last is no JVM of the build's tests,
        // either.
        if (Program.isFork(program)) {
            return TEST;
        }
        return Program.isGradle(program) ? GRADLE : Program.isMaven(program) ? MAVEN : BUILD;
    }

    private String valueFor(String testId) {
        return testId == null ? TEST : TEST + options.encoded(":" + testId);
    }

    /** Whether a value of the option is for a JVM that a test starts. */
    static boolean saysTest(String value) {
        return value != null && value.startsWith(TEST);
    }

    /**
     * Whether a test started this JVM, or it is of a build inside the build.
     *
     * @param command the {@code sun.java.command}
     */
    static boolean isBelowTest(Options options, String jar, String command) {
        boolean ofGradle = GRADLE.equals(options.below);
        if (options.below != null && !ofGradle) {
            return options.below.equals(TEST);
        }
        if (isProgram(options, command)) {
            return false;
        }
        String program = Program.of(command);
        if (ofGradle && !Program.isGradle(program)) {
            return false;
        }
        Ancestors.Ancestor outer = Ancestors.nearest(jar);
        if (outer == null) {
            return false;
        }
        String folder = System.getProperty("user.dir", "");
        if (GradleBuild.isAnother(outer, command, folder)) {
            return true;
        }
        if (ofGradle) {
            return false;
        }
        return !Program.isBuildTool(outer.program)
                || isInside(options.root, folder)
                || Program.isMaven(outer.program)
                        && Program.isMaven(program)
                        && isOfAnother(outer.folder, System.getProperty(Ancestors.MAVENS_FOLDER, folder));
    }

    /**
     * Whether Gradle or Maven started this JVM as a program that is no known test runner. Its tests have rows, which
     * readers count where no JVM made for tests has some, or where they are asked to.
     *
     * @param command the {@code sun.java.command}
     */
    static boolean isProgram(Options options, String command) {
        if (GRADLE.equals(options.below)) {
            return !GradleBuild.testsIn(command);
        }
        String program = Program.of(command);
        boolean runsTests = Program.isFork(program) || Program.isBuildTool(program) || Program.isRunner(program);
        return MAVEN.equals(options.below) && !runsTests;
    }

    /**
     * Whether a JVM is made to run the build's tests.
     *
     * @param below the value of the option for it
     * @param words the main class, or an option and the jar or module that it names, and what follows
     */
    static boolean isMadeForTests(String below, List<String> words) {
        boolean isNamed = words.size() > 1 && words.get(0).startsWith("-");
        String command = String.join(" ", isNamed ? words.subList(1, words.size()) : words);
        return !saysTest(below) && (Program.isFork(Program.of(command)) || GradleBuild.testsIn(command));
    }

    /** Whether two folders are known and differ. */
    static boolean isOfAnother(String outer, String inner) {
        try {
            return outer != null && !new File(outer).getCanonicalFile().equals(new File(inner).getCanonicalFile());
        } catch (IOException unknown) {
            return false;
        }
    }

    /** Whether a folder lies in what a build writes, or among its sources. */
    static boolean isInside(String root, String folder) {
        String path = Slashes.of(folder) + "/";
        String project = root == null ? "" : Slashes.of(root);
        String below = path.startsWith(project + "/") ? path.substring(project.length()) : "/";
        for (String part : NOT_OF_THE_BUILD) {
            if (below.contains(part)) {
                return true;
            }
        }
        return false;
    }
}
