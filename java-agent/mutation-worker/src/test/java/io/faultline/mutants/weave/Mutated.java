package io.faultline.mutants.weave;

import io.faultline.instrument.Compilation;
import io.faultline.mutants.boot.Fuel;
import io.faultline.mutants.boot.Initialisers;
import io.faultline.mutants.boot.Site;
import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** A small class with all its mutants, loaded into the test's JVM. */
final class Mutated {
    /** A class number that no other test uses, because marks persist. */
    private static int next = 1_000;

    final Woven woven;
    private final Class<?> type;

    private Mutated(Woven woven, Class<?> type) {
        this.woven = woven;
        this.type = type;
    }

    /** A class {@code T} with these members. */
    static Mutated of(String members) throws IOException {
        return of(members, 8);
    }

    static Mutated of(String members, int release, String... options) throws IOException {
        Map<String, byte[]> classes = Compilation.of("T", "public class T { " + members + " }", release, options);
        return of(classes, "T");
    }

    /** Class {@code name} with its mutants, together with the other classes unmodified. */
    static Mutated of(Map<String, byte[]> classes, String name) {
        return of(classes, name, 0);
    }

    /** As above, with one part of the mutants. */
    static Mutated of(Map<String, byte[]> classes, String name, int part) {
        BitSet lines = new BitSet();
        lines.set(0, 1 << 16);
        Woven woven = Schemata.weave(classes.get(name), next++, lines, true, part, Collections.emptySet());
        Site.register(woven.classNumber, woven.size);
        Initialisers.register(woven.classNumber, woven.ofInitialiser());
        Loader loader = new Loader(classes, name, woven.bytes);
        try {
            return new Mutated(woven, Class.forName(name, true, loader));
        } catch (ClassNotFoundException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** The mutants of a method by this operator. */
    List<Mutant> mutants(String method, Operator operator) {
        List<Mutant> found = new ArrayList<>();
        for (Mutant mutant : woven.mutants) {
            if (woven.methods[2 * mutant.method].equals(method) && mutant.operator == operator.code) {
                found.add(mutant);
            }
        }
        return found;
    }

    /** The result of the method, or the class of the exception it throws. */
    Object call(String method, Object... arguments) {
        try {
            Method found = method(method);
            found.setAccessible(true);
            return found.invoke(null, arguments);
        } catch (InvocationTargetException thrown) {
            return thrown.getCause().getClass();
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(e);
        }
    }

    /** As above, under a mutant. */
    Object call(Mutant mutant, String method, Object... arguments) {
        Site.active = Site.mutant(woven.classNumber, mutant.number);
        Fuel.set(10_000);
        try {
            return call(method, arguments);
        } finally {
            Site.active = Site.NONE;
            Fuel.refill();
        }
    }

    /** The mutants that a probing call reaches and infects. */
    Marks probe(String method, Object... arguments) {
        Site.clear();
        Site.active = Site.PROBING;
        try {
            return new Marks(
                    call(method, arguments), Site.reached(woven.classNumber), Site.infected(woven.classNumber));
        } finally {
            Site.active = Site.NONE;
        }
    }

    Field field(String name) throws NoSuchFieldException {
        return type.getDeclaredField(name);
    }

    private Method method(String name) {
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals(name)) {
                return method;
            }
        }
        throw new IllegalArgumentException(name);
    }

    /** The marks of a probing call. */
    static final class Marks {
        final Object result;
        private final BitSet reached;
        private final BitSet infected;

        Marks(Object result, long[] reached, long[] infected) {
            this.result = result;
            this.reached = BitSet.valueOf(reached);
            this.infected = BitSet.valueOf(infected);
        }

        boolean reached(Mutant mutant) {
            return reached.get(mutant.number);
        }

        boolean infected(Mutant mutant) {
            return infected.get(mutant.number);
        }
    }

    private static final class Loader extends ClassLoader {
        private final Map<String, byte[]> classes;
        private final String mutated;
        private final byte[] bytes;

        Loader(Map<String, byte[]> classes, String mutated, byte[] bytes) {
            super(Mutated.class.getClassLoader());
            this.classes = classes;
            this.mutated = mutated;
            this.bytes = bytes;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            byte[] found = name.equals(mutated) ? bytes : classes.get(name);
            if (found == null) {
                throw new ClassNotFoundException(name);
            }
            return defineClass(name, found, 0, found.length);
        }
    }
}
