package io.faultline.instrument;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;

/** Runs {@link JdkProgram} with and without probes in JVMs of their own, and compares. */
final class JdkCheck {
    private static final int CHUNK_SIZE = 1 << 20;

    /** What the instrumented run printed of itself. */
    final String summary;

    /** Failures that the run without probes does not have. */
    final List<String> broken = new ArrayList<>();

    JdkCheck(String module) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("faultline-jdk");
        try {
            List<String> plain = run(folder, module, false);
            List<String> probed = run(folder, module, true);
            summary = probed.get(0);
            Map<String, String> before = failures(plain);
            failures(probed)
                    .forEach(
                            (name, failure) -> {
                                if (Linking.isNew(before.get(name), failure)) {
                                    broken.add(name + ": " + failure);
                                }
                            });
        } finally {
            delete(folder);
        }
    }

    private static List<String> run(Path folder, String module, boolean probes)
            throws IOException, InterruptedException {
        Path result = folder.resolve(probes ? "probed" : "plain");
        Path output = folder.resolve("output");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal"));
        command.addAll(List.of("-Xshare:off", "-cp"));
        command.add(System.getProperty("java.class.path"));
        if (probes) {
            command.addAll(List.of("--patch-module", "java.base=" + bootClasses(folder)));
            command.add("-javaagent:" + agent(folder));
        }
        command.addAll(List.of(JdkProgram.class.getName(), module, result.toString()));
        Process process =
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start();
        if (process.waitFor() != 0) {
            throw new IllegalStateException("the JVM failed:\n" + Files.readString(output));
        }
        return Files.readAllLines(result);
    }

    private static Map<String, String> failures(List<String> result) {
        Map<String, String> failures = new TreeMap<>();
        for (String line : result.subList(1, result.size())) {
            failures.put(line.split("\t")[0], line.split("\t")[1]);
        }
        return failures;
    }

    private static Path bootClasses(Path folder) throws IOException {
        Path patch = folder.resolve("patch");
        write(patch, Trampolines.MAIN, Trampolines.main());
        write(
                patch,
                Trampolines.chunkName(JdkProgram.CHUNK),
                Trampolines.chunk(JdkProgram.CHUNK, CHUNK_SIZE));
        return patch;
    }

    private static void write(Path folder, String internalName, byte[] bytes) throws IOException {
        Path file = folder.resolve(internalName + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }

    /** An agent that is nothing but a manifest: its class is on the class path. */
    private static Path agent(Path folder) throws IOException {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Premain-Class", JdkProgram.class.getName());
        attributes.putValue("Can-Retransform-Classes", "true");
        Path jar = folder.resolve("agent.jar");
        try (OutputStream out = Files.newOutputStream(jar)) {
            new JarOutputStream(out, manifest).close();
        }
        return jar;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted((a, b) -> b.compareTo(a)).map(Path::toFile).forEach(File::delete);
        }
    }
}
