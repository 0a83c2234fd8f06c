package io.faultline.gradle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.plugins.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A plugin as released: its jar contains no program. */
class FetchedProgramIT {
    private static final String VERSION = System.getProperty("plugin.version");
    private static final Path PLUGINS = Gradle.BUILD.resolve("released/plugins");
    private static final Path PROGRAMS = Gradle.BUILD.resolve("released/programs");
    /** The cache folder, shared with builds whose plugin contains a program. */
    private static final Path UNPACKED = Gradle.USER_HOME.resolve("caches/faultline");

    @BeforeAll
    static void release() throws Exception {
        Build.remove(Gradle.BUILD.resolve("released"));
        String plugin = "io/faultline/faultline-gradle-plugin/" + VERSION + "/faultline-gradle-plugin-" + VERSION;
        Path from = Gradle.BUILD.resolve("repository").resolve(plugin + ".jar");
        Path to = PLUGINS.resolve(plugin + ".jar");
        Files.createDirectories(to.getParent());
        withoutProgram(from, to);
        Files.copy(
                from.resolveSibling(to.getFileName().toString().replace(".jar", ".pom")),
                to.resolveSibling(to.getFileName().toString().replace(".jar", ".pom")));

        String name = "faultline-program-" + VERSION;
        Path program = PROGRAMS.resolve(
                "io/faultline/faultline-program/" + VERSION + "/" + name + "-" + Platform.here() + ".exe");
        Files.createDirectories(program.getParent());
        Files.copy(Gradle.DIST.resolve("bin/faultline"), program);
        // Repositories do not preserve the executable permission.
        assertTrue(program.toFile().setExecutable(false));
        Files.copy(Path.of("../../release/program/pom.xml"), program.resolveSibling(name + ".pom"));
    }

    /** A build without files unpacked by earlier ones. */
    private static Build build(String name, String repositories) throws Exception {
        Build.remove(UNPACKED);
        Build build = Build.copy("plain", name);
        build.append("build.gradle", repositories + "\n");
        Files.writeString(
                build.folder.resolve("faultline.gradle"),
                String.join(
                        "\n",
                        "initscript {",
                        "    repositories { maven { url = '" + PLUGINS + "' } }",
                        "    dependencies { classpath 'io.faultline:faultline-gradle-plugin:" + VERSION + "' }",
                        "}",
                        "allprojects { apply plugin: io.faultline.gradle.FaultlinePlugin }",
                        ""));
        return build;
    }

    @Test
    void theProgramComesFromTheProjectsRepositoriesAlsoWithTheConfigurationCache() throws Exception {
        Build build = build("fetched", "repositories { maven { url = '" + PROGRAMS + "' } }");
        String[] words = {"-I", "faultline.gradle", "faultlineLocalize", "--configuration-cache"};
        build.gradle(words).succeeds().says("return 1; // the fault").says("Configuration cache entry stored");
        Build.remove(UNPACKED);
        build.gradle(words).succeeds().says("return 1; // the fault").says("Reusing configuration cache");
    }

    @Test
    void withoutTheArtefactATaskThatNeedsItFailsWithOneSentence() throws Exception {
        String sentence = "faultline: io.faultline:faultline-program:" + VERSION + ":" + Platform.here()
                + "@exe, the program for this machine, came from no repository of root project 'plain' (--refresh-dependencies asks them"
                + " again, with --info they say why); the repository that has the plugin must be among the project's, too, and not in"
                + " pluginManagement alone";
        Build build = build("not-fetched", "repositories { maven { url = '" + PLUGINS + "' } }");
        build.gradle("-I", "faultline.gradle", "faultlineLocalize").fails().says("> " + sentence);
        build.gradle("-I", "faultline.gradle", "faultlineLocalize", "--configuration-cache")
                .fails()
                .says("> " + sentence);

        Build none = build("no-repositories", "");
        none.gradle("-I", "faultline.gradle", "faultlineLocalize").fails().says("> " + sentence);
        // Recording needs only the agent; a ranking that was not requested must not fail.
        none.gradle("-I", "faultline.gradle", "test", "--tests", "*divides")
                .succeeds()
                .says(sentence);
        assertEquals(1, none.recordings("build/faultline/test").size());
    }

    private static void withoutProgram(Path from, Path to) throws IOException {
        String own = "META-INF/faultline/linux-";
        try (ZipFile jar = new ZipFile(from.toFile());
                ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(to))) {
            for (Enumeration<? extends ZipEntry> entries = jar.entries(); entries.hasMoreElements(); ) {
                ZipEntry entry = entries.nextElement();
                if (!entry.getName().startsWith(own)) {
                    out.putNextEntry(new ZipEntry(entry.getName()));
                    out.write(jar.getInputStream(entry).readAllBytes());
                }
            }
        }
    }
}
