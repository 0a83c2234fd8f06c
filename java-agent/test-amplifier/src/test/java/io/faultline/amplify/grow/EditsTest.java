package io.faultline.amplify.grow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the result and description of each kind of edit. */
final class EditsTest {
    @TempDir
    Path folder;

    @Test
    void stringsBecomeEmptyLongerShorterAndTheOthersOfTheTest() throws Exception {
        Map<String, String> edits = new Project(folder).edits("new Box().add(\"ab\"); String other = \"zz\";");
        assertEquals("new Box().add(\"\"); String other = \"zz\";", edits.get("\"\" for \"ab\""));
        for (String with : new String[] {"AB", "abab", "ab ", "b", "a", "aab", "zz"}) {
            assertTrue(edits.containsKey("\"" + with + "\" for \"ab\""), with + " of " + edits.keySet());
        }
    }

    @Test
    void numbersBecomeTheirNeighboursAndLimits() throws Exception {
        Map<String, String> edits = new Project(folder)
                .edits("new Box().resize(7); long l = 5L; double d = 2.5; boolean b = true; char c = 'x';");
        for (String with : new String[] {"8", "6", "0", "1", "(-7)", "14", "3", "2147483647", "(-2147483648)"}) {
            assertTrue(edits.containsKey("`" + with + "` for `7`"), with + " of " + edits.keySet());
        }
        assertTrue(edits.containsKey("`(-5L)` for `5L`")
                && edits.containsKey("`3.5` for `2.5`")
                && edits.containsKey("`Double.NaN` for `2.5`"));
        assertTrue(edits.containsKey("`false` for `true`") && edits.containsKey("`'y'` for `'x'`"));
    }

    @Test
    void constantsBecomeOthersOfTheirClass() throws Exception {
        Map<String, String> edits = new Project(folder).edits("new Box().resize(Box.SMALL);");
        assertEquals("new Box().resize(Box.LARGE);", edits.get("`LARGE` for `SMALL`"));
        assertFalse(edits.containsKey("`SMALL` for `SMALL`"));
    }

    @Test
    void literalsOfClassesHaveNoOthers() throws Exception {
        Map<String, String> edits =
                new Project(folder).edits("Object type = int.class; Object other = Box.class; new Box().resize(7);");
        assertTrue(edits.containsKey("`8` for `7`"), edits.toString());
        assertTrue(edits.keySet().stream().noneMatch(words -> words.endsWith("for `class`")), edits.toString());
    }

    @Test
    void whatAnAssertionInALambdaExpectsIsLeftAlone() throws Exception {
        Map<String, String> edits = new Project(folder)
                .edits("Box box = new Box(); assertAll(() -> assertEquals(\"wanted\", box.pair(\"x\", \"y\")));");
        assertTrue(edits.containsKey("\"\" for \"x\""), edits.toString());
        assertTrue(
                edits.values().stream()
                        .allMatch(
                                text -> !text.contains("assertEquals(") || text.contains("assertEquals(\"wanted\", ")),
                edits.toString());
    }

    @Test
    void callsBecomeSiblingsAndChainsGetShorterAndLonger() throws Exception {
        Map<String, String> edits = new Project(folder).edits("Box box = new Box().add(\"a\");");
        assertEquals("Box box = new Box().put(\"a\");", edits.get("`put` for `add`"));
        assertEquals("Box box = new Box();", edits.get("leave out `add`"));
        assertTrue(
                edits.keySet().stream().anyMatch(words -> words.startsWith("call `put(")),
                edits.keySet().toString());
    }

    @Test
    void statementsAreLeftOutAndCallsAdded() throws Exception {
        Map<String, String> edits = new Project(folder).edits("Box box = new Box();\nbox.clear();");
        assertEquals("Box box = new Box();\n;", edits.get("leave out `clear`"));
        assertEquals("Box box = new Box(); box.clear();\nbox.clear();", edits.get("call `box.clear()` as well"));
        assertTrue(
                edits.values().stream().anyMatch(text -> text.startsWith("Box box = new Box(); box = box.add(")),
                edits.toString());
    }

    @Test
    void elementsOfArraysAreLeftOut() throws Exception {
        Map<String, String> edits = new Project(folder).edits("new Box().join(new String[] {\"a\", \"b\", \"c\"}, 0);");
        assertEquals("new Box().join(new String[] {\"b\", \"c\"}, 0);", edits.get("leave out `\"a\"` from the array"));
        assertEquals("new Box().join(new String[] {\"a\", \"b\"}, 0);", edits.get("leave out `\"c\"` from the array"));
    }

    @Test
    void argumentsBecomeNullOthersNearbyAndExchanged() throws Exception {
        Map<String, String> edits = new Project(folder)
                .edits(
                        "Box box = new Box(); int i = 3; boolean is = true; String s = \"q\";\nbox.resize(i); box.size(is); box.pair(s, \"b\");");
        assertTrue(edits.get("one more for the 1st argument of `resize`").contains("box.resize((i) + 1);"));
        assertTrue(edits.get("`0` for the 1st argument of `resize`").contains("box.resize(0);"));
        assertTrue(edits.get("the opposite for the 1st argument of `size`").contains("box.size(!(is));"));
        assertTrue(edits.get("null for the 2nd argument of `pair`").contains("box.pair(s, null);"));
        assertTrue(edits.get("exchanged arguments of `pair`").contains("box.pair(\"b\", s);"));
        assertTrue(edits.get("a blank at the end of the 1st argument of `pair`")
                .contains("box.pair((s) + \" \", \"b\");"));
    }

    @Test
    void variablesBecomeOthersOfTheirType() throws Exception {
        Map<String, String> edits =
                new Project(folder).edits("Box a = new Box(); Box b = new Box(); int c = 0; a.clear();");
        assertTrue(edits.get("`b` for `a`").endsWith("b.clear();"));
        assertFalse(edits.containsKey("`c` for `a`"));
    }

    @Test
    void whatAnAssertionComparesWithIsLeftAlone() throws Exception {
        Map<String, String> edits =
                new Project(folder).edits("assertEquals(\"wanted\", new Box().pair(\"x\", \"y\"), \"message\");");
        assertTrue(edits.containsKey("\"\" for \"x\""));
        assertTrue(
                edits.values().stream()
                        .allMatch(
                                text -> text.startsWith("assertEquals(\"wanted\",") && text.endsWith("\"message\");")),
                edits.toString());
    }
}
