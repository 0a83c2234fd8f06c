package io.faultline.evosuite.compat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.evosuite.Woven;
import io.faultline.evosuite.adapter.Distribution;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

class AsmClassesTest {
    private static final String ASM = "org.evosuite.shaded.org.objectweb.asm.";

    /** Compiled for Java 17, with all features that ASM 6 does not know. */
    sealed interface Recent permits Recent.Point {
        record Point(int x, int y) implements Recent {}
    }

    @Test
    void stockEvoSuiteCannotReadAClassOfJava17() {
        InvocationTargetException e =
                assertThrows(InvocationTargetException.class, () -> pass(Woven.stock(), Recent.Point.class));
        assertInstanceOf(IllegalArgumentException.class, e.getCause());
    }

    @Test
    void aVisitorOfEvoSuitesPassesOnARecordAndASealedType() throws Exception {
        Woven evosuite = Woven.adapted();
        for (Class<?> type : new Class<?>[] {Recent.Point.class, Recent.class, AsmClassesTest.class}) {
            assertEquals(0xCAFEBABE, ByteBuffer.wrap(pass(evosuite, type)).getInt());
        }
        // The names of attributes that ASM 6 has no event for are in the output.
        assertTrue(
                new String(pass(evosuite, Recent.class), StandardCharsets.ISO_8859_1).contains("PermittedSubclasses"));
        assertTrue(new String(pass(evosuite, Recent.Point.class), StandardCharsets.ISO_8859_1).contains("NestHost"));
    }

    /** Passes a class through EvoSuite's {@code RemoveFinalClassAdapter}, which declares the API of ASM 5. */
    private static byte[] pass(Woven evosuite, Class<?> type) throws ReflectiveOperationException, IOException {
        Class<?> readerType = evosuite.loadClass(ASM + "ClassReader");
        Class<?> writerType = evosuite.loadClass(ASM + "ClassWriter");
        Class<?> visitorType = evosuite.loadClass(ASM + "ClassVisitor");
        byte[] classFile;
        try (InputStream in = type.getResourceAsStream("/" + type.getName().replace('.', '/') + ".class")) {
            classFile = in.readAllBytes();
        }
        Object reader = readerType.getConstructor(byte[].class).newInstance((Object) classFile);
        Object writer = writerType.getConstructor(int.class).newInstance(0);
        Object visitor = evosuite.loadClass("org.evosuite.runtime.instrumentation.RemoveFinalClassAdapter")
                .getConstructor(visitorType)
                .newInstance(writer);
        readerType.getMethod("accept", visitorType, int.class).invoke(reader, visitor, 0);
        return (byte[]) writerType.getMethod("toByteArray").invoke(writer);
    }

    @Test
    void aClassNameWhereADescriptorBelongsIsAnObjectType() throws ReflectiveOperationException {
        Object type = Woven.adapted().call(ASM + "Type", "getType", new Class<?>[] {String.class}, "a/B");
        assertEquals("a/B", type.getClass().getMethod("getInternalName").invoke(type));
    }

    @Test
    void nobodyInEvoSuiteNeedsAClassThatOnlyTheOlderAsmHas() throws IOException {
        AsmClasses asm = AsmClasses.read(Woven.released());
        try (ZipFile jar = new ZipFile(jar().getPath())) {
            List<? extends ZipEntry> classes = jar.stream()
                    .filter(entry -> entry.getName().endsWith(".class"))
                    .toList();
            List<String> onlyOlder = classes.stream()
                    .map(entry -> entry.getName().replace(".class", ""))
                    .filter(name -> name.startsWith(ASM.replace('.', '/')) && asm.get(name) == null)
                    .toList();
            assertFalse(onlyOlder.isEmpty());
            for (ZipEntry entry : classes) {
                String name = entry.getName().replace(".class", "");
                if (onlyOlder.contains(name) || asm.get(name) != null) {
                    continue; // replaced, or a replacement
                }
                String content;
                try (InputStream in = jar.getInputStream(entry)) {
                    content = new String(in.readAllBytes(), StandardCharsets.ISO_8859_1);
                }
                for (String older : onlyOlder) {
                    assertFalse(content.contains(older), () -> name + " uses " + older);
                }
            }
        }
    }

    @Test
    void theyAreDefinedInALoaderThatHasOlderOnes() throws Exception {
        Distribution evosuite = Woven.released();
        AsmClasses asm = AsmClasses.read(evosuite);
        try (URLClassLoader loader = new URLClassLoader(new URL[] {jar()}, null)) {
            asm.defineIn(loader, null, "none");
            assertTrue(asm.size() > 100);
            Class<?> record = loader.loadClass(ASM + "RecordComponentVisitor");
            assertSame(loader, record.getClassLoader());
            assertNotNull(loader.loadClass(ASM + "ClassVisitor").getMethod("visitPermittedSubclass", String.class));
            IllegalStateException again =
                    assertThrows(IllegalStateException.class, () -> asm.defineIn(loader, null, "none"));
            assertTrue(again.getMessage().contains("too early"), again.getMessage());
        }
    }

    private static URL jar() {
        return org.evosuite.Properties.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation();
    }
}
