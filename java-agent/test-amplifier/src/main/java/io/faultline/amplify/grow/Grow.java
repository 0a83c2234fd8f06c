package io.faultline.amplify.grow;

import io.faultline.runner.Clock;
import io.faultline.runner.Fields;
import io.faultline.runner.Lines;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The {@link Program} that edits failing tests: {@code Grow REQUEST}. {@code Grow --write REQUEST} writes variants as
 * source. Succeeds if at least one variant compiles.
 */
public final class Grow {
    private static final long COUNT = 300;

    private Grow() {}

    public static void main(String[] arguments) {
        System.exit(run(arguments, System.err));
    }

    static int run(String[] arguments, PrintStream err) {
        boolean writes = arguments.length == 2 && arguments[0].equals("--write");
        if (arguments.length != 1 && !writes) {
            err.println("name one request: Grow [--write] REQUEST");
            return Program.BAD_REQUEST;
        }
        return Program.run(arguments[arguments.length - 1], writes ? Written::write : Grow::grow, err);
    }

    private static void grow(Lines request) throws Nothing, IOException {
        Clock clock = new Clock(request.number("deadline-ms", 0));
        Path out = Path.of(request.one("out"));
        Javac javac = javac(request, out);
        Finder finder = new Finder(
                javac, new SourceRoots(request.paths("source-root"), request.paths("source-file")), request.encoding());
        Map<TestMethod, Wanted> wanted = new LinkedHashMap<>();
        Map<String, String> report = new LinkedHashMap<>();
        Nothing why = null;
        boolean slices = request.of("slices", "no").equals("yes");
        for (List<String> test : request.lines("test", 2)) {
            try {
                TestMethod found = finder.find(test.get(0), test.get(1));
                int count =
                        Integer.parseInt(test.size() > 2 ? test.get(2) : Long.toString(request.number("count", COUNT)));
                int thrownLine = test.size() > 4 ? Integer.parseInt(test.get(4)) : 0;
                String thrownBy = test.size() > 5 ? test.get(5) : "";
                wanted.put(
                        found,
                        new Wanted(
                                count, test.size() > 3 && test.get(3).equals("tries"), slices, thrownLine, thrownBy));
                report.put("framework", found.framework.word());
                if (found.isInherited()) {
                    report.put("inherited from", found.declaringName);
                }
            } catch (Nothing nothing) {
                report.merge(nothing.reason, "1", (a, b) -> Integer.toString(Integer.parseInt(a) + 1));
                why = nothing;
            }
        }
        if (wanted.isEmpty()) {
            throw why == null ? new Nothing("no test", "the request names no test") : why;
        }
        Growing growing = new Growing(javac, clock, wanted, request.number("seed", 1));
        Map<String, byte[]> classes = growing.classes();
        report.put("did not compile", Integer.toString(growing.left()));
        report.put("ms", Long.toString(clock.ms()));
        write(out, classes, growing.named(), report);
    }

    static Javac javac(Lines request, Path out) throws Nothing, IOException {
        List<Path> classPath = new ArrayList<>(request.paths("class-path"));
        classPath.addAll(request.paths("runtime"));
        Path scratch = Files.createDirectories(out.resolve("scratch"));
        boolean preview = request.of("preview", "no").equals("yes");
        return new Javac(classPath, request.of("release", "8"), preview, scratch);
    }

    private static void write(
            Path out, Map<String, byte[]> classes, Map<String, Variant> variants, Map<String, String> report)
            throws IOException {
        for (Map.Entry<String, byte[]> one : classes.entrySet()) {
            Path file = out.resolve("classes").resolve(one.getKey().replace('.', '/') + ".class");
            Files.createDirectories(file.getParent());
            Files.write(file, one.getValue());
        }
        StringBuilder table = new StringBuilder(
                Fields.line("n", "class", "method", "of", "kind", "edits", "lines", "sites", "body", "inputs"));
        int n = 0;
        for (Map.Entry<String, Variant> one : variants.entrySet()) {
            Variant variant = one.getValue();
            table.append(Fields.line(
                    Integer.toString(n++),
                    variant.of.testClass,
                    one.getKey(),
                    variant.of.name,
                    variant.kind,
                    variant.words(),
                    variant.lines,
                    variant.sites,
                    variant.body.text,
                    variant.inputs));
        }
        Files.write(out.resolve("variants.tsv"), table.toString().getBytes(StandardCharsets.UTF_8));
        StringBuilder counted = new StringBuilder(Fields.line("what", "value"));
        report.forEach((what, value) -> counted.append(Fields.line(what, value)));
        Files.write(out.resolve("report.tsv"), counted.toString().getBytes(StandardCharsets.UTF_8));
    }
}
