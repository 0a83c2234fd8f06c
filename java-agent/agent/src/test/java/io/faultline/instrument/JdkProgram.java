package io.faultline.instrument;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Links all classes of a JDK module in a separate JVM, with probes if also started as an agent.
 *
 * <p>Runs with {@code -XX:+BytecodeVerificationLocal}, because the JVM does not verify its own
 * classes by default. The JDK classes that the program uses are instrumented too, so this also
 * tests running an instrumented JDK. Arguments: module, file for the result (one line per class that fails).
 */
public final class JdkProgram {
    /** Number of the chunk that the parent process adds to java.base; large enough for any class. */
    static final int CHUNK = 0;

    /** The probes to insert, if started as an agent. */
    private static Probes probes;

    private static final Tally TALLY = new Tally();
    private static final Map<String, String> FAILURES = new TreeMap<>();

    private JdkProgram() {}

    /** Instruments all classes of the JDK: those already loaded and those loaded later. */
    public static void premain(String which, Instrumentation instrumentation) throws IOException {
        probes = Probes.valueOf(which);
        warmUp();
        instrumentation.addTransformer(new Weaving(), true);
        List<Class<?>> loaded = new ArrayList<>();
        for (Class<?> type : instrumentation.getAllLoadedClasses()) {
            if (!type.isArray() && instrumentation.isModifiableClass(type)) {
                loaded.add(type);
            }
        }
        retransform(instrumentation, loaded);
    }

    /** Loads the classes that the instrumenter needs, so that loading them later does not recurse. */
    private static void warmUp() throws IOException {
        for (Class<?> type : new Class<?>[] {JdkProgram.class, Tally.class, Linking.class}) {
            try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
                new Tally().instrument(in.readAllBytes(), CHUNK, probes);
            }
        }
    }

    /** Retransforms all at once, which is much faster than one by one; bisects to find a class that fails. */
    private static void retransform(Instrumentation instrumentation, List<Class<?>> types) {
        try {
            instrumentation.retransformClasses(types.toArray(new Class<?>[0]));
        } catch (LinkageError | UnmodifiableClassException failure) {
            if (types.size() == 1) {
                FAILURES.put(types.get(0).getName(), failure.toString());
                return;
            }
            retransform(instrumentation, types.subList(0, types.size() / 2));
            retransform(instrumentation, types.subList(types.size() / 2, types.size()));
        }
    }

    public static void main(String[] args) throws IOException {
        int linked = 0;
        for (Path file : Archives.classesOfModule(args[0])) {
            Path path = file.subpath(2, file.getNameCount());
            if (path.toString().equals("module-info.class")) {
                continue;
            }
            String name = Archives.binaryName(path.toString());
            String failure = Linking.failure(ClassLoader.getSystemClassLoader(), name);
            if (failure != null) {
                FAILURES.put(name, failure);
            } else {
                linked++;
            }
        }
        write(Path.of(args[1]), linked);
    }

    private static void write(Path result, int linked) throws IOException {
        TALLY.linked = linked;
        try (PrintStream out = new PrintStream(Files.newOutputStream(result), false, StandardCharsets.UTF_8)) {
            out.println(TALLY);
            FAILURES.forEach((name, failure) -> out.println(name + "\t" + failure));
        }
    }

    private static final class Weaving implements ClassFileTransformer {
        @Override
        public byte[] transform(
                ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain, byte[] bytes) {
            boolean ours = name == null || name.startsWith("io/faultline/") || name.startsWith("org/objectweb/");
            if (ours) {
                return null;
            }
            synchronized (TALLY) {
                try {
                    return TALLY.instrument(bytes, CHUNK, probes);
                } catch (Throwable thrown) {
                    // The JVM ignores exceptions of transformers.
                    FAILURES.put(name, thrown.toString());
                    throw thrown;
                }
            }
        }
    }
}
