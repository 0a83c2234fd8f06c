package io.faultline.mutants.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.instrument.Compilation;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Code that decides whether tests pass has no mutants, and the others keep their numbers. */
class AssertingTest {
    private static final String SOURCE = String.join(
            "\n",
            "class Check {",
            "  static int sum(int a, int b) { return a + b; }",
            "  static void equal(int a, int b) { if (!same(a, b)) throw new AssertionError(text(a)); }",
            "  static boolean same(int a, int b) { return a == b; }",
            "  private static String text(int a) { return \"was \" + a; }",
            "  static void positive(int a) { each(() -> org.junit.jupiter.api.Assertions.assertTrue(a > 0)); }",
            "  private static void each(Runnable one) { one.run(); }",
            "  private static int shared(int a) { return a + 1; }",
            "  static void one(int a) { if (shared(a) > 9) throw new AssertionError(); }",
            "  static int two(int a) { return shared(a); }",
            "}");

    private static Woven weave(String... known) throws Exception {
        BitSet lines = new BitSet();
        lines.set(1, 20);
        Set<String> asserting = new LinkedHashSet<>(List.of(known));
        return Schemata.weave(Compilation.of("Check", SOURCE, 8).get("Check"), 1, lines, true, 0, asserting);
    }

    private static List<Integer> lines(Woven woven) {
        List<Integer> lines = new ArrayList<>();
        for (Mutant mutant : woven.mutants) {
            if (!lines.contains(mutant.line)) {
                lines.add(mutant.line);
            }
        }
        Collections.sort(lines);
        return lines;
    }

    @Test
    void aMethodThatCallsAnAssertionLibraryHasNoMutants() throws Exception {
        Woven woven = weave();
        assertEquals(List.of(2, 3, 4, 5, 6, 7, 8, 9, 10), lines(woven), "only the lambda in line 6 calls it");
        assertTrue(woven.asserting.iterator().next().startsWith("lambda$positive"), woven.asserting.toString());
    }

    @Test
    void whatOnlyKnownMethodsCallHasNone() throws Exception {
        Woven woven = weave("equal(II)V", "one(I)V");
        assertEquals(List.of(2, 6, 7, 8, 10), lines(woven), "what others call, too, has mutants");
        Woven whole = weave();
        for (Mutant mutant : woven.mutants) {
            assertTrue(whole.mutants.stream()
                    .anyMatch(other -> other.number == mutant.number && other.words.equals(mutant.words)));
        }
    }

    @Test
    void aMatcherHasNone() throws Exception {
        assertEquals(List.of(), lines(weave(Asserting.ALL)));
    }
}
