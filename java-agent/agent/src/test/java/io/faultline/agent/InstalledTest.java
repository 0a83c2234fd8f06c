package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstalledTest {
    private static final String REPOSITORY = "/home/u/.m2/repository/org/x/";

    @Test
    void aSnapshotOfAModuleIsTheProjectsAndAReleaseIsNot(@TempDir Path project) throws IOException {
        write(project.resolve("pom.xml"), "<project><groupId>org.x</groupId><artifactId>all</artifactId></project>");
        write(
                project.resolve("parts/core/pom.xml"),
                "<?xml version='1.0'?>\n<!-- <artifactId>other</artifactId> -->\n<project xmlns='u'><parent>"
                        + "<groupId>org.x</groupId><artifactId>all</artifactId></parent><relativePath/>"
                        + "<dependencies><dependency><artifactId>lib</artifactId></dependency></dependencies>"
                        + "<artifactId> core </artifactId></project>");
        write(project.resolve("target/copy/pom.xml"), "<project><artifactId>copy</artifactId></project>");
        assertTrue(inProject(project, "core/1-SNAPSHOT/core-1-SNAPSHOT.jar"));
        assertTrue(inProject(project, "core/1-SNAPSHOT/core-1-20260101.101010-3.jar"), "from another machine");
        assertFalse(inProject(project, "core/1/core-1.jar"), "a release");
        assertFalse(inProject(project, "lib/1-SNAPSHOT/lib-1-SNAPSHOT.jar"), "a dependency");
        assertFalse(inProject(project, "copy/1-SNAPSHOT/copy-1-SNAPSHOT.jar"), "an output");
        assertFalse(
                at(project, "file:/home/u/.m2/repository/org/y/core/1-SNAPSHOT/core-1-SNAPSHOT.jar").inProject,
                "another group");
        Location tests = at(project, "file:" + REPOSITORY + "core/1-SNAPSHOT/core-1-SNAPSHOT-tests.jar");
        assertTrue(tests.testOutput);
    }

    @Test
    void aPomThatIsDamagedIsOfNoArtifact() {
        for (String pom : new String[] {"", "<", "<project", "<project><artifactId>a", "<!-- <project>", "</a></b>"}) {
            assertFalse(Installed.isOf(pom, "org/x", "a"), pom);
        }
        String property = "<project><groupId>${g}</groupId><artifactId>a</artifactId></project>";
        assertEquals(true, Installed.isOf(property, "org/x", "a"), "the group is not known");
    }

    private static boolean inProject(Path project, String below) {
        return at(project, "file:" + REPOSITORY + below).inProject;
    }

    private static Location at(Path project, String url) {
        return Location.of(url, new String[] {project.toString()});
    }

    private static void write(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }
}
