package io.faultline.agent;

import java.io.File;
import java.util.Arrays;
import java.util.List;

/**
 * What Gradle starts for its build: the JVMs of its test tasks, and test runners that a task calls as a program. Other
 * programs of tasks, workers that run no tests, and Gradle for another build, may run tests that Gradle does not report.
 */
final class GradleBuild {
    private static final String WORKER = "worker.org.gradle.process.internal.worker.GradleWorkerMain";

    /** Names of workers, as Gradle gives them; a worker of a test task is {@code Gradle Test Executor}. */
    private static final String[] NO_TESTS = {"Gradle Worker Daemon", "Gradle Compiler Daemon"};

    private static final List<String> PROJECT = Arrays.asList("-p", "--project-dir");
    private static final String PROJECT_IS = "--project-dir=";
    private static final String[] SETTINGS = {"settings.gradle", "settings.gradle.kts", "settings.gradle.dcl"};

    private GradleBuild() {}

    /**
     * Whether a JVM that Gradle has started runs tests of its build.
     *
     * @param command the JVM's {@code sun.java.command}
     */
    static boolean testsIn(String command) {
        String program = Program.of(command);
        if (program.equals(WORKER)) {
            return !isWithoutTests(command.substring(program.length()).trim());
        }
        return Program.isBuildTool(program) || Program.isRunner(program);
    }

    private static boolean isWithoutTests(String worker) {
        for (String name : NO_TESTS) {
            // A message of older versions says it in quotes.
            if (worker.startsWith(name) || worker.startsWith("'" + name)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether a Gradle below another one builds another project. The daemon of a Gradle that started it does not: only its
     * own daemon is below a command line, and only a task has a Gradle below a daemon.
     *
     * @param command the inner JVM's {@code sun.java.command}
     * @param folder its working directory
     */
    static boolean isAnother(Ancestors.Ancestor outer, String command, String folder) {
        String program = Program.of(command);
        if (!Program.isGradle(outer.program) || !Program.isGradle(program)) {
            return false;
        }
        if (Program.isGradleDaemon(program)) {
            return Program.isGradleDaemon(outer.program);
        }
        return outer.folder != null && Below.isOfAnother(root(outer.folder), root(project(command, folder)));
    }

    /** Returns the folder of the project that a command line of Gradle names, otherwise the working directory. */
    static String project(String command, String folder) {
        List<String> words = Arrays.asList(command.split(" "));
        for (int i = 1; i < words.size(); i++) {
            String named = words.get(i).startsWith(PROJECT_IS)
                    ? words.get(i).substring(PROJECT_IS.length())
                    : PROJECT.contains(words.get(i)) && i + 1 < words.size() ? words.get(i + 1) : null;
            if (named != null) {
                File file = new File(named);
                return file.isAbsolute() ? named : new File(folder, named).getPath();
            }
        }
        return folder;
    }

    /** Returns the folder of the build that a project belongs to: the nearest above it with settings, otherwise its own. */
    private static String root(String project) {
        for (File folder = new File(project); folder != null; folder = folder.getParentFile()) {
            for (String settings : SETTINGS) {
                if (new File(folder, settings).isFile()) {
                    return folder.getPath();
                }
            }
        }
        return project;
    }
}
