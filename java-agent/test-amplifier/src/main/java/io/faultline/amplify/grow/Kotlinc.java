package io.faultline.amplify.grow;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Runs the project's Kotlin compiler in a separate class loader.
 *
 * <p>Only the entry point is called. Its name is the same in {@code kotlin-compiler} and
 * {@code kotlin-compiler-embeddable} and in all versions since 1.3; syntax trees differ.
 */
final class Kotlinc {
    private static final String COMPILER = "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler";
    private static final Pattern PLACED =
            Pattern.compile("(.+\\.kts?):([0-9]+):([0-9]+): (error|warning|info|exception): (.*)");
    private static final Pattern UNPLACED = Pattern.compile("(error|exception): (.*)");

    private final Object compiler;
    private final Method exec;
    private final List<String> arguments;

    /** A compiler error. Plain data. */
    static final class Error {
        /** The line, from 1; 0 if unknown. */
        final int line;

        final String words;

        Error(int line, String words) {
            this.line = line;
            this.words = words;
        }
    }

    /**
     * @param arguments arguments of every compilation
     * @throws Nothing if the jars contain no compiler that this Java can run
     */
    Kotlinc(List<Path> jars, List<String> arguments) throws Nothing {
        this.arguments = arguments;
        // Otherwise each compilation reads all jars again.
        System.setProperty("kotlin.environment.keepalive", "true");
        System.setProperty("java.awt.headless", "true");
        try {
            List<URL> urls = new ArrayList<>();
            for (Path jar : jars) {
                urls.add(jar.toUri().toURL());
            }
            // Never closed: needed until the program ends.
            ClassLoader loader = new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
            Class<?> type = Class.forName(COMPILER, true, loader);
            compiler = type.getDeclaredConstructor().newInstance();
            exec = type.getMethod("execFullPathsInMessages", PrintStream.class, String[].class);
        } catch (ReflectiveOperationException | LinkageError | IOException bad) {
            throw new Nothing(
                    "no compiler",
                    "the Kotlin compiler " + named(jars) + " cannot be started: " + bad
                            + "; name another with --kotlin-compiler");
        }
    }

    private static String named(List<Path> jars) {
        return jars.isEmpty() ? "" : jars.get(0).toString();
    }

    /** Compiles a file into the folder named in the arguments. Returns the errors; empty on success. */
    List<Error> compile(Path file) throws Nothing {
        List<String> all = new ArrayList<>(arguments);
        all.add(file.toString());
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        Object code;
        try (PrintStream out = new PrintStream(said, true, StandardCharsets.UTF_8)) {
            code = exec.invoke(compiler, out, all.toArray(new String[0]));
        } catch (InvocationTargetException | IllegalAccessException broken) {
            throw new Nothing(
                    "no compiler",
                    "the Kotlin compiler broke off: " + broken.getCause() + "; name another with --kotlin-compiler");
        }
        String text = said.toString(StandardCharsets.UTF_8);
        return String.valueOf(code).equals("OK") ? List.of() : errors(text, file);
    }

    /** Parses the output of a failed compilation; returns at least one error. */
    static List<Error> errors(String text, Path file) {
        List<Error> errors = new ArrayList<>();
        for (String line : text.split("\n")) {
            Matcher placed = PLACED.matcher(line);
            Matcher unplaced = UNPLACED.matcher(line);
            if (placed.matches()) {
                boolean isHere = new File(placed.group(1))
                        .getName()
                        .equals(file.getFileName().toString());
                if (placed.group(4).equals("error") || placed.group(4).equals("exception")) {
                    errors.add(new Error(
                            isHere ? Integer.parseInt(placed.group(2)) : 0,
                            placed.group(5).trim()));
                }
            } else if (unplaced.matches()) {
                errors.add(new Error(0, unplaced.group(2).trim()));
            }
        }
        if (errors.isEmpty()) {
            errors.add(new Error(0, "the compiler gave up"));
        }
        return errors;
    }
}
