package io.faultline.gradle;

import io.faultline.gradle.fixture.GradleHome;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Runs builds with a real Gradle, offline, in a Gradle user home of the tests.
 *
 * <p>The first build starts a daemon, which the others reuse and which is stopped when this JVM ends. An initialisation
 * script replaces the network and a full distribution: the repository with the plugin, the test frameworks' jars, an
 * executable compiler.
 */
final class Gradle {
    static final Path BUILD = Path.of(System.getProperty("build.dir")).toAbsolutePath();
    static final Path DIST = Path.of(System.getProperty("dist.dir")).toAbsolutePath();
    private static final Path JDK = Path.of(System.getProperty("java.home"));
    static final Path USER_HOME = BUILD.resolve("gradle-user-home");
    private static final GradleHome HOME = home();

    private Gradle() {}

    /** Runs a build to its end. */
    static Ran run(Path project, String... arguments) {
        List<String> command = command();
        command.addAll(List.of(arguments));
        return Ran.of(project, command);
    }

    /** Gradle's command line, including the user home and the daemon's settings. */
    static List<String> command() {
        List<String> command = HOME.launcher(JDK.resolve("bin/java"));
        command.addAll(List.of(
                "-g",
                USER_HOME.toString(),
                "--offline",
                "--console=plain",
                "-Dorg.gradle.jvmargs=-Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1",
                // If this JVM is killed, the daemon stops soon after.
                "-Dorg.gradle.daemon.idletimeout=60000",
                // The agent is not in the artifact from which this Gradle is built.
                "-Dorg.gradle.internal.instrumentation.agent=false"));
        return command;
    }

    /** Writes a script that works like Gradle's own: the words of the variable become JVM options. */
    static Path script(Path file) throws IOException {
        List<String> command = command();
        String java = command.remove(0);
        String arguments = command.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        Files.writeString(
                file, "#!/bin/sh\neval \"exec '" + java + "' $GRADLE_OPTS " + arguments + " \\\"\\$@\\\"\"\n");
        if (!file.toFile().setExecutable(true)) {
            throw new IOException(file + " cannot be made executable");
        }
        return file;
    }

    private static GradleHome home() {
        try {
            GradleHome home = GradleHome.in(BUILD.resolve("gradle-home"));
            Path script = USER_HOME.resolve("init.d/tests.gradle");
            Files.createDirectories(script.getParent());
            Files.writeString(script, initialisation());
            Runtime.getRuntime().addShutdownHook(new Thread(() -> run(BUILD, "--stop")));
            return home;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String initialisation() {
        return String.join(
                "\n",
                "beforeSettings {",
                "    it.pluginManagement {",
                "        repositories { maven { url = '" + BUILD.resolve("repository") + "' } }",
                "        plugins { id('io.faultline').version('" + System.getProperty("plugin.version") + "') }",
                "    }",
                "}",
                "allprojects {",
                "    ext.junit4 = files(" + jars("junit-4.*|hamcrest-.*") + ")",
                "    ext.jupiter = files(" + jars("junit-(jupiter|platform)-.*|opentest4j-.*|apiguardian-.*") + ")",
                "    ext.testng = fileTree('" + BUILD.resolve("testng") + "')",
                "    tasks.withType(JavaCompile).configureEach {",
                "        options.fork = true",
                "        options.forkOptions.jvmArgs = ['-J-XX:TieredStopAtLevel=1']",
                "        options.forkOptions.executable = '" + JDK.resolve("bin/javac") + "'",
                "    }",
                "}",
                "");
    }

    private static String jars(String pattern) {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(jar -> new File(jar).getName().matches("(" + pattern + ")\\.jar"))
                .map(jar -> "'" + jar + "'")
                .collect(Collectors.joining(", "));
    }
}
