package io.faultline.amplify.grow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the editing program, from request to tables and class files. */
final class GrowTest {
    private static final String BODY =
            "        Box box = new Box().add(\"a\");\n        box.clear();\n        assertEquals(\"b\", box.text());\n"
                    + "        assertEquals(1, box.next());\n        assertEquals(2, box.next());";

    @TempDir
    Path folder;

    private Project project(String body) throws Exception {
        Project project = new Project(folder);
        project.source("tests", "p/BoxTest.java", Project.test(body));
        return project;
    }

    @Test
    void aSeedGivesTheSameVariantsAndAnotherOneOthers() throws Exception {
        Project project = project(BODY);
        assertEquals(0, project.grow(30, "p.BoxTest", "fails"), project.said);
        List<List<String>> first = project.rows("variants.tsv");
        assertEquals(0, project.grow(30, "p.BoxTest", "fails"));
        assertEquals(first, project.rows("variants.tsv"));
        project.seed = "2";
        assertEquals(0, project.grow(30, "p.BoxTest", "fails"));
        assertNotEquals(first, project.rows("variants.tsv"));
        assertEquals(30, project.bodies("edit").size());
        assertEquals(30, new java.util.HashSet<>(project.bodies("edit")).size());
        assertTrue(Files.exists(folder.resolve("out/classes/p/BoxTest.class")));
    }

    @Test
    void aSplitKeepsOneAssertionAndTheWholeTestTellsOfEach() throws Exception {
        Project project = project(BODY);
        assertEquals(0, project.grow(0, "p.BoxTest", "fails"), project.said);
        List<String> splits = project.bodies("split");
        assertEquals(3, splits.size());
        assertTrue(
                splits.get(1).contains("box.clear();\n        ;\n        assertEquals(1, box.next());\n        ;"),
                splits.get(1));
        String whole = project.bodies("whole").get(0);
        assertTrue(
                whole.contains(
                        "{ try {/*tried*/ assertEquals(2, box.next()); io.faultline.amplify.observe.Observed.held(2, null); } catch"),
                whole);
        assertTrue(project.bodies("edit").isEmpty());
        assertTrue(project.bodies("slice").isEmpty(), "nobody asked for slices");
    }

    @Test
    void helpersThatAssertAndTriesThatFailAreAssertions() throws Exception {
        Project project = new Project(folder);
        project.source(
                "tests",
                "p/BoxTest.java",
                "package p;\nimport org.junit.Test;\nimport static org.junit.Assert.*;\n"
                        + "public class BoxTest {\n    @Test public void fails() {\n        Box box = new Box();\n        check(box);\n"
                        + "        try { box.join(null, 0); fail(); } catch (NullPointerException wanted) { }\n        use(box);\n    }\n"
                        + "    private void check(Box box) { assertEquals(\"b\", box.text()); }\n    private void use(Box box) { box.clear(); }\n}\n");
        assertEquals(0, project.grow(5, "p.BoxTest", "fails"), project.said);
        List<String> splits = project.bodies("split");
        assertEquals(2, splits.size());
        assertTrue(
                splits.get(0).contains("check(box)")
                        && !splits.get(0).contains("fail()")
                        && splits.get(0).contains("use(box)"),
                splits.get(0));
        assertTrue(project.bodies("edit").get(0).startsWith("{ io.faultline.amplify.observe.Observed.instead();"));
        assertEquals("junit4", project.rows("report.tsv").get(0).get(1));
    }

    @Test
    void inputsOfAVariantAreComparedPlaceByPlace() throws Exception {
        Project project = project("        Box box = new Box().add(\"a\");\n        box.resize(3);\n"
                + "        assertEquals(\"b\", box.pair(\"c\", box.text()));\n        assertEquals(7, box.next());");
        assertEquals(0, project.grow(60, "p.BoxTest", "fails"), project.said);
        Map<String, String> inputs = new TreeMap<>();
        for (List<String> row : project.rows("variants.tsv")) {
            inputs.put(row.get(4) + " " + row.get(5), row.get(9));
        }
        // "a", 3, "c" and the text of the box; expected values do not count.
        assertEquals("4/4", inputs.get("whole "));
        assertEquals("2/4", project.rows("variants.tsv").get(2).get(9), "the split without the call of pair");
        assertEquals("3/4", inputs.get("edit `4` for `3`"), inputs.toString());
        assertEquals("3/4", inputs.get("edit null for the 2nd argument of `pair`"), inputs.toString());
        assertEquals("2/4", inputs.get("edit exchanged arguments of `pair`"), inputs.toString());
        assertEquals("3/4", inputs.get("edit leave out `resize`"), inputs.toString());
        assertEquals("4/4", inputs.get("edit `put` for `add`"), inputs.toString());
        assertEquals("4/6", inputs.get("edit call `box.pair(\"x\", \"a\")` as well"), inputs.toString());
    }

    @Test
    void editedAssertionsObserve() throws Exception {
        Project project = project(BODY);
        assertEquals(0, project.grow(10, "p.BoxTest", "fails"), project.said);
        for (String body : project.bodies("edit")) {
            assertFalse(body.contains("assertEquals"), body);
            assertTrue(body.contains("io.faultline.amplify.observe.Observed.see(box.next()/*seen*/);"), body);
        }
    }

    @Test
    void triedEditsKeepAssertionsAndWhatTheyExpect() throws Exception {
        Project project = project(
                BODY + "\n        assertThrows(IllegalStateException.class, () -> box.join(new String[] {\"q\"}, 7));");
        assertEquals(0, project.grow(80, true, "p.BoxTest", "fails"), project.said);
        assertEquals(1, project.bodies("whole").size());
        assertTrue(project.bodies("edit").isEmpty());
        List<String> tried = project.bodies("tried");
        assertEquals(80, tried.size());
        for (String body : tried) {
            assertTrue(
                    body.contains("{ try {/*tried*/ assertEquals(\"b\", ") && body.contains("Observed.held(0, null)"),
                    body);
            assertTrue(body.contains("assertThrows(IllegalStateException.class, "), body);
        }
        assertTrue(
                tried.stream().anyMatch(body -> !body.contains("box.join(new String[] {\"q\"}, 7)")),
                "what is to throw is edited");
        String plain = Split.untried(tried.get(0));
        assertTrue(plain.contains("assertEquals(\"b\", ") && !plain.contains("faultline"), plain);
    }

    @Test
    void aTriedTestWithOneAssertionIsComparedAsAWhole() throws Exception {
        Project project = project("        assertEquals(\"ab\", new Box().pair(\"a\", \"c\"));");
        assertEquals(0, project.grow(9, true, "p.BoxTest", "fails"), project.said);
        assertEquals(
                List.of(1, 0),
                List.of(project.bodies("whole").size(), project.bodies("split").size()));
        assertEquals(9, project.bodies("tried").size());
    }

    /**
     * Grows from {@code assertEquals(box.pair("x", "y"), ACTUAL)}, whose line threw an exception in a call of
     * {@code by}.
     */
    private Project thrown(String by, String actual) throws Exception {
        Project project =
                project("        Box box = new Box().add(\"a\");\n        assertEquals(box.pair(\"x\", \"y\"), "
                        + actual + ", \"message\");");
        project.thrownLine = 7;
        project.thrownBy = by;
        assertEquals(0, project.grow(9, "p.BoxTest", "fails"), project.said);
        return project;
    }

    @Test
    void anExceptionFromTheValueThatIsComparedWithStays() throws Exception {
        List<String> swapped = thrown("pair", "box.text()").bodies("edit");
        assertEquals(9, swapped.size());
        assertTrue(swapped.stream().allMatch(body -> body.contains("Observed.see(box.pair(")), swapped.toString());
    }

    @Test
    void whatThrewNothingIsLeftOutAsEver() throws Exception {
        for (String by : new String[] {"text", "other", ""}) {
            List<String> usual = thrown(by, "box.text()").bodies("edit");
            assertFalse(usual.isEmpty(), by);
            assertTrue(usual.stream().noneMatch(body -> body.contains("box.pair(\"x\", \"y\")")), by + usual);
        }
    }

    @Test
    void whereBothValuesMayHaveThrownAssertionsStay() throws Exception {
        Project project = thrown("pair", "box.pair(\"a\", \"b\")");
        assertTrue(project.bodies("edit").isEmpty());
        List<String> tried = project.bodies("tried");
        assertEquals(9, tried.size());
        assertTrue(
                tried.stream().allMatch(body -> body.contains("assertEquals(box.pair(\"x\", \"y\"), ")),
                tried.toString());
    }

    @Test
    void thatNoAssertionIsKnownIsSaid() throws Exception {
        Project project = project("        new Box().add(\"a\").text();");
        assertEquals(3, project.grow(9, true, "p.BoxTest", "fails"), project.said);
        assertTrue(project.said.contains("none of the test's assertions is one that is known here"), project.said);
    }

    @Test
    void aTryThatFailsIsEditedBeforeItDoes() throws Exception {
        Project project = project(
                "        try { new Box().join(null, 3); fail(\"no\"); } catch (IllegalStateException wanted) { }");
        assertEquals(0, project.grow(9, true, "p.BoxTest", "fails"), project.said);
        for (String body : project.bodies("tried")) {
            assertTrue(body.contains("fail(\"no\"); } catch (IllegalStateException wanted) { } io.faultline"), body);
            assertFalse(body.contains("new Box().join(null, 3)"), body);
        }
    }

    @Test
    void testsOfJUnit3AndTestNgAndInheritedOnesGrow() throws Exception {
        Project project = new Project(folder);
        project.source(
                "tests",
                "p/Base.java",
                "package p;\npublic abstract class Base extends junit.framework.TestCase {\n"
                        + "    public void testIt() { assertEquals(\"b\", new Box().pair(\"a\", \"c\")); }\n}\n");
        project.source("tests", "p/SubTest.java", "package p;\npublic class SubTest extends Base { }\n");
        project.source(
                "tests",
                "p/NgTest.java",
                "package p;\npublic class NgTest {\n    @org.testng.annotations.Test\n"
                        + "    public void it() { org.testng.Assert.assertEquals(new Box().pair(\"a\", \"c\"), \"b\"); }\n}\n");
        assertEquals(0, project.grow(4, "p.NgTest", "it"), project.said);
        assertTrue(
                project.bodies("edit").get(0).contains("Observed.see(new Box()"),
                project.bodies("edit").get(0));
        assertEquals("testng", project.rows("report.tsv").get(0).get(1));
        // The other class has no class file and is compiled from its source.
        assertEquals(3, project.grow(4, "p.SubTest", "testIt"));
        assertTrue(project.said.contains("p.SubTest"), project.said);
    }

    @Test
    void aMethodOfTheClassThatDoesNotCompileIsEmptied() throws Exception {
        Project project = new Project(folder);
        String broken = Project.test(BODY).replace("\n}\n", "\n    @Test void newer() { new Box().unknown(); }\n}\n");
        project.source("tests", "p/BoxTest.java", broken);
        assertEquals(0, project.grow(10, "p.BoxTest", "fails"), project.said);
        assertEquals(3, project.grow(10, "p.BoxTest", "newer"));
    }

    @Test
    void whyNothingIsGrownIsASentence() throws Exception {
        Project project = project("        new Box().clear();\n        assertTrue(true);");
        assertEquals(3, project.grow(9, "p.NoTest", "fails"));
        assertEquals("the source of p.NoTest was not found; name the folder that it lies in\n", project.said);
        assertEquals(3, project.grow(9, "p.BoxTest", "nothing"));
        assertTrue(project.said.contains("has no method `nothing` with a body"), project.said);
        assertEquals(3, project.grow(0, "p.BoxTest", "fails"));
        assertEquals("the test has one assertion, and no edits of it are asked for\n", project.said);
        assertEquals(2, Grow.run(new String[0], new java.io.PrintStream(java.io.OutputStream.nullOutputStream())));
    }

    /** Patterns in a switch are a preview of Java 17. */
    @Test
    void aTestWithPreviewFeaturesCompilesWhereItsJvmHasThem() throws Exception {
        String release = Integer.toString(Runtime.version().feature());
        Javac javac = new Javac(List.of(), release, true, Files.createDirectories(folder.resolve("scratch")));
        String text = "package p; class T { static int of(Object o) {\n"
                + "    return switch (o) { case Integer i -> i; default -> 0; }; } }\n";
        assertEquals(List.of(), javac.source(Path.of("T.java"), "p/T.java", text).errors);
        assertEquals(
                List.of("p.T"),
                List.copyOf(javac.compile(Map.of("p/T.java", text)).classes.keySet()));
    }

    /** An older release has no previews. */
    @Test
    void aTestForAnOlderReleaseCompilesInAJvmWithPreviewFeatures() throws Exception {
        Javac javac = new Javac(List.of(), "11", true, Files.createDirectories(folder.resolve("scratch")));
        String text = "package p; class T { unknown field; }\n";
        assertEquals(1, javac.source(Path.of("T.java"), "p/T.java", text).errors.size());
    }
}
