package io.faultline.amplify.grow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.faultline.runner.Fields;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Uses a fake with the compiler's class name, which reports an error for each line that contains {@code bad}. */
class CompileKotlinTest {
    private static final String COMPILER = "package org.jetbrains.kotlin.cli.jvm;\n"
            + "import java.io.PrintStream; import java.nio.file.*; import java.util.*;\n"
            + "public class K2JVMCompiler {\n"
            + "  public Object execFullPathsInMessages(PrintStream err, String[] arguments) throws Exception {\n"
            + "    Path file = Paths.get(arguments[arguments.length - 1]);\n"
            + "    List<String> lines = Files.readAllLines(file); boolean fails = false;\n"
            + "    if (lines.size() > 60) { err.println(\"exception: too many lines\"); return \"INTERNAL_ERROR\"; }\n"
            + "    for (int at = 0; at < lines.size(); at++) {\n"
            + "      String line = lines.get(at); String why = null;\n"
            + "      if (line.contains(\"bad\")) why = \"unresolved reference 'bad'.\";\n"
            + "      if (line.contains(\"fresh\") && !lines.get(0).contains(\"@file:OptIn(a.Fresh::class)\")) {\n"
            + "        why = \"this declaration needs opt-in. Its usage must be marked with '@a.Fresh' or '@OptIn(a.Fresh::class)'\"; }\n"
            + "      if (why != null) { fails = true; err.println(file + \":\" + (at + 1) + \":5: error: \" + why); }\n"
            + "    }\n"
            + "    Files.write(file.resolveSibling(\"attempts\"), List.of(\"\"), StandardOpenOption.CREATE, StandardOpenOption.APPEND);\n"
            + "    return fails ? \"COMPILATION_ERROR\" : \"OK\";\n"
            + "  }\n"
            + "}\n";

    @TempDir
    Path folder;

    private final List<String> lines = new ArrayList<>();
    private String said = "";

    @BeforeEach
    void compiler() throws Exception {
        Path source = Files.writeString(folder.resolve("K2JVMCompiler.java"), COMPILER);
        Path classes = Files.createDirectories(folder.resolve("compiler"));
        assertEquals(
                0,
                ToolProvider.getSystemJavaCompiler()
                        .run(null, null, null, "-d", classes.toString(), source.toString()));
        lines.add(Fields.line("compiler", classes + "/"));
        lines.add(Fields.line("argument", "-nowarn"));
        lines.add(Fields.line("file", folder.resolve("source/T.kt").toString()));
        lines.add(Fields.line("out", folder.resolve("out").toString()));
    }

    private void pieces(String... pieces) {
        List<String> all = new ArrayList<>(List.of("pieces"));
        all.addAll(List.of(pieces));
        lines.add(Fields.line(all));
    }

    private void function(int number, String edits, String text) {
        lines.add(Fields.line("function", Integer.toString(number), "0", "0", edits, text));
    }

    private int run() throws Exception {
        Path request = folder.resolve("request.tsv");
        Files.write(request, String.join("", lines).getBytes(StandardCharsets.UTF_8));
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = CompileKotlin.run(
                new String[] {request.toString()}, new PrintStream(err, true, StandardCharsets.UTF_8));
        said = err.toString(StandardCharsets.UTF_8).trim();
        return code;
    }

    private List<String> kept() throws Exception {
        List<String> all = Files.readAllLines(folder.resolve("out/kept.tsv"));
        return all.subList(1, all.size());
    }

    private String text() throws Exception {
        return Files.readString(folder.resolve("source/T.kt"));
    }

    private long attempts() throws Exception {
        return Files.readAllLines(folder.resolve("source/attempts")).size();
    }

    @Test
    void functionsWithErrorsAreLeftOutAndThoseWithTheSameEditWithThem() throws Exception {
        pieces("class T {", "}\n");
        lines.add(Fields.line("wanted", "0", "5"));
        function(0, "", "fun split() { }");
        function(1, "1", "fun one() {\n  bad()\n}");
        function(2, "2", "fun two() { }");
        function(3, "1 2", "fun both() { }");
        function(4, "3", "fun three() { }");
        assertEquals(0, run(), said);
        assertEquals(List.of("0", "2", "4"), kept());
        assertEquals("class T {\nfun split() { }\nfun two() { }\nfun three() { }\n}\n", text());
        assertTrue(Files.readString(folder.resolve("out/compiled.tsv")).contains("did not compile\t1\n"));
        assertEquals(2, attempts());
    }

    @Test
    void noMoreAreKeptThanAreWanted() throws Exception {
        pieces("class T {", "}\n");
        lines.add(Fields.line("wanted", "0", "2"));
        for (int i = 0; i < 9; i++) {
            function(i, Integer.toString(i), i == 0 ? "bad" : "fun f" + i + "() { }");
        }
        assertEquals(0, run(), said);
        assertEquals(List.of("1", "2"), kept());
    }

    @Test
    void whatTheFirstAttemptHasNoRoomForComesInTheSecond() throws Exception {
        pieces("class T {", "}\n");
        lines.add(Fields.line("wanted", "0", "45"));
        for (int i = 0; i < 50; i++) {
            function(i, Integer.toString(i), "fun f" + i + "() { }");
        }
        assertEquals(0, run(), said);
        assertEquals(2, attempts());
        assertTrue(kept().size() >= 45, kept().toString());
    }

    @Test
    void wherePartsOfTheFileAreAgainstItTheOtherCopyIsTaken() throws Exception {
        pieces("class T {\nfun helper() { bad() }", "}\n");
        pieces("class T {\nfun helper() { }", "}\n");
        function(0, "", "fun split() { }");
        assertEquals(0, run(), said);
        assertEquals(List.of("0"), kept());
        assertFalse(text().contains("bad"));
    }

    @Test
    void whatMayChangeIsAllowedAsTheBuildAllowedIt() throws Exception {
        pieces("package a\nclass T {", "}\n");
        function(0, "", "fun split() { fresh() }");
        assertEquals(0, run(), said);
        assertTrue(text().startsWith("@file:OptIn(a.Fresh::class) package a\n"), text());
    }

    @Test
    void aFileThatIsTooLargeLosesFunctions() throws Exception {
        pieces("class T {", "}\n");
        for (int i = 0; i < 100; i++) {
            function(i, "", "fun f" + i + "() { }");
        }
        assertEquals(0, run(), said);
        assertEquals(50, kept().size());
    }

    @Test
    void errorsOfTheFileAreSaidWithTheirLine() throws Exception {
        pieces("class T {\nval a = bad", "}\n");
        function(0, "", "fun split() { }");
        assertEquals(3, run());
        assertTrue(said.startsWith("the copy of T.kt does not compile at line 2: unresolved reference 'bad'."), said);
    }

    @Test
    void jarsWithoutACompilerAreNamed() throws Exception {
        lines.set(0, Fields.line("compiler", folder.resolve("none.jar").toString()));
        pieces("class T {", "}\n");
        function(0, "", "fun split() { }");
        assertEquals(3, run());
        assertTrue(said.contains("none.jar") && said.endsWith("name another with --kotlin-compiler"), said);
    }

    @Test
    void aLineIsOfTheFunctionThatStandsOnIt() {
        Pieces pieces = new Pieces(List.of("a\nb {", "}\nc {", "}\n"));
        Function first = new Function(List.of("0", "0", "0", "", "f\nf"));
        Function second = new Function(List.of("1", "0", "1", "", "g"));
        assertEquals("a\nb {\nf\nf\n}\nc {\ng\n}\n", pieces.text(List.of(first, second)));
        Function[] wanted = {null, null, null, first, first, null, null, second, null, null};
        for (int line = 1; line < wanted.length; line++) {
            assertSame(wanted[line], pieces.at(line), "line " + line);
        }
        assertNull(pieces.at(100));
    }

    @Test
    void messagesOfOtherFilesHaveNoLine() {
        String text =
                "/x/source/T.kt:7:3: error: no\nwarning: some\n/x/Other.kt:9:1: error: elsewhere\nerror: broken\n  code\n";
        List<Kotlinc.Error> errors = Kotlinc.errors(text, Path.of("/x/source/T.kt"));
        assertEquals(
                "7 no, 0 elsewhere, 0 broken",
                String.join(
                        ", ",
                        errors.stream()
                                .map(error -> error.line + " " + error.words)
                                .toList()));
        assertEquals("the compiler gave up", Kotlinc.errors("", Path.of("T.kt")).get(0).words);
    }
}
