package io.faultline.evosuite.adapter;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import elsewhere.Stranger;
import io.faultline.evosuite.Woven;
import org.junit.jupiter.api.Test;

class RecordedClassesTest {
    @Test
    void aClassIsWhereItsFileWasFound() {
        assertEquals(
                "file:/p/classes/",
                RecordedClasses.source("file:/p/classes/a/B.class", "a/B.class").toExternalForm());
        assertEquals(
                "file:/p/a.jar",
                RecordedClasses.source("jar:file:/p/a.jar!/a/B.class", "a/B.class")
                        .toExternalForm());
        assertNull(RecordedClasses.source("jrt:/java.base/a/B.class", "a/B.class"));
    }

    @Test
    void theLoaderOfGeneratedTestsTellsWhereAClassWas() throws ReflectiveOperationException {
        ClassLoader loader = (ClassLoader) Woven.adapted()
                .loadClass("org.evosuite.runtime.instrumentation.EvoClassLoader")
                .getConstructor()
                .newInstance();
        Class<?> again = loader.loadClass(Stranger.class.getName());
        assertSame(loader, again.getClassLoader());
        assertEquals(
                Stranger.class.getProtectionDomain().getCodeSource().getLocation(),
                again.getProtectionDomain().getCodeSource().getLocation());
    }
}
