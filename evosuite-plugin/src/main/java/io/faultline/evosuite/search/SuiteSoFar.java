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
 * Writes the tests accepted so far to the place of the final suite.
 *
 * <p>EvoSuite writes tests once, at the very end, so a JVM that crashes or is killed before would lose all of them.
 * These tests are neither shortened nor checked, and have no assertions; EvoSuite's final file replaces them.
 */
final class SuiteSoFar {
    private final ExecutionObserver observer;
    private final Path tests = Paths.get(Properties.TEST_DIR);

    /** A folder beside the tests, so that files can be moved atomically. Searches for other classes may use it too. */
    private final Path unfinished = tests.resolve(".unfinished-" + Properties.TARGET_CLASS);

    private boolean works = true;

    /** EvoSuite's writer removes all observers; this one is added again for later executions. */
    SuiteSoFar(ExecutionObserver observer) {
        this.observer = observer;
    }

    /** Writes all tests of a suite. Errors are reported once, and do not end the search. */
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

    /** Returns the folder of incomplete files. */
    Path unfinished() {
        return unfinished;
    }

    /** Replaces the file atomically, so that it is always complete. */
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

    /** Ends writing: EvoSuite writes the final suite next. */
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
        file.delete(); // At worst an empty folder remains.
    }
}
