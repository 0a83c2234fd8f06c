package io.faultline.mutants.worker;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
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
 * A small project, compiled here, and a separate worker that runs it with the real jars.
 *
 * <p>Sources may call {@code M.is(k)}, which tells whether mutant k of class 1 is active. Such hand-made mutants keep
 * these tests independent of the weaver.
 */
final class WorkerJvm {
    private static final String SITE = "io.faultline.mutants.boot.Site";
    private static final Path BUILD = Path.of(System.getProperty("mutants.jar")).getParent();

    final Path folder;
    private final String frameworks;
    private final List<String> commands = new ArrayList<>();
    private final List<String> settings = new ArrayList<>();
    private final List<String> flags = new ArrayList<>();
    /** The Java to run; another one with {@code -DargLine=-Dworker.java=HOME}. */
    private final String program = System.getProperty("worker.java", System.getProperty("java.home")) + "/bin/java";

    private int units;

    /** The class file version that the worker's Java can read; Jupiter 6 needs 17. */
    private final String release;

    /** The output of a worker. */
    static final class Result {
        int exit;
        List<String> records;
        String log;
        double seconds;

        @Override
        public String toString() {
            return log + String.join("\n", records);
        }

        /** The records of a kind. */
        List<String> of(String kind) {
            return records.stream()
                    .filter(record -> record.startsWith(kind + " "))
                    .collect(Collectors.toList());
        }

        List<String> verdicts() {
            return of("verdict").stream()
                    .map(record -> record.substring("verdict ".length()))
                    .collect(Collectors.toList());
        }
    }

    /** A project in a new folder, with the frameworks of {@code target/frameworks/NAME}. */
    WorkerJvm(Path folder, String... frameworks) {
        this.folder = folder;
        this.frameworks = Stream.of(frameworks)
                .flatMap(name -> jars(BUILD.resolve("frameworks").resolve(name)))
                .collect(Collectors.joining(File.pathSeparator));
        release = Arrays.asList(frameworks).contains("j6") ? "17" : "8";
        source(
                "M",
                "public class M { public static boolean is(int k) { return " + SITE + ".active == (1 << 18 | k); } }");
        settings.add("origin\t17\t4711\ta test");
        settings.add("wall\t300");
        settings.add("wall-most\t1000");
    }

    private static Stream<String> jars(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files
                    .map(Path::toString)
                    .filter(name -> name.endsWith(".jar"))
                    .sorted()
                    .collect(Collectors.toList())
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Compiles a class for Java 8. */
    WorkerJvm source(String name, String source) {
        try {
            Path file = folder.resolve("src").resolve(name + ".java");
            Files.createDirectories(file.getParent());
            Files.writeString(file, source);
            Path target = Files.createDirectories(folder.resolve("classes"));
            String path = String.join(
                    File.pathSeparator,
                    target.toString(),
                    BUILD.resolve("classes").toString(),
                    frameworks);
            int failed = ToolProvider.getSystemJavaCompiler()
                    .run(
                            null,
                            null,
                            null,
                            "-g",
                            "-nowarn",
                            "-Xlint:none",
                            "-proc:none",
                            "--release",
                            release,
                            "-cp",
                            path,
                            "-d",
                            target.toString(),
                            file.toString());
            if (failed != 0) {
                throw new AssertionError("a test's own program does not compile");
            }
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    WorkerJvm setting(String... fields) {
        settings.add(String.join("\t", fields));
        return this;
    }

    /** Lets runs take long that have the start of a JVM in them. */
    WorkerJvm patient() {
        settings.remove("wall-most\t1000");
        return setting("wall-most", "30000");
    }

    WorkerJvm flag(String flag) {
        flags.add(flag);
        return this;
    }

    /** Starts a unit that gives verdicts. */
    WorkerJvm verdicts(String framework, String testClass, String check) {
        return command("unit", Integer.toString(units++), framework, testClass, "verdicts", check, "0");
    }

    /** Starts a unit that probes. */
    WorkerJvm probe(String framework, String testClass) {
        return command("unit", Integer.toString(units++), framework, testClass, "probe", "end", "0");
    }

    /** Adds a test to the unit, with mutants k of class 1. */
    WorkerJvm test(int number, String id, String outcome, String exception, int... mutants) {
        String list = Arrays.stream(mutants)
                .mapToObj(k -> Integer.toString(1 << 18 | k))
                .collect(Collectors.joining(","));
        return command("test", Integer.toString(number), id, "C", "m", outcome, exception, list, "0");
    }

    /** Adds a test that is also probed with initialisers rerun. */
    WorkerJvm again(int number, String id, String outcome, String exception) {
        return command("test", Integer.toString(number), id, "C", "m", outcome, exception, "", "1");
    }

    WorkerJvm command(String... fields) {
        commands.add(String.join("\t", fields));
        return this;
    }

    /** Starts the worker, sends it the commands and waits for it to end. */
    Result run() {
        try {
            long start = System.nanoTime();
            Process process = start();
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("the worker did not end\n" + log());
            }
            Result result = new Result();
            result.seconds = (System.nanoTime() - start) / 1e9;
            result.exit = process.exitValue();
            result.log = log();
            result.records = Files.exists(results()) ? ResultsReader.read(results()) : List.of();
            return result;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    Path results() {
        return folder.resolve("results.flt");
    }

    Path pair() {
        return folder.resolve("pair");
    }

    /** Starts the worker and sends it all commands. */
    Process start() throws IOException {
        Files.deleteIfExists(results());
        List<String> lines = new ArrayList<>(settings);
        lines.add("results\t" + results());
        lines.add("pair\t" + pair());
        Path file = folder.resolve("settings.tsv");
        Files.write(file, lines);
        List<String> command = new ArrayList<>(
                List.of(program, "-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
        command.addAll(flags);
        command.add("-javaagent:" + System.getProperty("mutants.jar") + "="
                + file.toString().replace(" ", "%20"));
        command.addAll(List.of(
                "-cp",
                folder.resolve("classes") + File.pathSeparator + frameworks,
                "io.faultline.mutants.worker.Worker"));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log.txt").toFile());
        builder.environment().keySet().removeAll(List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"));
        Process process = builder.start();
        try (OutputStream input = process.getOutputStream()) {
            for (String line : commands) {
                input.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }
        return process;
    }

    private String log() throws IOException {
        return Files.readString(folder.resolve("log.txt"));
    }
}
