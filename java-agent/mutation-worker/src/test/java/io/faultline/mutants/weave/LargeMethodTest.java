package io.faultline.mutants.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.instrument.Compilation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests methods and classes too large for all their mutants. */
class LargeMethodTest {
    private static String method(String name, int statements) {
        StringBuilder source = new StringBuilder("static int " + name + "(int a) { int sum = 0;\n");
        for (int i = 0; i < statements; i++) {
            source.append("if (a > ").append(i).append(") { sum += g(a); }\n");
        }
        return source.append("return sum; }\n").toString();
    }

    private static final String G = "static int g(int a) { return a + 1; }";

    @Test
    void theLaterMutantsOfAFullMethodAreDroppedAndCountedAndTheRestWorks() throws Exception {
        Mutated mutated = Mutated.of(G + method("f", 3_500) + method("h", 10));
        assertTrue(mutated.woven.dropped > 0);
        assertEquals(mutated.woven.size, mutated.woven.mutants.size() + mutated.woven.dropped);
        assertEquals(3_500 * 5_001, mutated.call("f", 5_000));
        int lastOfF = mutated.mutants("f", Operator.RELATIONAL).stream()
                .mapToInt(mutant -> mutant.instruction)
                .max()
                .orElseThrow();
        assertTrue(mutated.mutants("f", Operator.CALL).stream().allMatch(mutant -> mutant.instruction <= lastOfF + 10));
        Mutant never = mutated.mutants("f", Operator.RELATIONAL).get(6);
        assertEquals("`false` for `>`", never.words);
        assertEquals(3_499 * 5_001, mutated.call(never, "f", 5_000));
        assertEquals(70, mutated.mutants("h", Operator.RELATIONAL).size());
    }

    @Test
    void everyMutantOfAFullMethodIsInOnePartAndDoesWhatItDoesInASmallTwin() throws Exception {
        Map<String, byte[]> large = Compilation.of("T", "public class T { " + G + method("f", 3_500) + " }", 8);
        Mutated small = Mutated.of(G + method("f", 40));
        List<Integer> numbers = new ArrayList<>();
        int parts = 0;
        for (int left = 1; left > 0; parts++) {
            Mutated mutated = Mutated.of(large, "T", parts);
            mutated.woven.mutants.forEach(mutant -> numbers.add(mutant.number));
            assertEquals(3_500 * 5_001, mutated.call("f", 5_000));
            left = mutated.woven.dropped;
            // Its last sites behave as the same sites of the twin: they skip one addition.
            Mutant last = mutated.mutants("f", Operator.RELATIONAL).stream()
                    .filter(m -> m.words.equals("`false` for `>`"))
                    .reduce((a, b) -> b)
                    .orElseThrow();
            assertEquals(3_499 * 5_001, mutated.call(last, "f", 5_000));
        }
        assertTrue(parts > 2, "parts: " + parts);
        Mutant twin = small.mutants("f", Operator.RELATIONAL).stream()
                .filter(m -> m.words.equals("`false` for `>`"))
                .reduce((a, b) -> b)
                .orElseThrow();
        assertEquals(39 * 5_001, small.call(twin, "f", 5_000));
        Collections.sort(numbers);
        int size = Mutated.of(large, "T").woven.size;
        assertEquals(IntStream.range(0, size).boxed().collect(Collectors.toList()), numbers);
        assertTrue(Mutated.of(large, "T", parts).woven.mutants.isEmpty());
    }

    @Test
    void aMethodWhoseJumpsBecomeTooFarForShortOffsetsWorks() throws Exception {
        StringBuilder source =
                new StringBuilder("static int f(int a) { int sum = 0; for (int i = 0; i < 2; i++) { if (a > 3) {\n");
        for (int i = 0; i < 600; i++) {
            source.append("sum += g(a);\n");
        }
        Mutated mutated = Mutated.of(G + source + "} } return sum; }");
        assertEquals(0, mutated.woven.dropped);
        assertTrue(mutated.woven.bytes.length > 40_000);
        assertEquals(1_200 * 6, mutated.call("f", 5));
        assertEquals(0, mutated.call("f", 3));
    }

    @Test
    void aClassWhosePoolIsFullKeepsWhatHasRoom() throws Exception {
        StringBuilder source = new StringBuilder(G);
        for (int i = 0; i < 28; i++) {
            source.append(method("f" + i, 400));
        }
        source.append(method("f", 3));
        Mutated mutated = Mutated.of(source.toString());
        assertEquals(12, mutated.call("f", 3));
        assertEquals(mutated.woven.size, mutated.woven.mutants.size() + mutated.woven.dropped);
    }
}
