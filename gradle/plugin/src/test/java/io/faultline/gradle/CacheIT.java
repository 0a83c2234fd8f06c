package io.faultline.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When tests run again, and how recordings are restored otherwise. */
class CacheIT {
    private static final String RECORDINGS = "build/faultline/test";
    private static final Map<String, String> ROWS = Map.of(
            "EmptyTest::holds passed", "Words:5 Words:6 Words:7",
            "TwoTest::holds passed", "Words:5 Words:6 Words:9",
            "VowelTest::holds passed", "Letters:5");
    private final Path cache = Gradle.BUILD.resolve("builds/build-cache");

    @BeforeEach
    void emptyTheCache() throws Exception {
        Build.remove(cache);
    }

    @Test
    void recordingsAreUpToDateOrRestoredFromTheBuildCacheWithTheTests() throws Exception {
        Build build = cached("cache");
        build.gradle("test", "--build-cache").succeeds().outcome(":test", "RUN");
        build.gradle("test", "--build-cache").succeeds().outcome(":test", "UP-TO-DATE");
        assertEquals(ROWS, build.rows(RECORDINGS));

        Build elsewhere = cached("cache-elsewhere");
        elsewhere.gradle("test", "--build-cache").succeeds().outcome(":test", "FROM-CACHE");
        assertEquals(ROWS, elsewhere.rows(RECORDINGS));
    }

    @Test
    void onlyWhatChangesRecordingsRunsTestsAgain() throws Exception {
        Build build = Build.copy("green", "changes");
        build.gradle("test").succeeds().outcome(":test", "RUN");
        build.append("build.gradle", "faultline { ranking = 'nonsense'; level = 'line'; top = 3 }\n");
        build.gradle("test").succeeds().outcome(":test", "UP-TO-DATE").says("nonsense");
        build.append("build.gradle", "faultline { excludes = ['org.example.Letters'] }\n");
        build.gradle("test").succeeds().outcome(":test", "RUN");
        assertEquals("", build.rows(RECORDINGS).get("VowelTest::holds passed"));
        assertEquals("Words:5 Words:6 Words:9", build.rows(RECORDINGS).get("TwoTest::holds passed"));
    }

    @Test
    void theConfigurationCacheIsReusedAlsoAfterTheUnpackedAgentIsGone() throws Exception {
        Build build = Build.copy("green", "configuration-cache");
        build.gradle("test", "faultlineSuite", "--configuration-cache")
                .succeeds()
                .says("Configuration cache entry stored")
                .says("3 tests: 3 passed");
        Build.remove(build.folder.resolve("build"));
        Build.remove(Gradle.USER_HOME.resolve("caches/faultline"));
        build.gradle("test", "faultlineSuite", "--configuration-cache")
                .succeeds()
                .says("Reusing configuration cache")
                .outcome(":test", "RUN")
                .says("3 tests: 3 passed");
        assertEquals(ROWS, build.rows(RECORDINGS));
    }

    /** A copy that uses the build cache of this test. */
    private Build cached(String name) throws Exception {
        Build build = Build.copy("green", name);
        build.append("settings.gradle", "buildCache { local { directory = '" + cache + "' } }\n");
        Files.createDirectories(cache);
        return build;
    }
}
