package io.faultline.evosuite;

import io.faultline.evosuite.adapter.Distribution;
import io.faultline.evosuite.adapter.FitnessSeams;
import io.faultline.evosuite.adapter.InitialiserLines;
import io.faultline.evosuite.adapter.RecordedClasses;
import io.faultline.evosuite.adapter.Seam;
import io.faultline.evosuite.compat.AsmClasses;
import io.faultline.evosuite.compat.CompatibilitySeams;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** A loader with a separate EvoSuite 1.0.6 from the test's class path, as released or woven. */
public final class Woven extends ClassLoader {
    private static final ClassLoader CLASS_PATH = Woven.class.getClassLoader();

    private final List<Seam> seams;
    private final AsmClasses asm;

    private Woven(List<Seam> seams, AsmClasses asm) {
        super(CLASS_PATH);
        this.seams = seams;
        this.asm = asm;
    }

    /** Returns EvoSuite as released. */
    public static Woven stock() {
        return new Woven(List.of(), null);
    }

    /** Returns EvoSuite with all seams and the newer ASM. */
    public static Woven adapted() {
        try {
            return new Woven(seams(), AsmClasses.read(released()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns all seams. */
    public static List<Seam> seams() {
        List<Seam> seams = new ArrayList<>(FitnessSeams.ALL);
        seams.addAll(CompatibilitySeams.ALL);
        seams.add(new RecordedClasses());
        seams.add(new InitialiserLines());
        return seams;
    }

    /** Returns the distribution of Maven Central. */
    public static Distribution released() {
        return Distribution.of(Distribution.RELEASED, CLASS_PATH);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        synchronized (getClassLoadingLock(name)) {
            if (!name.startsWith("org.evosuite.")) {
                return super.loadClass(name, resolve);
            }
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : findClass(name);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        String internal = name.replace('.', '/');
        byte[] classFile = asm == null ? null : asm.get(internal);
        if (classFile == null) {
            classFile = woven(internal);
        }
        return defineClass(name, classFile, 0, classFile.length);
    }

    private byte[] woven(String internal) throws ClassNotFoundException {
        Distribution evosuite = released();
        byte[] classFile;
        try {
            classFile = evosuite.read(internal);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        if (classFile == null) {
            throw new ClassNotFoundException(internal);
        }
        for (Seam seam : seams) {
            if (seam.classes(evosuite).contains(internal)) {
                classFile = seam.weave(evosuite, internal, classFile);
            }
        }
        return classFile;
    }

    /** Enables all mocking of a search. */
    public Woven mocking() throws ReflectiveOperationException {
        call("org.evosuite.runtime.RuntimeSettings", "activateAllMocking", new Class<?>[0]);
        return this;
    }

    /** Calls a public static method. */
    public Object call(String className, String method, Class<?>[] types, Object... arguments)
            throws ReflectiveOperationException {
        return loadClass(className).getMethod(method, types).invoke(null, arguments);
    }
}
