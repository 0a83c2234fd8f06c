package io.faultline.mutants.weave;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.faultline.instrument.Compilation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Hand-written code has mutants; compiler-generated code has none. */
class PlumbingTest {
    private static Map<String, List<String>> wordsByMethod(String source, int release, String type) throws Exception {
        BitSet lines = new BitSet();
        lines.set(0, 1000);
        Woven woven = Schemata.weave(Compilation.of("T", source, release).get(type), 1, lines, false);
        Map<String, List<String>> words = new TreeMap<>();
        for (Mutant mutant : woven.mutants) {
            words.computeIfAbsent(woven.methods[2 * mutant.method], name -> new ArrayList<>())
                    .add(mutant.words);
        }
        return words;
    }

    @Test
    void aSwitchOnTextsIsOneSwitch() throws Exception {
        String source =
                "class T { static void f(String s) { switch (s) { case \"Aa\": case \"BB\": g(); break; case \"c\": h(); } } static void g() {} static void h() {} }";
        assertEquals(
                List.of(
                        "the default for the case of the switch", "the first case for the case of the switch",
                        "the call of g left out", "the call of h left out"),
                wordsByMethod(source, 8, "T").get("f"));
    }

    @Test
    void aSwitchOnAnEnumIsOneSwitch() throws Exception {
        String source =
                "class T { enum E { A, B } static void f(E e) { switch (e) { case A: g(); break; default: } } static void g() {} }";
        assertEquals(
                List.of(
                        "the default for the case of the switch",
                        "the first case for the case of the switch",
                        "the call of g left out"),
                wordsByMethod(source, 8, "T").get("f"));
        assertEquals(Map.of(), wordsByMethod(source, 8, "T$1"));
    }

    @Test
    void bridgesAccessorsAndMembersOfEnumsHaveNone() throws Exception {
        String source =
                "class T implements Comparable<T> { static int x = Integer.parseInt(\"3\"); private int y; public int compareTo(T o) { return 0; }"
                        + " class I { int f() { return y; } } enum E { A, B; int f() { return 1; } } }";
        assertEquals(
                List.of("<clinit>", "compareTo"),
                List.copyOf(wordsByMethod(source, 8, "T").keySet()));
        assertEquals(List.of("f"), List.copyOf(wordsByMethod(source, 8, "T$E").keySet()));
    }

    @Test
    void bodiesOfLambdasHaveSome() throws Exception {
        String source = "class T { static Runnable f() { return () -> g(); } static void g() {} }";
        assertEquals(
                List.of("the call of g left out"), wordsByMethod(source, 8, "T").get("lambda$f$0"));
    }

    @Test
    void membersThatARecordGetsByItselfHaveNone() throws Exception {
        String source = "record T(int a, String b) { int f() { return a; } public String b() { return b + a; } }";
        assertEquals(
                List.of("b", "f"), List.copyOf(wordsByMethod(source, 17, "T").keySet()));
    }

    @Test
    void assertionsAndBoxingHaveNone() throws Exception {
        String source =
                "class T { static void f(boolean a) { assert a; } static Integer g(int a) { return a; } static int h; static Object i() { return h; } }";
        Map<String, List<String>> words = wordsByMethod(source, 8, "T");
        for (String word : words.get("f")) {
            assertFalse(word.contains("desiredAssertionStatus") || word.contains("Disabled"), word);
        }
        assertEquals(3, words.get("f").size(), words.get("f").toString());
        assertEquals(List.of("`null` returned"), words.get("i"));
    }

    @Test
    void codeBeforeAnotherConstructorKeepsItsActions() throws Exception {
        String source =
                "class T { T(int a) { this(g(a), a + 1); } T(int a, int b) {} static int g(int a) { return a; } }";
        Woven woven = Schemata.weave(Compilation.of("T", source, 8).get("T"), 1, all(), false);
        List<String> words = new ArrayList<>();
        for (Mutant mutant : woven.mutants) {
            if (mutant.method == 0) {
                words.add(mutant.words);
            }
        }
        assertFalse(words.stream().anyMatch(word -> word.contains("result of g")), words.toString());
        assertEquals(true, words.contains("`-` for `+`"), Arrays.toString(woven.methods));
    }

    private static BitSet all() {
        BitSet lines = new BitSet();
        lines.set(0, 1000);
        return lines;
    }
}
