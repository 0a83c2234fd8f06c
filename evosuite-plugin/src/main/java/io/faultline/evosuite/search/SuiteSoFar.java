package io.faultline.evosuite.search;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import org.evosuite.Properties;
import org.evosuite.junit.writer.TestSuiteWriter;
import org.evosuite.testcase.execution.ExecutionObserver;
import org.evosuite.testcase.execution.TestCaseExecutor;
import org.evosuite.testsuite.TestSuiteChromosome;

/**
 * The tests kept so far, written where the suite will be.
 *
 * <p>EvoSuite writes tests once, after everything else. A JVM that crashes or is ended before that would take all of them
 * with it. These are neither shortened nor checked, and assert nothing; EvoSuite's own file takes their place.
 */
final class SuiteSoFar {
    private final ExecutionObserver observer;
    private final Path tests = Paths.get(Properties.TEST_DIR);

    /** Beside the tests, so that files can be moved in one step. Searches for other classes may write there, too. */
    private final Path unfinished = tests.resolve(".unfinished-" + Properties.TARGET_CLASS);

    private boolean works = true;

    /** EvoSuite's writer drops all observers; this one is wanted for what is executed afterwards. */
    SuiteSoFar(ExecutionObserver observer) {
        this.observer = observer;
    }

    /** Writes all tests of a suite. What goes wrong is said once, and does not end the search. */
    void write(TestSuiteChromosome suite) {
        if (!works || !Properties.JUNIT_TESTS) {
            return;
        }
        try {
            replace(suite);
        } catch (Throwable e) {
            works = false;
            Log.failure("tests are written at the end only", e);
        } finally {
            TestCaseExecutor.getInstance().addObserver(observer);
        }
    }

    /** The folder in which files lie until they are whole. */
    Path unfinished() {
        return unfinished;
    }

    /** A file is there whole or not at all, whenever the JVM ends. */
    private void replace(TestSuiteChromosome suite) throws IOException {
        TestSuiteWriter writer = new TestSuiteWriter();
        writer.insertAllTests(suite.getTests());
        String target = Properties.TARGET_CLASS;
        String name = target.substring(target.lastIndexOf('.') + 1) + Properties.JUNIT_SUFFIX;
        for (File file : writer.writeTestSuite(name, unfinished.toString(), suite.getLastExecutionResults())) {
            Path place = tests.resolve(unfinished.relativize(file.toPath()));
            Files.createDirectories(place.getParent());
            Files.move(file.toPath(), place, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** The search is over: EvoSuite writes the suite next. */
    void close() {
        remove(unfinished.toFile());
    }

    private static void remove(File file) {
        File[] inside = file.listFiles();
        if (inside != null) {
            for (File each : inside) {
                remove(each);
            }
        }
        file.delete(); // An empty folder stays behind at worst.
    }
}
