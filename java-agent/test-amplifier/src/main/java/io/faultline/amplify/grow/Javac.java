package io.faultline.amplify.grow;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Runs javac with the options with which the project's tests were compiled. */
final class Javac {
    private final JavaCompiler compiler;
    private final StandardJavaFileManager files;
    private final List<String> common;

    /** Candidate option lists, preferred first; reading the first source reduces them to one. */
    private List<List<String>> ways = new ArrayList<>();

    /** The result of a compilation: classes or errors. */
    static final class Compiled {
        final Map<String, byte[]> classes;
        final List<Diagnostic<? extends JavaFileObject>> errors;

        Compiled(Map<String, byte[]> classes, List<Diagnostic<? extends JavaFileObject>> errors) {
            this.classes = classes;
            this.errors = errors;
        }
    }

    /**
     * Errors: {@link Nothing} if this Java has no compiler.
     *
     * @param preview whether the JVM of the tests has preview features
     */
    Javac(List<Path> classPath, String release, boolean preview, Path scratch) throws Nothing {
        compiler = ToolProvider.getSystemJavaCompiler();
        if (compiler == null) {
            throw new Nothing("no compiler", "the Java of the tests has no compiler; run them with a JDK");
        }
        files = compiler.getStandardFileManager(null, null, null);
        String path = classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        // Sources on the class path are ignored, because they may be newer than the classes.
        common = List.of(
                "-cp",
                path,
                "-sourcepath",
                scratch.toString(),
                "-d",
                scratch.toString(),
                "-implicit:none",
                "-nowarn",
                "-Xlint:none",
                "-Xmaxerrs",
                "1000000",
                "-g",
                "-parameters");
        List<String> byRelease = List.of("--release", release);
        List<String> byTarget = List.of("-source", release, "-target", release);
        List<List<String>> targets = new ArrayList<>(List.of(byRelease, byTarget));
        if (preview) {
            // First those without, as preview features are only for the newest release that the compiler knows.
            targets.add(with(byRelease, "--enable-preview"));
        }
        for (List<String> target : targets) {
            ways.add(with(target, "-proc:none"));
            ways.add(with(target, "-s", scratch.toString()));
        }
    }

    private static List<String> with(List<String> options, String... more) {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of(more));
        return all;
    }

    /** Parses and attributes a source. The first call selects the options with the fewest errors. */
    Source source(Path file, String path, String text) throws IOException {
        Source best = null;
        List<String> way = null;
        for (List<String> next : ways) {
            Source source = attributed(file, path, text, next);
            if (source != null && (best == null || source.errors.size() < best.errors.size())) {
                best = source;
                way = next;
            }
            if (best != null && best.errors.isEmpty()) {
                break;
            }
        }
        if (best == null) {
            throw new IOException("the compiler cannot read " + file);
        }
        ways = List.of(way);
        return best;
    }

    private Source attributed(Path file, String path, String text, List<String> way) throws IOException {
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        CompilationUnitTree unit = null;
        JavacTask task;
        try {
            task = task(said, way, new Memory(files), List.of(Memory.source(path, text)));
            for (CompilationUnitTree parsed : task.parse()) {
                unit = unit == null ? parsed : unit;
            }
            task.analyze();
        } catch (IllegalStateException | IllegalArgumentException crashed) {
            return null;
        }
        return unit == null ? null : new Source(file, path, text, unit, task, errors(said));
    }

    /** Compiles sources, given as path and text, in memory. */
    Compiled compile(Map<String, String> sources) {
        DiagnosticCollector<JavaFileObject> said = new DiagnosticCollector<>();
        Memory memory = new Memory(files);
        List<JavaFileObject> units = new ArrayList<>();
        sources.forEach((path, text) -> units.add(Memory.source(path, text)));
        boolean compiles = task(said, ways.get(0), memory, units).call();
        return new Compiled(compiles ? memory.classes() : null, errors(said));
    }

    private JavacTask task(
            DiagnosticCollector<JavaFileObject> said, List<String> way, Memory memory, List<JavaFileObject> units) {
        List<String> options = new ArrayList<>(common);
        options.addAll(way);
        return (JavacTask) compiler.getTask(null, memory, said, options, null, units);
    }

    private static List<Diagnostic<? extends JavaFileObject>> errors(DiagnosticCollector<JavaFileObject> said) {
        List<Diagnostic<? extends JavaFileObject>> errors = new ArrayList<>();
        for (Diagnostic<? extends JavaFileObject> diagnostic : said.getDiagnostics()) {
            if (diagnostic.getKind() == Diagnostic.Kind.ERROR) {
                errors.add(diagnostic);
            }
        }
        return errors;
    }
}
