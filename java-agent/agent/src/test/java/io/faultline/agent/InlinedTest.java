package io.faultline.agent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InlinedTest {
    private static final byte[] BYTES = {1, 2, 3};

    @TempDir
    Path folder;

    private Inlined inlined() {
        String root = URI.create(folder.toUri().toString()).getRawPath();
        return new Inlined(new Scope(Options.parse("root=" + root)));
    }

    private static URL write(Path classes, String... names) throws IOException {
        for (String name : names) {
            Path file = classes.resolve(name + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, BYTES);
        }
        return classes.toUri().toURL();
    }

    @Test
    void aClassOfTheProjectIsFoundWhateverItsNameAndFolderAreMadeOf() throws Exception {
        Path classes = folder.resolve("a module/target/classes");
        URL url = write(classes, "UtilKt", "org/x/A #1 %Kt", "kotlin/x/Kt");
        try (URLClassLoader loader = new URLClassLoader(new URL[] {url}, null)) {
            for (String name : new String[] {"UtilKt", "org/x/A #1 %Kt"}) {
                Inlined.Found found = inlined().find(loader, name);
                assertNotNull(found, name);
                assertArrayEquals(BYTES, found.classFile);
                assertEquals(classes.toString().replace('\\', '/'), found.location.path);
            }
            assertNull(inlined().find(loader, "org/x/None"));
            assertNull(inlined().find(loader, "kotlin/x/Kt"), "of the library");
        }
    }

    @Test
    void anArchiveOfAnotherModuleIsLookedInto() throws Exception {
        Path jar = folder.resolve("other/build/libs/other.jar");
        Files.createDirectories(jar.getParent());
        try (OutputStream file = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(file)) {
            entries.putNextEntry(new ZipEntry("org/x/UtilKt.class"));
            entries.write(BYTES);
        }
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null)) {
            Inlined.Found found = inlined().find(loader, "org/x/UtilKt");
            assertArrayEquals(BYTES, found.classFile);
            assertEquals(jar.toString().replace('\\', '/'), found.location.path);
        }
    }

    @Test
    void classesOfTestsAndOfOtherProjectsAreNone() throws Exception {
        URL tests = write(folder.resolve("target/test-classes"), "org/x/HelperKt");
        URL cache = write(folder.resolve(".gradle/classes"), "org/x/CachedKt");
        try (URLClassLoader loader = new URLClassLoader(new URL[] {tests, cache}, null)) {
            assertNull(inlined().find(loader, "org/x/HelperKt"));
            assertNull(inlined().find(loader, "org/x/CachedKt"));
        }
    }

    @Test
    void aLoaderOfTheApplicationIsNotAsked() {
        ClassLoader own = new ClassLoader(null) {
            @Override
            public URL getResource(String name) {
                throw new AssertionError("the application's code must not run");
            }
        };
        assertNull(inlined().find(own, "org/x/UtilKt"));
    }
}
