package io.faultline.mutants.weave;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.instrument.ClassPlan;
import io.faultline.instrument.Compilation;
import io.faultline.instrument.Instrumenter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Mutant numbers depend only on the class bytes. */
class NumberingTest {
    private static final String SOURCE = String.join(
            "\n",
            "class T {",
            "  int x = 5;",
            "  int f(int a) {",
            "    if (a > 3) {",
            "      return a + 1;",
            "    }",
            "    return g(a);",
            "  }",
            "  int g(int a) { for (int i = 0; i < a; i++) { x += i; } return x; }",
            "}");

    private static byte[] classFile() throws Exception {
        return Compilation.of("T", SOURCE, 8).get("T");
    }

    private static Woven weave(int... lines) throws Exception {
        BitSet wanted = new BitSet();
        for (int line : lines) {
            wanted.set(line);
        }
        return Schemata.weave(classFile(), 1, wanted, true);
    }

    private static List<String> described(List<Mutant> mutants) {
        List<String> described = new ArrayList<>();
        for (Mutant m : mutants) {
            described.add(m.number + " " + m.method + " " + m.line + " " + m.instruction + " " + m.operator + " "
                    + m.alternative + " " + m.words);
        }
        return described;
    }

    @Test
    void numbersCountUpInOrderOfMethodInstructionOperatorAndAlternative() throws Exception {
        Woven woven = weave(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        Mutant last = null;
        for (int k = 0; k < woven.mutants.size(); k++) {
            Mutant mutant = woven.mutants.get(k);
            assertEquals(k, mutant.number);
            if (last != null) {
                long before = ((last.method * 1000L + last.instruction) * 100 + last.operator) * 100 + last.alternative;
                long after = ((mutant.method * 1000L + mutant.instruction) * 100 + mutant.operator) * 100
                        + mutant.alternative;
                assertTrue(before < after, mutant.words);
            }
            last = mutant;
        }
        assertEquals(woven.size, woven.mutants.size());
    }

    @Test
    void numbersAreTheSameWhateverLinesAreWanted() throws Exception {
        List<String> all = described(weave(1, 2, 3, 4, 5, 6, 7, 8, 9, 10).mutants);
        List<String> parts = new ArrayList<>();
        for (int line = 1; line <= 10; line++) {
            Woven part = weave(line);
            for (Mutant mutant : part.mutants) {
                assertEquals(line, mutant.line);
            }
            parts.addAll(described(part.mutants));
            assertEquals(all.size(), part.size);
        }
        parts.sort((a, b) -> Integer.compare(number(a), number(b)));
        assertEquals(all, parts);
    }

    private static List<String> numbered(List<Mutant> mutants) {
        List<String> numbered = new ArrayList<>();
        mutants.forEach(mutant -> numbered.add(mutant.number + " " + mutant.line + " " + mutant.words));
        return numbered;
    }

    @Test
    void numbersAreTheCompiledOnesInWhatAToolMadeOfTheClass() throws Exception {
        BitSet lines = new BitSet();
        lines.set(1, 11);
        byte[] compiled = classFile();
        byte[] changed = Changed.of(compiled);
        Woven alone = Schemata.weave(changed, 1, lines, true);
        Woven woven = Schemata.weave(changed, compiled, 1, lines, true, 0, Collections.emptySet());
        Woven expected = weave(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        assertTrue(alone.size > expected.size, "what the tool added has mutants");
        assertEquals(numbered(expected.mutants), numbered(woven.mutants));
        assertEquals(expected.size, woven.size);
        assertEquals(expected.hash, woven.hash);
        assertArrayEquals(expected.methods, woven.methods);
    }

    @Test
    void codeThatAToolMovedIntoMethodsOfItsOwnKeepsItsNumbers() throws Exception {
        BitSet lines = new BitSet();
        lines.set(1, 11);
        byte[] compiled = classFile();
        Woven woven = Schemata.weave(Surrounded.of(compiled), compiled, 1, lines, true, 0, Collections.emptySet());
        assertEquals(numbered(weave(1, 2, 3, 4, 5, 6, 7, 8, 9, 10).mutants), numbered(woven.mutants));
        // A weaver numbers its methods anew in each JVM.
        assertArrayEquals(weave(4).methods, woven.methods);
        for (Mutant mutant : woven.mutants) {
            String name = woven.methods[2 * mutant.method];
            assertEquals(mutant.line <= 2 ? "<init>" : mutant.line <= 8 ? "f" : "g", name);
        }
    }

    @Test
    void codeThatAToolReplacedHasNoMutants() throws Exception {
        BitSet lines = new BitSet();
        lines.set(1, 11);
        byte[] other = Compilation.of("T", SOURCE.replace("a + 1", "a - 1"), 8).get("T");
        Woven woven = Schemata.weave(other, classFile(), 1, lines, true, 0, Collections.emptySet());
        List<String> lost = numbered(weave(1, 2, 3, 4, 5, 6, 7, 8, 9, 10).mutants);
        lost.removeAll(numbered(woven.mutants));
        assertTrue(!lost.isEmpty() && lost.stream().allMatch(mutant -> mutant.contains(" 5 ")), lost.toString());
    }

    private static int number(String described) {
        return Integer.parseInt(described.substring(0, described.indexOf(' ')));
    }

    @Test
    void theSameArgumentsGiveTheSameBytes() throws Exception {
        assertArrayEquals(weave(4, 9).bytes, weave(4, 9).bytes);
    }

    @Test
    void methodsAreThoseOfTheClassFile() throws Exception {
        Woven woven = weave(4);
        assertArrayEquals(new String[] {"<init>", "()V", "f", "(I)I", "g", "(I)I"}, woven.methods);
        assertEquals(1, woven.mutants.get(0).method);
        assertEquals("T", woven.name);
    }

    @Test
    void theHashIsThatOfTheRecordingAgent() throws Exception {
        for (Map.Entry<String, byte[]> type : Compilation.of("T", SOURCE, 8).entrySet()) {
            ClassPlan plan = Instrumenter.plan(type.getValue());
            assertEquals(plan.hash, ClassHash.of(type.getValue()));
        }
        assertEquals(0xcbf29ce484222325L, ClassHash.of(new byte[0]));
    }
}
