package io.faultline.mutants.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.instrument.Compilation;
import io.faultline.instrument.Run;
import io.faultline.instrument.Target;
import io.faultline.mutants.boot.Site;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole programs behave the same with all mutants woven in, if none is active. */
class EquivalenceTest {
    static List<Object[]> programs() throws IOException {
        List<Object[]> programs = new ArrayList<>();
        for (Target target : Target.all()) {
            for (int release : new int[] {8, 11, 17}) {
                if (release >= target.since && Compilation.supports(release)) {
                    programs.add(new Object[] {target, release});
                }
            }
        }
        return programs;
    }

    @ParameterizedTest(name = "{0}, Java {1}")
    @MethodSource("programs")
    void programsPrintTheSameWithMutantsAndWhileProbing(Target target, int release) throws Exception {
        Map<String, byte[]> classes = target.classes(release);
        String plain = Run.output(new Loader(classes), target.name);
        assertTrue(!plain.isEmpty());
        Map<String, byte[]> mutated = new HashMap<>();
        BitSet lines = new BitSet();
        lines.set(0, 10_000);
        int number = 2_000;
        int mutants = 0;
        for (Map.Entry<String, byte[]> type : classes.entrySet()) {
            Woven woven = Schemata.weave(type.getValue(), number, lines, true);
            Site.register(number++, 1 << 14);
            mutants += woven.mutants.size();
            mutated.put(type.getKey(), woven.bytes);
        }
        assertTrue(mutants > 0);
        assertEquals(plain, Run.output(new Loader(mutated), target.name));
        Site.active = Site.PROBING;
        try {
            assertEquals(plain, Run.output(new Loader(mutated), target.name));
        } finally {
            Site.active = Site.NONE;
        }
    }

    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> classes;

        Loader(Map<String, byte[]> classes) {
            super(Site.class.getClassLoader());
            this.classes = classes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] bytes = classes.get(name);
            if (bytes == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }
}
