package io.faultline.evosuite.runs;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Runs JVMs under the real agent, with the jars that they need. */
final class Jvm {
    static final Path AGENT = Path.of(System.getProperty("agent.jar"));
    private static final Path JARS = Path.of(System.getProperty("jars.to.run"));
    private static final int MINUTES = 8; // on a busy machine

    private Jvm() {}

    /** The result of a run; standard output and error are one text. */
    record Result(int exit, String text) {
        /** Returns the lines written by the plugin. */
        List<String> ours() {
            return text.lines().filter(line -> line.startsWith("faultline:")).toList();
        }
    }

    /** Returns a jar copied by the build, without its version. */
    static Path jar(String name) {
        return JARS.resolve(name + ".jar");
    }

    static String classPath(Path... entries) {
        return String.join(
                File.pathSeparator, Arrays.stream(entries).map(Path::toString).toList());
    }

    /** Runs {@code java} under the agent. */
    static Result run(Path folder, List<String> arguments) {
        List<String> command =
                new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java", "-javaagent:" + AGENT));
        command.addAll(arguments);
        try {
            Path output = Files.createTempFile(folder, "output", ".txt");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile());
            builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"));
            // Also for the JVM started by EvoSuite. In these short searches half of all CPU time goes to the second
            // compiler.
            builder.environment().put("JDK_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1");
            builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
            Process process = builder.start();
            if (!process.waitFor(MINUTES, TimeUnit.MINUTES)) {
                process.descendants().forEach(ProcessHandle::destroyForcibly);
                process.destroyForcibly();
                throw new AssertionError("did not end: " + command + "\n" + Files.readString(output));
            }
            return new Result(process.exitValue(), withoutNotes(Files.readString(output)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Removes the launcher's notes about options in the environment. */
    private static String withoutNotes(String text) {
        return text.lines()
                .filter(line -> !line.startsWith("NOTE: Picked up "))
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }
}
