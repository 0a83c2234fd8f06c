package io.faultline.instrument;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A program of {@code tests/targets} whose line comments say what its run covers.
 *
 * <pre>
 *   // release 11               first line: the first Java release that compiles it
 *   call(); // covered          the line has a probe and it was hit
 *   call(); // not covered      the line has a probe and it was not hit
 *   } // no probe until 8, then covered    compilers differ in where lines begin
 * </pre>
 *
 * A line without a comment must have no probe in any class that the target compiles to.
 */
public final class Target {
    private static final Path FOLDER = above(Path.of("tests", "targets"));
    private static final Pattern RELEASE = Pattern.compile("// release (\\d+)");
    private static final Pattern EXPECTATION = Pattern.compile(
            "// (covered|not covered|no probe)" + "(?: until (\\d+), then (covered|not covered|no probe))?$");

    public final String name;
    final String source;
    public final int since;

    /** Compiling takes longer than everything else done with a target. */
    private final Map<Integer, Map<String, byte[]>> compiled = new TreeMap<>();

    private Target(String name, String source) {
        this.name = name;
        this.source = source;
        Matcher matcher = RELEASE.matcher(source);
        if (!matcher.lookingAt()) {
            throw new IllegalArgumentException(name + " does not say its release");
        }
        this.since = Integer.parseInt(matcher.group(1));
    }

    /** Searches upwards, because the modules that compile this are at different depths. */
    private static Path above(Path folder) {
        Path from = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(from.resolve(folder))) {
            from = from.getParent();
        }
        return from.resolve(folder);
    }

    public static List<Target> all() throws IOException {
        List<Target> targets = new ArrayList<>();
        try (Stream<Path> files = Files.list(FOLDER)) {
            for (Path file : (Iterable<Path>) files.sorted()::iterator) {
                String name = file.getFileName().toString();
                if (name.endsWith(".java")) {
                    targets.add(new Target(name.substring(0, name.length() - 5), Files.readString(file)));
                }
            }
        }
        return targets;
    }

    public static Target named(String name) throws IOException {
        return all().stream()
                .filter(target -> target.name.equals(name))
                .findAny()
                .orElseThrow();
    }

    /** Returns class files by binary name, compiled for {@code release}. */
    public Map<String, byte[]> classes(int release) throws IOException {
        Map<String, byte[]> classes = compiled.get(release);
        if (classes == null) {
            classes = Compilation.of(name, source, release);
            compiled.put(release, classes);
        }
        return classes;
    }

    /** Returns the comment of each line for {@code release}; lines without a comment are absent. */
    public Map<Integer, String> expectations(int release) {
        Map<Integer, String> expectations = new TreeMap<>();
        String[] lines = source.split("\n", -1);
        for (int line = 1; line <= lines.length; line++) {
            Matcher matcher = EXPECTATION.matcher(lines[line - 1]);
            if (matcher.find()) {
                boolean later = matcher.group(2) != null && release > Integer.parseInt(matcher.group(2));
                expectations.put(line, matcher.group(later ? 3 : 1));
            }
        }
        return expectations;
    }

    /**
     * Returns the lines that differ from their comments. {@code recorded}: whether each line was hit; lines without a probe
     * are absent.
     */
    public static List<String> differences(Map<Integer, String> expected, Map<Integer, Boolean> recorded) {
        List<String> differences = new ArrayList<>();
        TreeSet<Integer> all = new TreeSet<>(expected.keySet());
        all.addAll(recorded.keySet());
        for (int line : all) {
            Boolean hit = recorded.get(line);
            String found = hit == null ? "no probe" : hit ? "covered" : "not covered";
            String wanted = expected.getOrDefault(line, "no probe");
            if (!found.equals(wanted)) {
                differences.add("line " + line + " is " + found + " but should be " + wanted);
            }
        }
        return differences;
    }

    @Override
    public String toString() {
        return name;
    }
}
