package io.faultline.evosuite.adapter;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.evosuite.Properties;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Adds our properties to EvoSuite's.
 *
 * <p>EvoSuite collects the annotated public static fields of {@code Properties}. Fields added there are read from the
 * command line and properties files, listed, and passed to the client like others.
 */
public final class FitnessProperties extends Seam {
    /** A property: a static field, its key for users, and its default value. */
    public static final class Property {
        public final String field;
        public final String key;
        final String descriptor;

        /** The default value of the field, a string or an integer, never null. */
        public final Object initial;

        public final String description;

        private Property(String field, String key, Object initial, String description) {
            this.field = field;
            this.key = key;
            this.initial = initial;
            this.descriptor = initial instanceof Integer ? "I" : "Ljava/lang/String;";
            this.description = description;
        }

        /** Whether it has a meaning with a metric alone. */
        public boolean isOfMetric() {
            return key.startsWith("fitness");
        }

        /** Whether it is an integer. */
        public boolean isNumber() {
            return initial instanceof Integer;
        }
    }

    public static final List<Property> ALL = Collections.unmodifiableList(Arrays.asList(
            new Property(
                    "FITNESS",
                    "fitness",
                    "",
                    "Metric of fault diagnosis that guides the search, none for an ordinary search"),
            new Property(
                    "FITNESS_SPECTRUM",
                    "fitness_spectrum",
                    "",
                    "File with the recorded spectrum that the search starts from"),
            new Property(
                    "FITNESS_FAILING",
                    "fitness_failing",
                    "",
                    "Failing tests to explain, Class#method, separated by semicolons; none for the only one"),
            new Property("FITNESS_MODEL", "fitness_model", "", "File with the trained model of a learned metric"),
            new Property(
                    "FITNESS_ROUND_MS",
                    "fitness_round_ms",
                    2000,
                    "Milliseconds of a round, at the end of which the best test is kept"),
            new Property(
                    "FITNESS_ROUND_EVALS",
                    "fitness_round_evals",
                    0,
                    "Evaluations of a round in place of its time, 0 for time; reproducible"),
            new Property(
                    "FITNESS_ROUNDS", "fitness_rounds", 0, "Rounds at most, 0 for as many as the search budget allows"),
            new Property(
                    "FITNESS_CARRY",
                    "fitness_carry",
                    0,
                    "1 to continue with the previous round's population, 0 to start with a new one"),
            new Property(
                    "FITNESS_EXPORT",
                    "fitness_export",
                    "",
                    "File to write the lines of the failing test and the tests kept to"),
            new Property(
                    "FITNESS_STOP",
                    "fitness_stop",
                    "",
                    "File that ends the search when it appears; the tests kept until then are written"),
            new Property(
                    "DYNAMIC_TARGETS",
                    "dynamic_targets",
                    0,
                    "1 to let MOSA search only for branches whose control dependences are covered, 0 for all at once"),
            new Property(
                    "TESTS_PER_TARGET",
                    "tests_per_target",
                    0,
                    "Tests that MOSA keeps for each goal besides the shortest, the first ones; 0 for none")));

    private static final String PROPERTIES = "org/evosuite/Properties";

    public FitnessProperties() {
        super("Properties, fields", "has `fitness` and the others of the table above", "\"Unknown property: fitness\"");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only(PROPERTIES);
    }

    @Override
    public String versions() {
        return "1.0.6; 1.1.0, 1.2.0 untested";
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, 0);
        boolean[] collected = {false};
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public FieldVisitor visitField(
                            int access, String name, String descriptor, String signature, Object value) {
                        collected[0] |= name.equals("parameterMap");
                        return super.visitField(access, name, descriptor, signature, value);
                    }

                    @Override
                    public void visitEnd() {
                        for (Property property : ALL) {
                            add(cv, property);
                        }
                        super.visitEnd();
                    }
                },
                0);
        if (!collected[0]) {
            throw new SeamMissing("org.evosuite.Properties has no parameterMap");
        }
        return writer.toByteArray();
    }

    private static void add(ClassVisitor properties, Property property) {
        FieldVisitor field = properties.visitField(
                Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC, property.field, property.descriptor, null, property.initial);
        AnnotationVisitor annotation = field.visitAnnotation("L" + PROPERTIES + "$Parameter;", true);
        annotation.visit("key", property.key);
        annotation.visit("group", "Fault diagnosis");
        annotation.visit("description", property.description);
        annotation.visitEnd();
        field.visitEnd();
    }

    /** Returns {@code -Dkey=value} for each of our properties that was changed. */
    static List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        for (Property property : ALL) {
            if (isChanged(property)) {
                arguments.add(argument(property));
            }
        }
        return arguments;
    }

    static boolean isChanged(Property property) {
        Object value = value(property.field);
        return value != null && !Objects.equals(value, property.initial);
    }

    /** Returns {@code -Dkey=value}. */
    static String argument(Property property) {
        return "-D" + property.key + "=" + value(property.field);
    }

    /**
     * Returns the current value of a field. Errors: {@link IllegalStateException} if EvoSuite was loaded without the
     * agent.
     */
    static Object value(String name) {
        try {
            Field field = Properties.class.getField(name);
            return field.get(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(
                    "EvoSuite has no property for " + name + ": it was loaded without the agent", e);
        }
    }
}
