package io.faultline.agent;

import io.faultline.runtime.Slashes;

/** Programs that run in JVMs of builds, known by the main class or the jar that a JVM was started with. */
final class Program {
    /** Maven, by its script, its wrapper and its daemon. */
    private static final String[] MAVEN = {
        "org.codehaus.plexus.classworlds.launcher.",
        "org.codehaus.classworlds.",
        "org.apache.maven.cli.",
        "org.apache.maven.wrapper.",
        "org.mvndaemon.",
        "maven-wrapper.jar",
    };

    /** JVMs that run tests for a build tool and for nothing else: of Surefire, Ant and sbt. */
    private static final String[] FORKS = {
        "org.apache.maven.surefire.booter.",
        "surefirebooter",
        "org.apache.tools.ant.taskdefs.optional.junit.JUnitTestRunner",
        "org.apache.tools.ant.taskdefs.optional.junitlauncher.StandaloneLauncher",
        "sbt.ForkMain",
    };

    /** Other build tools, which start the JVMs of tests; the JVMs of tests themselves have other main classes. */
    private static final String[] BUILD_TOOLS = {
        "org.apache.tools.ant.launch.",
        "org.apache.tools.ant.Main",
        "xsbt.boot.",
        "mill.",
        "sbt-launch.jar",
        "ant-launcher.jar",
    };

    /** Gradle, by its script and its wrapper, which start its daemon, and by that. */
    private static final String[] GRADLE = {
        "org.gradle.", "gradle-wrapper.jar", "gradle-launcher-", "gradle-gradle-cli-main-",
    };

    private static final String GRADLE_DAEMON = "org.gradle.launcher.daemon.";

    /** Main classes that a build runs to test it where its build tool has no task for that. */
    private static final String[] RUNNERS = {
        "org.junit.",
        "junit.",
        "junit-platform-console-standalone",
        "org.testng.",
        "io.cucumber.",
        "cucumber.api.",
        "io.kotest.",
        "org.scalatest.",
        "org.specs2.",
        "com.intuit.karate.",
        // Tests inside of OSGi frameworks.
        "aQute.",
        "org.eclipse.equinox.launcher",
    };

    /** JVMs that compile for any build, and go on for hours. */
    private static final String[] COMPILERS = {"org.jetbrains.kotlin.daemon."};

    /** JVMs in which tools run a build's tests on mutants: PIT with its engines, Jumble, Stryker4s. */
    private static final String[] ON_MUTANTS = {
        "org.pitest.coverage.execute.", "org.pitest.mutationtest.execute.", "com.reeltwo.jumble.fast.", "stryker4s.",
    };

    private static final String JAR = ".jar";

    private Program() {}

    /** Whether a program is a build tool. */
    static boolean isBuildTool(String main) {
        return isMaven(main) || isGradle(main) || startsWithAny(main, BUILD_TOOLS);
    }

    /** Whether a program is Gradle, but not one of its workers. */
    static boolean isGradle(String main) {
        return startsWithAny(main, GRADLE);
    }

    /** Whether a program is a daemon of Gradle. */
    static boolean isGradleDaemon(String main) {
        return main.startsWith(GRADLE_DAEMON);
    }

    /** Whether a program runs the tests that it is given. */
    static boolean isRunner(String main) {
        return startsWithAny(main, RUNNERS);
    }

    /** Whether a program compiles for this build and for later ones. */
    static boolean isCompiler(String main) {
        return startsWithAny(main, COMPILERS);
    }

    /** Whether a program is Maven. */
    static boolean isMaven(String main) {
        return startsWithAny(main, MAVEN);
    }

    /** Whether a program runs tests that a build tool gives it. */
    static boolean isFork(String main) {
        return startsWithAny(main, FORKS);
    }

    /** Whether a program runs tests on mutants. */
    static boolean runsMutants(String main) {
        return startsWithAny(main, ON_MUTANTS);
    }

    /**
     * Returns the main class, or the jar, of a {@code sun.java.command}; empty if it is unknown. The path of a jar may have
     * blanks: a command that begins with a folder goes on to the first jar.
     */
    static String of(String command) {
        if (command == null) {
            return "";
        }
        String path = Slashes.of(command);
        int blank = path.indexOf(' ');
        boolean isFile = path.startsWith("/") || path.startsWith(":/", 1);
        if (isFile && blank >= 0 && !path.substring(0, blank).endsWith(JAR)) {
            int end = path.indexOf(JAR + ' ', blank);
            return end >= 0 ? command.substring(0, end + JAR.length()) : command;
        }
        return blank < 0 ? command : command.substring(0, blank);
    }

    private static boolean startsWithAny(String main, String[] known) {
        String path = Slashes.of(main);
        String name = path.substring(path.lastIndexOf('/') + 1);
        for (String one : known) {
            if (name.startsWith(one)) {
                return true;
            }
        }
        return false;
    }
}
