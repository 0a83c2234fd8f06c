package io.faultline.amplify.grow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.faultline.runner.Fields;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.ToolProvider;

/** A project in a folder: a class, its tests, and what the program grows from them. */
final class Project {
    static final String BOX = "package p; public class Box {\n"
            + "    public static final int SMALL = 1, LARGE = 9;\n"
            + "    private String text = \"\"; private int size;\n"
            + "    public Box add(String more) { text += more; return this; }\n"
            + "    public Box put(String more) { text = more; return this; }\n"
            + "    public void clear() { text = \"\"; }\n"
            + "    public void resize(int size) { this.size = size; }\n"
            + "    public int size(boolean twice) { return twice ? size * 2 : size; }\n"
            + "    public String text() { return text; }\n"
            + "    public String join(String[] parts, int from) { return String.join(\",\", parts); }\n"
            + "    public String pair(String a, String b) { return a + b; }\n"
            + "    public int next() { return ++size; }\n"
            + "}\n";

    final Path folder;
    final List<String[]> tests = new ArrayList<>();
    String seed = "1";
    String said = "";

    /** The line that threw an exception. */
    int thrownLine;

    /** The method called on that line. */
    String thrownBy = "";

    boolean isSliced;

    Project(Path folder) throws IOException {
        this.folder = folder;
        source("main", "p/Box.java", BOX);
        compile("main");
    }

    Path source(String root, String path, String text) throws IOException {
        Path file = folder.resolve(root).resolve(path);
        Files.createDirectories(file.getParent());
        return Files.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Source of a Jupiter test {@code p.BoxTest#fails} with this body. */
    static String test(String body) {
        return "package p;\nimport static org.junit.jupiter.api.Assertions.*;\nimport org.junit.jupiter.api.Test;\nclass BoxTest {\n"
                + "    @Test void fails() {\n" + body + "\n    }\n}\n";
    }

    private void compile(String root) throws IOException {
        Path classes = Files.createDirectories(folder.resolve("classes"));
        List<String> arguments =
                new ArrayList<>(List.of("-nowarn", "-proc:none", "-cp", classPath(), "-d", classes.toString()));
        try (var files = Files.walk(folder.resolve(root))) {
            files.filter(file -> file.toString().endsWith(".java")).forEach(file -> arguments.add(file.toString()));
        }
        assertEquals(0, ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(new String[0])));
    }

    private String classPath() {
        return folder.resolve("classes") + File.pathSeparator + System.getProperty("java.class.path");
    }

    /** All edits of {@code p.BoxTest#fails} with this body, by description. */
    Map<String, String> edits(String body) throws Exception {
        source("tests", "p/BoxTest.java", test(body));
        List<Path> classPath = new ArrayList<>();
        for (String entry : classPath().split(File.pathSeparator)) {
            classPath.add(Path.of(entry));
        }
        Javac javac = new Javac(classPath, "11", false, Files.createDirectories(folder.resolve("scratch")));
        Finder finder =
                new Finder(javac, new SourceRoots(List.of(folder.resolve("tests")), List.of()), StandardCharsets.UTF_8);
        TestMethod test = finder.find("p.BoxTest", "fails");
        assertEquals(List.of(), test.source.errors);
        Map<String, String> edits = new TreeMap<>();
        for (Edit edit : BodyEdits.of(test.source, test.body()).all()) {
            int end = test.source.text.lastIndexOf("\n    }");
            String text =
                    Spliced.of(test.source.text, test.source.text.indexOf("fails() {") + 10, end, List.of(edit)).text;
            edits.put(edit.words, text.trim());
        }
        return edits;
    }

    /** Grows from tests; returns the exit code. */
    int grow(int count, String... classAndMethod) throws IOException {
        return grow(count, false, classAndMethod);
    }

    /** Grows from tests, whose edited variants evaluate assertions or observe actual values; returns the exit code. */
    int grow(int count, boolean tries, String... classAndMethod) throws IOException {
        StringBuilder request = new StringBuilder();
        for (int i = 0; i < classAndMethod.length; i += 2) {
            request.append(Fields.line(
                    "test",
                    classAndMethod[i],
                    classAndMethod[i + 1],
                    Integer.toString(count),
                    tries ? "tries" : "observes",
                    Integer.toString(thrownLine),
                    thrownBy));
        }
        request.append(common())
                .append(Fields.line("seed", seed))
                .append(Fields.line("slices", isSliced ? "yes" : "no"))
                .append(Fields.line("out", folder.resolve("out").toString()));
        return run(request);
    }

    private String common() {
        StringBuilder request = new StringBuilder(
                Fields.line("source-root", folder.resolve("tests").toString()));
        for (String entry : classPath().split(File.pathSeparator)) {
            request.append(Fields.line("class-path", entry));
        }
        return request.append(Fields.line("release", "11")).toString();
    }

    /** Writes variants as source. {@code keep} holds the fields after {@code keep} in each request line. */
    int write(String[]... keep) throws IOException {
        StringBuilder request = new StringBuilder(common());
        request.append(
                Fields.line("variants", folder.resolve("out/variants.tsv").toString()));
        for (String[] one : keep) {
            List<String> fields = new ArrayList<>(List.of("keep"));
            fields.addAll(List.of(one));
            request.append(Fields.line(fields));
        }
        request.append(Fields.line("scratch", folder.resolve("scratch").toString()));
        request.append(Fields.line("out", folder.resolve("written").toString()));
        return run(request, "--write");
    }

    private int run(CharSequence request, String... options) throws IOException {
        Path file =
                Files.write(folder.resolve("request.tsv"), request.toString().getBytes(StandardCharsets.UTF_8));
        List<String> arguments = new ArrayList<>(List.of(options));
        arguments.add(file.toString());
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int status = Grow.run(arguments.toArray(new String[0]), new PrintStream(err, true, StandardCharsets.UTF_8));
        said = err.toString(StandardCharsets.UTF_8);
        return status;
    }

    /** Rows of a table that the program wrote. */
    List<List<String>> rows(String name) throws IOException {
        List<List<String>> rows = new ArrayList<>();
        List<String> lines = Files.readAllLines(folder.resolve("out").resolve(name), StandardCharsets.UTF_8);
        lines.subList(1, lines.size()).forEach(line -> rows.add(Fields.split(line)));
        return rows;
    }

    /** Bodies of all variants of a kind. */
    List<String> bodies(String kind) throws IOException {
        List<String> bodies = new ArrayList<>();
        rows("variants.tsv").stream().filter(row -> row.get(4).equals(kind)).forEach(row -> bodies.add(row.get(8)));
        return bodies;
    }

    String written(String path) throws IOException {
        return new String(Files.readAllBytes(folder.resolve("written").resolve(path)), StandardCharsets.UTF_8);
    }
}
