package io.faultline.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which loaders of test classes are told, when, and with which places. */
class MadeLoadersTest {
    private final List<String> told = new ArrayList<>();
    private final MadeLoaders loaders = new MadeLoaders();

    private void tell(String testClass) {
        loaders.tell(
                testClass,
                (of, loader, kind, places) -> told.add(of + " " + loader + " " + kind + " " + Arrays.toString(places)));
    }

    @Test
    void aLoaderIsToldWithItsFirstTestClassAndOtherClassesOnlyName() throws Exception {
        URL[] above = {new URL("file:/p/lib/a%20b.jar")};
        URL[] own = {new URL("file:/p/test-classes/"), new URL("http://h/x.jar"), new URL("file:/p/o d[d")};
        try (URLClassLoader parent = new URLClassLoader(above);
                URLClassLoader loader = new URLClassLoader(own, parent)) {
            loaders.defines(loader, "a.Test");
            loaders.defines(loader, "a.Other");
            loaders.defines(loader, "a.NoTest");
            tell("a.Test");
            tell("a.Test");
            tell("a.Other");
            assertEquals(
                    Arrays.asList(
                            "a.Test 1 java.net.URLClassLoader [/p/test-classes, /p/o d[d, /p/lib/a b.jar]",
                            "a.Other 1 null null"),
                    told);
        }
    }

    @Test
    void classesOfTheJvmsOwnLoaderAreNotTold() {
        loaders.defines(ClassLoader.getSystemClassLoader(), "a.Test");
        tell("a.Test");
        tell("a.Unknown");
        assertEquals(Collections.emptyList(), told);
    }

    @Test
    void aLoaderThatFailsOrDoesNotSayItsPlacesHasNone() {
        class Silent extends ClassLoader {}
        class Broken extends URLClassLoader {
            Broken() {
                super(new URL[0]);
            }

            @Override
            public URL[] getURLs() {
                throw new IllegalStateException("closed");
            }
        }
        loaders.defines(new Silent(), "a.Silent");
        ClassLoader broken = new Broken();
        loaders.defines(broken, "a.Broken");
        tell("a.Broken");
        assertEquals(Collections.singletonList("a.Broken 2 " + broken.getClass().getName() + " []"), told);
    }

    @Test
    void aClassOfTwoLoadersIsOfTheOneThatDefinedItLast() {
        ClassLoader first = new URLClassLoader(new URL[0]);
        ClassLoader second = new URLClassLoader(new URL[0]);
        loaders.defines(first, "a.Test");
        tell("a.Test");
        loaders.defines(second, "a.Test");
        tell("a.Test");
        assertEquals(Arrays.asList("a.Test 1 java.net.URLClassLoader []", "a.Test 2 java.net.URLClassLoader []"), told);
    }
}
