package io.faultline.amplify.grow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests which statements slices keep and remove. */
final class SliceTest {
    @TempDir
    Path folder;

    /** The slices of {@code fails} with this body, without whitespace and empty statements. */
    private List<String> slices(String body) throws Exception {
        return slices(new Project(folder), Project.test(body));
    }

    private static List<String> slices(Project project, String test) throws Exception {
        project.source("tests", "p/BoxTest.java", test);
        project.isSliced = true;
        int status = project.grow(0, "p.BoxTest", "fails");
        assertTrue(status == 0 || project.said.startsWith("the test has one assertion"), project.said);
        return status == 0
                ? project.bodies("slice").stream().map(SliceTest::plain).collect(java.util.stream.Collectors.toList())
                : List.of();
    }

    private static String plain(String body) {
        return body.replaceAll("\\s+", " ").replaceAll("(?<=[;{}]) ;", "").replaceAll("(?<=[;{}]) ;", "");
    }

    @Test
    void whatTheAssertionDoesNotNameGoes() throws Exception {
        assertEquals(
                List.of("{ Box a = new Box(); a.add(\"x\"); assertEquals(\"y\", a.text()); }"),
                slices(
                        "Box a = new Box(); Box b = new Box(); b.resize(3); a.add(\"x\"); int n = b.next(); assertEquals(\"y\", a.text());"));
    }

    @Test
    void whatIsChangedThroughAnotherNameStays() throws Exception {
        String body =
                "Box a = new Box(); Box same = a; same.add(\"x\"); String[] parts = {\"p\"}; parts[0] = a.text(); "
                        + "Box other = new Box(); other.clear(); assertEquals(\"y\", new Box().join(parts, 0));";
        assertEquals(
                List.of(
                        "{ Box a = new Box(); Box same = a; same.add(\"x\"); String[] parts = {\"p\"}; parts[0] = a.text(); "
                                + "assertEquals(\"y\", new Box().join(parts, 0)); }"),
                slices(body));
    }

    @Test
    void whatNamesAValueThatCannotChangeGoes() throws Exception {
        assertEquals(
                List.of("{ String s = \"x\"; assertEquals(\"y\", s); }"),
                slices("String s = \"x\"; Box b = new Box().add(s); b.put(s); assertEquals(\"y\", s);"));
    }

    @Test
    void callsThatNoVariableReceivesStayAndSoDoJumps() throws Exception {
        assertEquals(
                List.of(),
                slices("System.setProperty(\"p.box\", \"x\"); if (System.getProperty(\"p.none\") != null) { return; } "
                        + "new Box().clear(); assertEquals(\"y\", \"x\");"));
    }

    @Test
    void eachAssertionHasItsOwnSlice() throws Exception {
        String body =
                "Box a = new Box(); Box b = new Box(); assertEquals(1, a.next()); assertEquals(2, a.next()); assertEquals(1, b.next());";
        assertEquals(
                List.of(
                        "{ Box a = new Box(); assertEquals(1, a.next()); }",
                        "{ Box a = new Box(); assertEquals(2, a.next()); }",
                        "{ Box b = new Box(); assertEquals(1, b.next()); }"),
                slices(body));
    }

    @Test
    void whatFollowsGoesUnlessALoopComesBackToIt() throws Exception {
        assertEquals(
                List.of(
                        "{ Box a = new Box(); for (int i = 0; i < 2; i++) { assertEquals(i, a.size(false)); a.resize(i); } }"),
                slices(
                        "Box a = new Box(); Box b = new Box(); for (int i = 0; i < 2; i++) { assertEquals(i, a.size(false)); a.resize(i); b.clear(); } "
                                + "a.clear();"));
    }

    @Test
    void whatSurroundsTheAssertionStaysWithWhatItNames() throws Exception {
        String body =
                "Box a = new Box(); Box c = new Box(); Box d = new Box(); d.clear(); if (c.size(true) == 0) { d.add(\"n\"); "
                        + "assertEquals(\"y\", a.text()); } else { c.clear(); }";
        assertEquals(
                List.of(
                        "{ Box a = new Box(); Box c = new Box(); if (c.size(true) == 0) { assertEquals(\"y\", a.text()); } else { c.clear(); } }"),
                slices(body));
    }

    @Test
    void variablesDeclaredTogetherStayTogether() throws Exception {
        assertEquals(
                List.of("{ int a = 1, b = 2; assertEquals(3, b); }"),
                slices("int a = 1, b = 2; int c = 4, d = 5; assertEquals(3, b);"));
    }

    @Test
    void fieldsThatMethodsOfTheTestNameAreNamed() throws Exception {
        String test = Project.test(
                        "Box a = new Box(); fill(); a.clear(); box.resize(2); spare.resize(2); assertEquals(\"y\", shown());")
                .replace(
                        "class BoxTest {",
                        "class BoxTest {\n    private final Box box = new Box(), spare = new Box();\n"
                                + "    private void fill() { box.add(\"x\"); }\n    private String shown() { return box.text(); }");
        assertEquals(
                List.of("{ fill(); box.resize(2); assertEquals(\"y\", shown()); }"), slices(new Project(folder), test));
    }

    @Test
    void theStatementThatThrewIsSlicedAndAnAssertionThatDidIsSlicedOnce() throws Exception {
        Project project = new Project(folder);
        project.thrownLine = 8;
        String body =
                "Box a = new Box();\nBox b = new Box();\na.join(null, b.next());\nassertEquals(1, new Box().next());";
        assertEquals(
                List.of(
                        "{ assertEquals(1, new Box().next()); }",
                        "{ Box a = new Box(); Box b = new Box(); a.join(null, b.next()); }"),
                slices(project, Project.test(body)));
        assertEquals(
                List.of("0", ""),
                project.rows("variants.tsv").stream()
                        .filter(row -> row.get(4).equals("slice"))
                        .map(row -> row.get(7))
                        .collect(java.util.stream.Collectors.toList()));
        project.thrownLine = 9;
        assertEquals(1, slices(project, Project.test(body)).size());
    }
}
