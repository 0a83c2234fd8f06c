package io.faultline.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@code faultline run --affected} around Gradle builds without the plugin. */
class RunAffectedIT {
    private static final String LETTERS = "src/main/java/org/example/Letters.java";
    private static final String UP_TO_DATE =
            "it skips tests that are up to date, for which nothing has changed since they passed";

    @Test
    void onlyTestsOfChangedMethodsRunAndATaskThatLeavesOutAllSucceeds() throws Exception {
        Build build = Build.withoutPlugin("green", "run-affected");
        // There is no baseline: all run, and it is an error if none does.
        affected(build, "test").says("faultline: 3 tests (3 passed)");
        affected(build, "test").outcome(":test", "UP-TO-DATE").says(UP_TO_DATE).keepsQuietAbout("--rerun-tasks");

        build.replace(LETTERS, "\"aeiou\"", "\"aeiouy\"");
        affected(build, "test")
                .outcome(":test", "RUN")
                .says("1 test (1 passed)")
                .says("2 tests not affected and left out");
        assertEquals(3, build.rows(".faultline").size(), "rows of the others are carried over");

        // Moved lines change the class and nothing that it does. Gradle runs the task, and no test is left.
        build.replace(LETTERS, "public class", "// moved\n\npublic class");
        affected(build, "test")
                .outcome(":test", "RUN")
                .says("3 tests not affected and left out; nothing has changed for them since they passed")
                .keepsQuietAbout("Deprecated Gradle features");
        affected(build, "test", "--rerun-tasks", "--tests", "*TwoTest")
                .outcome(":test", "RUN")
                .says("1 test not affected and left out");
        run(build, "test", "--tests", "*NoTest").fails().says("No tests found for given includes: [*NoTest]");
    }

    @Test
    void theBuildCacheRestoresWhatPassedWithTheSameCode() throws Exception {
        Build build = Build.withoutPlugin("green", "run-affected-cache");
        build.append("settings.gradle", "buildCache { local { directory = 'build-cache' } }\n");
        affected(build, "test", "--build-cache").says("3 tests (3 passed)");
        build.replace(LETTERS, "\"aeiou\"", "\"aeiouy\"");
        affected(build, "test", "--build-cache").says("1 test (1 passed)");
        build.replace(LETTERS, "\"aeiouy\"", "\"aeiou\"");
        affected(build, "test", "--build-cache").outcome(":test", "FROM-CACHE").says(UP_TO_DATE);
        build.replace(LETTERS, "\"aeiou\"", "\"aeiouw\"");
        affected(build, "test", "--build-cache").outcome(":test", "RUN").says("1 test (1 passed)");
    }

    @Test
    void testsOfTwoProjectsAreLeftOutEachByItsOwnClassPath() throws Exception {
        Build build = Build.withoutPlugin("multi", "run-affected-multi");
        build.replace("core/src/main/java/org/example/Price.java", "cents - 1;", "cents - cents / 10;");
        affected(build, "test").says("2 tests (2 passed)");
        build.replace("app/src/main/java/org/example/Bill.java", "\"to pay: \" +", "\"to \" + \"pay: \" +");
        // javac folds the constant, so nothing has changed.
        affected(build, "test")
                .outcome(":app:test", "UP-TO-DATE")
                .outcome(":core:test", "UP-TO-DATE")
                .says(UP_TO_DATE);
        build.replace(
                "app/src/main/java/org/example/Bill.java", "Price.rebate(cents)", "Price.rebate(cents + 0 * cents)");
        affected(build, "test")
                .outcome(":app:test", "RUN")
                .outcome(":core:test", "UP-TO-DATE")
                .says("1 test (1 passed)")
                .keepsQuietAbout("--rerun-tasks");
        // Gradle puts core.jar on the class path of app: its classes are compared by methods, too.
        String price = "core/src/main/java/org/example/Price.java";
        build.replace(price, "cents + cents / 5", "cents + cents / 5 + 0 * cents");
        affected(build, "test")
                .outcome(":app:test", "RUN")
                .outcome(":core:test", "RUN")
                .says("1 test (1 passed)")
                .says("1 test not affected and left out");
        build.replace(price, "cents - cents / 10", "cents - cents / 10 + 0 * cents");
        affected(build, "test").says("1 test (1 passed)").says("1 test not affected and left out");
        // So are resources in the archive.
        Path resource = build.folder.resolve("core/src/main/resources/core.properties");
        Files.createDirectories(resource.getParent());
        Files.writeString(resource, "a=1");
        affected(build, "test").says("2 tests (2 passed)");
    }

    private static Ran affected(Build build, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("--affected"));
        all.addAll(List.of(arguments));
        return run(build, all.toArray(new String[0])).succeeds();
    }

    /** Runs Gradle; leading options are those of {@code faultline run}. */
    private static Ran run(Build build, String... arguments) throws Exception {
        List<String> command =
                new ArrayList<>(List.of(Gradle.DIST.resolve("bin/faultline").toString(), "run"));
        List<String> rest = new ArrayList<>(List.of(arguments));
        if (rest.get(0).equals("--affected")) {
            command.add(rest.remove(0));
        }
        command.addAll(
                List.of("--", Gradle.script(build.folder.resolve("gradlew")).toString()));
        command.addAll(rest);
        return Ran.of(build.folder, command);
    }
}
