package io.faultline.mutants.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.instrument.Compilation;
import io.faultline.mutants.weave.ClassHash;
import io.faultline.mutants.weave.Woven;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which classes are transformed and how. */
class TransformerTest {
    private static final String LOOP = "class %s { static int f(int a) { while (a > 3) { a--; } return a; } }";

    @TempDir
    Path folder;

    private final List<String> told = new ArrayList<>();

    /** The hash in the results for the last woven class. */
    private long identified;

    private Transformer transformer(String... lines) throws Exception {
        Path file = folder.resolve("settings");
        List<String> all = new ArrayList<>(List.of("results\tnone", "pair\tnone", "origin\t17\t4711\ta test"));
        all.addAll(List.of(lines));
        Files.write(file, all);
        Sink sink = new Sink() {
            @Override
            public void woven(Woven woven) {
                told.add("woven " + woven.classNumber + " " + woven.name + " " + woven.mutants.size());
                identified = woven.hash;
            }

            @Override
            public void stale(int classNumber, String name, long hash) {
                told.add("stale " + classNumber + " " + name);
            }

            @Override
            public void refused(int classNumber, String name, String reason) {
                told.add("refused " + classNumber + " " + name);
            }
        };
        return new Transformer(Settings.read(file), event -> event.accept(sink));
    }

    private static byte[] compiled(String name) throws Exception {
        return Compilation.of(name, String.format(LOOP, name), 8).get(name);
    }

    private byte[] transform(Transformer transformer, String name, byte[] bytes, File location) throws Exception {
        ProtectionDomain domain =
                new ProtectionDomain(new CodeSource(location.toURI().toURL(), (Certificate[]) null), null);
        return transformer.transform(getClass().getClassLoader(), name, null, domain, bytes);
    }

    @Test
    void aTargetWithTheRecordedHashGetsMutantsOnItsLinesAndIsToldOnce() throws Exception {
        byte[] bytes = compiled("A");
        Transformer transformer = transformer("target\t5\tA\t" + Long.toHexString(ClassHash.of(bytes)) + "\t1");
        assertNotNull(transform(transformer, "A", bytes, folder.toFile()));
        assertNotNull(transform(transformer, "A", bytes, folder.toFile()));
        assertEquals(1, told.size());
        assertTrue(told.get(0).matches("woven 5 A [1-9][0-9]*"), told.get(0));
    }

    @Test
    void aFileThatStandsForTheRecordedOneGetsMutantsAndIsIdentifiedByTheRecordedHash() throws Exception {
        byte[] bytes = compiled("A");
        Transformer transformer = transformer("target\t5\tA\tdeadbeef\t1\t" + Long.toHexString(ClassHash.of(bytes)));
        assertNotNull(transform(transformer, "A", bytes, folder.toFile()));
        assertEquals(0xdeadbeefL, identified);
        assertTrue(told.get(0).matches("woven 5 A [1-9][0-9]*"), told.get(0));
    }

    @Test
    void aTargetWithAnotherHashStaysAndIsTold() throws Exception {
        Transformer transformer = transformer("target\t5\tA\tdeadbeef\t1");
        assertNull(transform(transformer, "A", compiled("A"), folder.toFile()));
        assertEquals(List.of("stale 5 A"), told);
    }

    @Test
    void classesOfTheProjectGetFuelAndOthersNone() throws Exception {
        Path project = Files.createDirectories(folder.resolve("a folder"));
        Transformer transformer = transformer("fuel\t" + project);
        assertNotNull(transform(transformer, "A", compiled("A"), project.toFile()));
        assertNull(transform(transformer, "A", compiled("A"), folder.toFile()));
    }

    @Test
    void bytesThatAreNoClassStayAndAreCounted() throws Exception {
        Transformer transformer = transformer("fuel\t" + folder);
        assertNull(transform(transformer, "A", new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, folder.toFile()));
        assertEquals(1, transformer.failures());
    }

    @Test
    void classesOfTheJdkAndOursStay() throws Exception {
        Transformer transformer = transformer("fuel\t" + folder);
        assertNull(transformer.transform(null, "A", null, null, compiled("A")));
        assertNull(transformer.transform(ClassLoader.getPlatformClassLoader(), "A", null, null, compiled("A")));
        assertNull(transform(transformer, "io/faultline/A", compiled("A"), folder.toFile()));
    }

    @Test
    void classesOfALoaderThatCannotFindOursStayAndTargetsAmongThemAreTold() throws Exception {
        Transformer transformer = transformer("fuel\t" + folder, "target\t5\tA\t1\t1");
        ClassLoader blind = new ClassLoader(null) {
            @Override
            protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
                throw new ClassNotFoundException(name);
            }
        };
        ProtectionDomain domain =
                new ProtectionDomain(new CodeSource(folder.toUri().toURL(), (Certificate[]) null), null);
        assertNull(transformer.transform(blind, "A", null, domain, compiled("A")));
        assertNull(transformer.transform(blind, "B", null, domain, compiled("B")));
        assertEquals(List.of("refused 5 A"), told);
        assertEquals(0, transformer.failures());
    }
}
