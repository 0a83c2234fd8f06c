package io.faultline.agent;

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
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * A small project in a folder, compiled here and run in separate JVMs with the real agent jar.
 *
 * <p>As in a build, {@code classes} is in scope and {@code test-classes} is not.
 */
final class ChildJvm {
    private static final String JAVA = System.getProperty("java.home") + "/bin/java";

    final Path folder;
    private Path agent = Path.of(System.getProperty("agent.jar"));
    private String options;
    private final List<String> first = new ArrayList<>();
    private final List<String> flags = new ArrayList<>();

    ChildJvm(Path folder) {
        this.folder = folder;
        options = "dir=" + Options.encode(folder.resolve("out").toString()) + ",root="
                + Options.encode(folder.toString());
    }

    /** The result of a run. */
    static final class Result {
        int exit;
        String out;
        String err;
    }

    /** Compiles a class into {@code classes} or {@code test-classes}; the name is read from the source. */
    ChildJvm source(String output, String source, String... javac) {
        try {
            String name = source.replaceAll("(?s).*?\\b(?:class|module) ([\\w.]+).*", "$1");
            Path file = folder.resolve("src")
                    .resolve(output)
                    .resolve((source.startsWith("module") ? "module-info" : name) + ".java");
            Files.createDirectories(file.getParent());
            Files.writeString(file, source);
            Path target = Files.createDirectories(folder.resolve(output));
            List<String> arguments = new ArrayList<>(List.of(
                    "-g",
                    "-nowarn",
                    "-Xlint:none",
                    "-cp",
                    target + File.pathSeparator + classPath(),
                    "-d",
                    target.toString()));
            arguments.addAll(Arrays.asList(javac));
            arguments.add(file.toString());
            if (ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(new String[0])) != 0) {
                throw new AssertionError("a test's own program does not compile");
            }
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ChildJvm agent(Path jar) {
        agent = jar;
        return this;
    }

    ChildJvm withoutAgent() {
        agent = null;
        return this;
    }

    ChildJvm options(String more) {
        options += "," + more;
        return this;
    }

    ChildJvm flag(String... flag) {
        flags.addAll(Arrays.asList(flag));
        return this;
    }

    /** Adds flags before the agent's. */
    ChildJvm first(String... flag) {
        first.addAll(Arrays.asList(flag));
        return this;
    }

    /** Runs a main class with the project and JUnit on the class path. */
    Result run(String... mainAndArguments) {
        List<String> command = command();
        command.addAll(List.of("-cp", classPath()));
        command.addAll(Arrays.asList(mainAndArguments));
        return start(command);
    }

    /** Runs with only the given arguments. */
    Result runPlain(String... arguments) {
        List<String> command = command();
        command.addAll(Arrays.asList(arguments));
        return start(command);
    }

    private List<String> command() {
        List<String> command = new ArrayList<>(List.of(JAVA));
        command.addAll(first);
        if (agent != null) {
            command.add("-javaagent:" + agent + "=" + options);
        }
        command.add("-Xshare:auto");
        command.addAll(flags);
        return command;
    }

    private Result start(List<String> command) {
        try {
            Path out = folder.resolve("stdout.txt");
            Path err = folder.resolve("stderr.txt");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectOutput(out.toFile())
                    .redirectError(err.toFile());
            builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
            Process process = builder.start();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("the JVM did not end: " + command);
            }
            Result result = new Result();
            result.exit = process.exitValue();
            result.out = Files.readString(out);
            result.err = Files.readString(err);
            return result;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    String classPath() {
        return folder.resolve("classes")
                + File.pathSeparator
                + folder.resolve("test-classes")
                + File.pathSeparator
                + junit4();
    }

    /** Returns JUnit 4 and Hamcrest, from this build's class path. */
    static String junit4() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.matches(".*/(junit-4|hamcrest-core-).*\\.jar"))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** Returns the recordings as strings that contain the records' strings verbatim. */
    List<String> recordings() {
        return files().stream().map(file -> file.words.toString()).collect(Collectors.toList());
    }

    /** The recordings. */
    List<RecordedFile> files() {
        Path out = folder.resolve("out");
        if (!Files.isDirectory(out)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(out)) {
            return files.map(RecordedFile::new).collect(Collectors.toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The only recording. */
    RecordedFile file() {
        List<RecordedFile> all = files();
        if (all.size() != 1) {
            throw new AssertionError(all.size() + " files, not one");
        }
        return all.get(0);
    }

    /** Returns the number of occurrences of a string in all recordings. */
    int recorded(String string) {
        int count = 0;
        for (String recording : recordings()) {
            for (int at = recording.indexOf(string); at >= 0; at = recording.indexOf(string, at + 1)) {
                count++;
            }
        }
        return count;
    }
}
