package io.faultline.evosuite.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;

class LineProbesTest {
    private static final String SOURCE = """
            import java.util.function.Supplier;
            public class Target {
                static int n = start(); // starts
                static int start() {
                    return 3; // starts
                }
                final String text;
                Target(boolean yes) {
                    this(yes // makes
                            ? new StringBuilder(yes ? "a" : "b").append(n) // makes
                            : new StringBuilder("no"));
                } // makes
                Target(StringBuilder text) { // makes
                    this.text = text.toString(); // makes
                } // makes
                public static void make() {
                    new Target( // makes
                            true);
                } // makes
                public static void fail() {
                    int[] none = new int[0]; // fails
                    try {
                        none[0] = 1; // fails
                        n = 9;
                    } catch (ArrayIndexOutOfBoundsException e) { // fails
                        n = 2; // fails
                        throw e; // fails
                    } finally {
                        n++; // fails
                    } // fails
                }
                public static void choose() {
                    for (int i = 0; i < 2; i++) { // chooses
                        switch (i + "x") { // chooses
                            case "0x":
                                n--; // chooses
                                break; // chooses
                            case "7x":
                                n = 7;
                                break;
                            default:
                                Supplier<Integer> later = () -> // chooses
                                        n + 1; // chooses
                                later.get(); // chooses
                        }
                    }
                } // chooses
                public static void nothing() {
                } // nothing
            }
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(ints = {8, 11, 17})
    void everyLineThatRunsIsHitAndNoOther(int release) throws ReflectiveOperationException {
        Probed probed = Probed.compile(folder, "Target", SOURCE, release);
        for (String[] run : new String[][] {{"make", "makes"}, {"fail", "fails"}, {"choose", "chooses"}, {"nothing", "nothing"}}) {
            var wanted = Probed.marked(SOURCE, run[1]);
            wanted.addAll(Probed.marked(SOURCE, "starts"));
            assertEquals(wanted, probed.run("Target", run[0]), run[0]);
        }
    }

    @Test
    void aLineOfTwoMethodsIsASlotOfEach() {
        Probed probed = Probed.compile(folder, "Target", "public class Target { int a = 1; Target() {} Target(int b) {} }", 17);
        assertEquals(2, probed.table().slots());
    }

    @Test
    void everyClassOfALargeLibraryIsStillVerified() throws IOException, ClassNotFoundException {
        Path jar = Path.of(ClassReader.class.getProtectionDomain().getCodeSource().getLocation().getPath());
        Map<String, byte[]> classFiles = new HashMap<>();
        try (JarFile file = new JarFile(jar.toFile())) {
            for (Enumeration<JarEntry> entries = file.entries(); entries.hasMoreElements();) {
                JarEntry entry = entries.nextElement();
                if (entry.getName().endsWith(".class") && !entry.getName().equals("module-info.class")) {
                    String name = entry.getName().replace('/', '.');
                    classFiles.put(name.substring(0, name.length() - 6), file.getInputStream(entry).readAllBytes());
                }
            }
        }
        Probed probed = Probed.of(classFiles);
        assertTrue(probed.table().slots() > 3000);
        for (String name : classFiles.keySet()) {
            // Initialised, and so linked and verified.
            assertEquals(probed, Class.forName(name, true, probed).getClassLoader());
        }
    }
}
