package io.faultline.evosuite.runs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Unknown versions of EvoSuite are stopped. They are replaced by a class of that name that prints "ran". */
class RefusalIT {
    @TempDir
    Path folder;

    @Test
    void anUnknownVersionStopsAtOnce() throws IOException {
        Jvm.Result run = Jvm.run(
                folder,
                List.of("-jar", standIn("org/evosuite/EvoSuite", "7.8.9").toString()));
        assertEquals(1, run.ours().size(), run.text());
        assertTrue(run.ours().get(0).contains("EvoSuite 7.8.9 is not known to this agent"), run.text());
        assertStopped(run);
    }

    @Test
    void aVersionThatLacksASeamStopsAtOnce() throws IOException {
        Jvm.Result run = Jvm.run(
                folder,
                List.of("-jar", standIn("org/evosuite/EvoSuite", "1.0.6").toString()));
        assertEquals(1, run.ours().size(), run.text());
        assertTrue(
                run.ours().get(0).contains("calls itself 1.0.6 and is not the one we know, as there is no class"),
                run.text());
        assertStopped(run);
    }

    @Test
    void aJvmThatRunsOtherThingsTooGoesOn() throws IOException {
        Jvm.Result run = Jvm.run(
                folder,
                List.of(
                        "-jar",
                        standIn("org/evosuite/runtime/Something", "7.8.9").toString()));
        assertEquals(1, run.ours().size(), run.text());
        assertTrue(run.text().contains("ran"), run.text());
        assertEquals(0, run.exit());
    }

    @Test
    void aJvmWithoutEvoSuiteNoticesNothing() throws IOException {
        noticesNothing("some/Program");
    }

    @Test
    void aBuildThatRunsEvoSuitesPluginNoticesNothing() throws IOException {
        noticesNothing("org/evosuite/maven/Plugin");
    }

    private void noticesNothing(String main) throws IOException {
        Jvm.Result run = Jvm.run(folder, List.of("-jar", standIn(main, "7.8.9").toString()));
        assertEquals("ran", run.text().strip());
        assertEquals(0, run.exit());
    }

    private static void assertStopped(Jvm.Result run) {
        assertEquals(1, run.exit());
        assertTrue(!run.text().contains("ran"), run.text());
    }

    /** A jar whose main class prints "ran". */
    private Path standIn(String main, String version) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main.replace('/', '.'));
        manifest.getMainAttributes().put(Attributes.Name.IMPLEMENTATION_VERSION, version);
        Path jar = folder.resolve("stand-in.jar");
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream out = new JarOutputStream(file, manifest)) {
            out.putNextEntry(new ZipEntry(main + ".class"));
            out.write(printing(main));
        }
        return jar;
    }

    private static byte[] printing(String name) {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
        writer.visit(Opcodes.V1_8, Opcodes.ACC_PUBLIC, name, null, "java/lang/Object", null);
        MethodVisitor main = writer.visitMethod(
                Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, "main", "([Ljava/lang/String;)V", null, null);
        main.visitCode();
        main.visitFieldInsn(Opcodes.GETSTATIC, "java/lang/System", "out", "Ljava/io/PrintStream;");
        main.visitLdcInsn("ran");
        main.visitMethodInsn(Opcodes.INVOKEVIRTUAL, "java/io/PrintStream", "println", "(Ljava/lang/String;)V", false);
        main.visitInsn(Opcodes.RETURN);
        main.visitMaxs(0, 0);
        main.visitEnd();
        writer.visitEnd();
        return writer.toByteArray();
    }
}
