package io.faultline.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Runs {@code faultline} around and inside Gradle builds. */
class CommandLineIT {
    private static final String FAULTLINE = Gradle.DIST.resolve("bin/faultline").toString();

    @Test
    void runFollowsABuildWithoutThePluginFromTheScriptToTheWorker() throws Exception {
        Build build = Build.copy("plain", "run");
        Path script = Gradle.script(build.folder.resolve("gradlew"));
        Ran ran = Ran.of(build.folder, List.of(FAULTLINE, "run", "--", script.toString(), "test"))
                .fails()
                .outcome(":test", "FAILED")
                .says("faultline: 2 tests (1 passed, 1 failed), 1 class, 4 lines, 1 file");
        assertTrue(ran.output.contains("BUILD FAILED"), ran.output);
        assertEquals(
                Map.of("CalcTest::divides passed", "Calc:5 Calc:8", "CalcTest::dividesByZero failed", "Calc:5 Calc:6"),
                build.rows(".faultline"));
    }

    /** A daemon of these tests waits for builds; it has no agent. */
    @Test
    void aDaemonOfTheRunsOwnBuildsAndEndsWithIt() throws Exception {
        Build build = Build.copy("plain", "run-daemon");
        Files.writeString(
                build.folder.resolve("build.gradle"),
                String.join(
                        "\n",
                        "",
                        "tasks.register('application', JavaExec) {",
                        "    mainClass = 'org.example.Application'",
                        "    classpath = sourceSets.test.runtimeClasspath",
                        "}",
                        "test { dependsOn 'application' }",
                        ""),
                StandardOpenOption.APPEND);
        Files.writeString(
                build.folder.resolve("src/test/java/org/example/Application.java"),
                String.join(
                        "\n",
                        "package org.example;",
                        "public class Application {",
                        "    public static void main(String[] words) {",
                        "        org.junit.runner.JUnitCore.runClasses(CalcTest.class);",
                        "    }",
                        "}"));
        build.gradle("help").succeeds();
        Path script = Gradle.script(build.folder.resolve("gradlew"));
        Ran.of(build.folder, List.of(FAULTLINE, "run", "--", script.toString(), "--daemon", "test"))
                .fails()
                .says("faultline: 2 tests (1 passed, 1 failed)");
        boolean goesOn = ProcessHandle.allProcesses()
                .map(process -> process.info().commandLine().orElse(""))
                .anyMatch(command -> command.contains("-javaagent:") && command.contains("run-daemon/.faultline"));
        assertFalse(goesOn, "the daemon of the run");
    }

    @Test
    void testsOfAProgramThatATaskStartsAreRowsWhereNoTestTaskRan() throws Exception {
        Build build = Build.copy("plain", "run-program");
        build.append(
                "build.gradle",
                String.join(
                        "\n",
                        "",
                        "tasks.register('application', JavaExec) {",
                        "    mainClass = 'org.example.Application'",
                        "    classpath = sourceSets.test.runtimeClasspath",
                        "}",
                        ""));
        Files.writeString(
                build.folder.resolve("src/test/java/org/example/Application.java"),
                String.join(
                        "\n",
                        "package org.example;",
                        "public class Application {",
                        "    public static void main(String[] words) {",
                        "        org.junit.runner.JUnitCore.runClasses(CalcTest.class);",
                        "    }",
                        "}"));
        String script = Gradle.script(build.folder.resolve("gradlew")).toString();
        Ran.of(build.folder, List.of(FAULTLINE, "run", "--", script, "application"))
                .succeeds()
                .says("faultline: 2 tests (1 passed, 1 failed)")
                .keepsQuietAbout("--started-jvms");
        Ran.of(build.folder, List.of(FAULTLINE, "run", "--", script, "--continue", "application", "test"))
                .fails()
                .says("faultline: 2 tests (1 passed, 1 failed)")
                .says("; 2 tests of org.example.Application, which the build ran as a program, are no rows beside those"
                        + " of its test JVMs (--started-jvms rows counts them)");
        Ran.of(build.folder, List.of(FAULTLINE, "rank", "--started-jvms", "rows"))
                .succeeds()
                .says("4 tests: 2 passed, 2 failed");
    }

    @Test
    void reportsOfABuildInsideTheBuildAreNoTestsWithoutRows() throws Exception {
        Build build = Build.copy("plain", "run-inner");
        Build inner = Build.copy("green", "run-inner/samples/inner");
        Path script = Gradle.script(build.folder.resolve("gradlew"));
        build.append(
                "build.gradle",
                String.join(
                        "\n",
                        "",
                        "tasks.register('sample', Exec) {",
                        "    workingDir = 'samples/inner'",
                        "    commandLine '" + script + "', '--no-daemon', 'test'",
                        "}",
                        "test { dependsOn 'sample' }",
                        ""));
        Ran.of(build.folder, List.of(FAULTLINE, "run", "--", script.toString(), "test"))
                .fails()
                .says("faultline: 2 tests (1 passed, 1 failed)")
                .keepsQuietAbout("no row");
        assertTrue(Files.isDirectory(inner.folder.resolve("build/test-results/test")), "the sample's own reports");
    }

    @Test
    void anInitialisationScriptLocalizesWithoutAChangeOfTheBuild() throws Exception {
        Build build = Build.copy("plain", "init-script");
        Files.writeString(
                build.folder.resolve("faultline.gradle"),
                String.join(
                        "\n",
                        "initscript {",
                        "    repositories { maven { url = '" + Gradle.BUILD.resolve("repository") + "' } }",
                        "    dependencies { classpath 'io.faultline:faultline-gradle-plugin:"
                                + System.getProperty("plugin.version") + "' }",
                        "}",
                        "allprojects { apply plugin: io.faultline.gradle.FaultlinePlugin }",
                        ""));
        build.gradle("-I", "faultline.gradle", "faultlineLocalize").succeeds().says("return 1; // the fault");
    }

    @Test
    void aBudgetIsSharedAmongTheClassesOfTheSourceSets() throws Exception {
        Build build = Build.copy("green", "budget");
        git(build, "init", "-q");
        git(build, "add", ".");
        git(build, "-c", "user.name=x", "-c", "user.email=x@y", "commit", "-q", "-m", "Fix a bug");
        build.gradle("faultlineBudget").fails().says("faultlineBudget needs a total of time");
        build.gradle("faultlineBudget", "--total=60s", "--predictor=size")
                .succeeds()
                .says("1 min for 2 classes")
                .says("1  Words ")
                .says("2  Letters ")
                .keepsQuietAbout("TwoTest");
        build.gradle("faultlineBudget", "--total=60s", "--recordings=nowhere", "--failing=TwoTest#two")
                .fails()
                .says("nowhere");
    }

    @Test
    void aBudgetsRunIsLedByAMetricFromRecordings() throws Exception {
        Build build = Build.copy("green", "budget-metric");
        git(build, "init", "-q");
        git(build, "add", ".");
        git(build, "-c", "user.name=x", "-c", "user.email=x@y", "commit", "-q", "-m", "Fix a bug");
        // The command line rejects the metric first; Gradle logs how it starts the command.
        build.gradle(
                        "faultlineBudget",
                        "--total=60s",
                        "--run",
                        "--metric=nonsense",
                        "--recordings=a",
                        "--recordings=b.flt",
                        "--fetch",
                        "--info")
                .fails()
                .says("'nonsense'")
                .says(" a b.flt ")
                .says("--metric=nonsense --fetch");
    }

    @Test
    void aBudgetIsSpentOnTheCompiledClassesOfAllProjects() throws Exception {
        Build build = Build.copy("multi", "budget-run");
        git(build, "init", "-q");
        git(build, "add", ".");
        git(build, "-c", "user.name=x", "-c", "user.email=x@y", "commit", "-q", "-m", "Fix a bug");
        String stub = "echo {class_path} > {out}/{class}.txt";
        build.gradle("faultlineBudget", "--total=6s", "--predictor=size", "--run", "--command=" + stub)
                .outcome(":app:compileJava", "RUN");
        Path tests = build.folder.resolve("build/faultline-tests/tests");
        String classPath = Files.readString(tests.resolve("org.example.Bill/org.example.Bill.txt"));
        assertTrue(classPath.contains("app/build/classes/java/main") && classPath.contains("core/build/"), classPath);
        assertTrue(Files.exists(tests.resolve("org.example.Price")), "its project's classes, too");
    }

    private static void git(Build build, String... arguments) {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        Ran.of(build.folder, command).succeeds();
    }
}
