package io.faultline.evosuite.runs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * A run of EvoSuite on a class, and of the generated tests.
 *
 * <p>Limited by evaluations instead of time, because the machine may be busy.
 */
final class Search {
    private static final Path FIXTURES = Path.of(System.getProperty("fixtures"));
    private static final int JUNIT_FAILED = 1;

    private final Path folder;
    private final String target;
    private final Path classes;

    Search(Path folder, String target, Path classes) {
        this.folder = folder;
        this.target = target;
        this.classes = classes;
    }

    /** Compiles the classes of {@code src/test/fixtures/PACKAGE} for a release of Java, with these jars. */
    static Path compile(Path folder, String packageName, int release, Path... jars) {
        Path output = folder.resolve("classes-" + release);
        List<String> arguments =
                new ArrayList<>(List.of("-g", "-nowarn", "--release", "" + release, "-d", output.toString()));
        arguments.addAll(List.of("-cp", Jvm.classPath(jars)));
        arguments.addAll(sources(FIXTURES.resolve(packageName)));
        javac(arguments);
        return output;
    }

    /** Starts EvoSuite. */
    Jvm.Result generate(int evaluations, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "-jar",
                Jvm.jar("evosuite-master").toString(),
                "-class",
                target,
                "-projectCP",
                classes.toString(),
                "-base_dir",
                folder.toString(),
                "-Dtest_dir=" + folder.resolve("tests"),
                "-seed",
                "1",
                "-Dstopping_condition=MaxFitnessEvaluations",
                "-Dsearch_budget=" + evaluations,
                "-Dassertion_timeout=10",
                "-Dminimization_timeout=20",
                "-Dshow_progress=false"));
        arguments.addAll(Arrays.asList(more));
        return Jvm.run(folder, arguments);
    }

    /** Returns the suite written by EvoSuite. */
    String suite() {
        try {
            return Files.readString(folder.resolve("tests").resolve(target.replace('.', '/') + "_ESTest.java"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Compiles the suite and runs it. */
    Jvm.Result test() {
        Path output = folder.resolve("test-classes");
        String classPath = Jvm.classPath(
                output, classes, Jvm.jar("evosuite-standalone-runtime"), Jvm.jar("junit"), Jvm.jar("hamcrest-core"));
        List<String> arguments =
                new ArrayList<>(List.of("-nowarn", "-proc:none", "-cp", classPath, "-d", output.toString()));
        arguments.addAll(sources(folder.resolve("tests")));
        javac(arguments);
        Jvm.Result result =
                Jvm.run(folder, List.of("-ea", "-cp", classPath, "org.junit.runner.JUnitCore", target + "_ESTest"));
        if (result.exit() > JUNIT_FAILED) {
            throw new AssertionError("JUnit did not run: " + result.text());
        }
        return result;
    }

    private static void javac(List<String> arguments) {
        if (ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(new String[0])) != 0) {
            throw new AssertionError("does not compile: " + arguments);
        }
    }

    private static List<String> sources(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.map(Path::toString)
                    .filter(file -> file.endsWith(".java"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
