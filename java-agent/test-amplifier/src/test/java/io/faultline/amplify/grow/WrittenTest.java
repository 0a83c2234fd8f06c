package io.faultline.amplify.grow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests variants written as readable tests. */
final class WrittenTest {
    @TempDir
    Path folder;

    @Test
    void aKeptTestHasItsCommentAndAssertsWhatTheRightClassesShowed() throws Exception {
        Project project = new Project(folder);
        String source = Project.test(
                        "        Box box = new Box();\n        assertEquals(\"b\", box.text());\n        assertEquals(1, box.next());")
                .replace(
                        "class BoxTest {",
                        "class BoxTest {\n    private final Box field = new Box();\n    BoxTest() { }\n    BoxTest self() { return new BoxTest(); }");
        project.source("tests", "p/BoxTest.java", source);
        assertEquals(0, project.grow(3, "p.BoxTest", "fails"), project.said);
        // Number 0 is the whole test, followed by its two splits, then edits.
        String[] split = {"1", "fails", "split", "fails_1", ""};
        String[] passing = {"3", "passes", "oracle", "fails_2", "", "\"x y\"", "1"};
        String[] thrown = {"4", "fails", "oracle", "fails_3", "java.lang.IllegalStateException", "null"};
        String[] shown = {"5", "passes", "oracle", "fails_4", "", "p.Box:what it says", "1"};
        assertEquals(0, project.write(split, passing, thrown, shown), project.said);
        String text = project.written("p/BoxTestAmplified.java");
        assertTrue(
                text.contains("class BoxTestAmplified {")
                        && text.contains("BoxTestAmplified() { }")
                        && text.contains("BoxTestAmplified self() { return new BoxTestAmplified(); }"),
                text);
        assertFalse(text.contains("void fails() {"), text);
        assertTrue(
                text.contains(
                        "    // Only the assertion of line 10: fails.\n    @Test void fails_1() throws Throwable {"),
                text);
        assertTrue(
                text.contains("org.junit.jupiter.api.Assertions.assertEquals(\"x y\", String.valueOf((Object) ("),
                text);
        assertTrue(
                text.contains(": passes, as on the right classes.")
                        && text.contains(": fails, unlike on the right classes."),
                text);
        assertTrue(text.contains("new AssertionError(\"java.lang.IllegalStateException was to be thrown\")"), text);
        assertFalse(text.contains("fails_4") || text.contains("faultline"), text);
    }

    @Test
    void valuesHaveLiteralsOrNone() {
        assertEquals("7", Body.value("7L"));
        assertEquals("-3", Body.value("-3"));
        assertEquals("0.5", Body.value("D:0.5"));
        assertEquals("a\"b", Body.value("\"a\"b\""));
        assertEquals("x", Body.value("'x'"));
        assertEquals("null", Body.value("null"));
        assertNull(Body.value("[1, 2]"));
        assertNull(Body.value("\"p.Box@\""));
        assertNull(Body.value("Color.RED"));
    }
}
