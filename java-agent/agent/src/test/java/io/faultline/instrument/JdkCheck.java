package io.faultline.instrument;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
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
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** Runs {@link JdkProgram} with and without probes in separate JVMs and compares the results. */
final class JdkCheck {
    private static final int CHUNK_SIZE = 1 << 20;

    /** The summary that the instrumented run printed. */
    final String summary;

    /** Failures that the run without probes does not have. */
    final List<String> broken = new ArrayList<>();

    JdkCheck(String module, Probes probes) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("faultline-jdk");
        try {
            List<String> plain = run(folder, module, Probes.NONE);
            List<String> probed = run(folder, module, probes);
            summary = probed.get(0);
            Map<String, String> before = failures(plain);
            failures(probed).forEach((name, failure) -> {
                if (Linking.isNew(before.get(name), failure)) {
                    broken.add(name + ": " + failure);
                }
            });
        } finally {
            delete(folder);
        }
    }

    private static List<String> run(Path folder, String module, Probes probes)
            throws IOException, InterruptedException {
        Path result = folder.resolve(probes.name());
        Path output = folder.resolve("output");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UnlockDiagnosticVMOptions", "-XX:+BytecodeVerificationLocal"));
        command.addAll(List.of("-Xshare:off", "-cp"));
        command.add(System.getProperty("java.class.path"));
        if (probes != Probes.NONE) {
            command.addAll(List.of("--patch-module", "java.base=" + bootClasses(folder)));
            command.add("-javaagent:" + agent(folder) + "=" + probes);
        }
        command.addAll(List.of(JdkProgram.class.getName(), module, result.toString()));
        Process process = new ProcessBuilder(command)
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
        write(patch, Trampolines.chunkName(JdkProgram.CHUNK), Trampolines.chunk(JdkProgram.CHUNK, CHUNK_SIZE));
        write(patch, Trampolines.cellName(), Trampolines.cell(BootClasses.pattern(Trampolines.cellResource())));
        write(patch, Trampolines.outcomesName(), silentOutcomes());
        return patch;
    }

    /** A stub of the outcomes class: the real one uses JDK classes, whose probes would call it recursively. */
    private static byte[] silentOutcomes() throws IOException {
        try (InputStream in = ClassLoader.getSystemResourceAsStream(Trampolines.outcomesResource())) {
            ClassWriter writer = new ClassWriter(0);
            new ClassReader(Trampolines.outcomes(in.readAllBytes())).accept(new Silent(writer), ClassReader.SKIP_CODE);
            return writer.toByteArray();
        }
    }

    /** Keeps void methods, with empty bodies. */
    private static final class Silent extends ClassVisitor {
        Silent(ClassWriter writer) {
            super(Opcodes.ASM9, writer);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] thrown) {
            if (name.startsWith("<") || !descriptor.endsWith(")V")) {
                return null;
            }
            MethodVisitor method = super.visitMethod(access, name, descriptor, signature, thrown);
            method.visitCode();
            method.visitInsn(Opcodes.RETURN);
            method.visitMaxs(0, Type.getArgumentsAndReturnSizes(descriptor) >> 2);
            method.visitEnd();
            return null;
        }
    }

    private static void write(Path folder, String internalName, byte[] bytes) throws IOException {
        Path file = folder.resolve(internalName + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, bytes);
    }

    /** An agent jar with only a manifest; the agent class is on the class path. */
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
