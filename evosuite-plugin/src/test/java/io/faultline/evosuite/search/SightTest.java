package io.faultline.evosuite.search;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.faultline.instrument.Compilation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SightTest {
    private static final String SOURCE =
            """
            class Target extends Middle {
                static int value;
            }
            class Middle extends Base {
            }
            class Base extends java.util.ArrayList<String> {
            }
            interface Empty {
            }
            """;

    private static Sight of(List<String> names) throws IOException {
        Map<String, byte[]> classes = Compilation.of("Target", SOURCE, 11);
        return Sight.of(
                names,
                new ClassLoader(null) {
                    @Override
                    public InputStream getResourceAsStream(String name) {
                        byte[] classFile =
                                classes.get(name.replace(".class", "").replace('/', '.'));
                        return classFile == null
                                ? super.getResourceAsStream(name)
                                : new ByteArrayInputStream(classFile);
                    }
                },
                false);
    }

    @Test
    void superclassesAreInSightAsTheirInitialisersComeFirst() throws IOException {
        Sight sight = of(List.of("Target", "Base"));
        assertEquals(
                List.of("Target", "Middle", "Base"),
                sight.classes().stream().map(seen -> seen.plan.name).toList());
        assertEquals(1, sight.number("Middle"));
        assertEquals(-1, sight.number("java/util/ArrayList"));
    }

    @Test
    void whatCannotBeLoadedOrHasNoCodeIsOutOfSight() throws IOException {
        Sight sight = of(List.of("Missing", "Empty", "Base"));
        assertEquals(1, sight.classes().size());
        assertEquals(0, sight.number("Base"));
    }

    @Test
    void eachClassBeginsWithAWordAndHasABitToSayThatItWasTouched() throws IOException {
        Sight sight = of(List.of("Middle", "Base"));
        assertEquals(2, sight.words());
        assertArrayEquals(new int[] {1, 65}, sight.touched());
    }
}
