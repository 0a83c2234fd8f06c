package io.faultline.evosuite.adapter;

import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** The master checks our properties before it starts anything, and reports an error in one sentence. */
public final class CommandLineCheck extends Seam {
    private static final String LINE = "org/apache/commons/cli/CommandLine";
    private static final String SHADED_LINE = "org/evosuite/shaded/" + LINE;

    public CommandLineCheck() {
        super(
                "CommandLineParameters.addJavaDOptions",
                "checks names of properties and the values of ours; a wrong one ends the master with one sentence",
                "a wrong value ends the client, whose output nobody sees, and the master waits for it; a wrong name ends with status 0");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only("org/evosuite/CommandLineParameters");
    }

    @Override
    public String versions() {
        return "1.0.6; 1.1.0, 1.2.0 untested";
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        String descriptor = "(Ljava/util/List;L" + (evosuite.has(SHADED_LINE) ? SHADED_LINE : LINE) + ";)V";
        byte[] before = Weaving.atEntry(classFile, "addJavaDOptions", descriptor, m -> {
            m.visitVarInsn(Opcodes.ALOAD, 1);
            Weaving.call(m, CommandLineCheck.class, "before", "(Ljava/lang/Object;)V");
        });
        return Weaving.around(before, "addJavaDOptions", descriptor, next -> new MethodVisitor(Opcodes.ASM9, next) {
            @Override
            public void visitInsn(int opcode) {
                if (opcode == Opcodes.RETURN) {
                    Weaving.call(mv, CommandLineCheck.class, "after", "()V");
                }
                super.visitInsn(opcode);
            }
        });
    }

    /** Called before EvoSuite parses the values, to check numbers: EvoSuite only reports that they are illegal. */
    public static void before(Object commandLine) {
        java.util.Properties given;
        try {
            given = (java.util.Properties) commandLine
                    .getClass()
                    .getMethod("getOptionProperties", String.class)
                    .invoke(commandLine, "D");
        } catch (InvocationTargetException | NoSuchMethodException | IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
        Set<?> known = known(commandLine.getClass().getClassLoader());
        for (String name : new TreeSet<>(given.stringPropertyNames())) {
            if (!known.contains(name)) {
                stop("EvoSuite has no property " + name + ", so -D" + name + "=" + given.getProperty(name)
                        + " has no meaning; -listParameters shows all that it has");
            }
        }
        for (FitnessProperties.Property property : FitnessProperties.ALL) {
            String value = given.getProperty(property.key);
            if (value != null && property.isNumber() && !isNumber(value)) {
                stop(property.key + " is a whole number from 0 up, not \"" + value + "\"");
            }
        }
    }

    /** Returns the names of all properties, including ours. */
    private static Set<?> known(ClassLoader evosuite) {
        try {
            return (Set<?>) Class.forName("org.evosuite.Properties", true, evosuite)
                    .getMethod("getParameters")
                    .invoke(null);
        } catch (InvocationTargetException
                | ClassNotFoundException
                | NoSuchMethodException
                | IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Called when all values are set: checks that the metric can use them. */
    public static void after() {
        FitnessSettings settings = Guided.settings();
        String needless = needless(settings != null);
        if (needless != null) {
            stop(needless);
        }
        if (settings == null) {
            return;
        }
        Guidance guidance = Guided.guidance();
        String problem = guidance == null ? "this build of the agent knows no metric" : guidance.problem(settings);
        if (problem != null) {
            stop(problem);
        }
    }

    /** Returns a sentence on a property that was set without naming a metric, or in spite of one. */
    private static String needless(boolean isGuided) {
        for (FitnessProperties.Property property : FitnessProperties.ALL) {
            if (property.isOfMetric() != isGuided && FitnessProperties.isChanged(property)) {
                return FitnessProperties.argument(property) + " has no meaning "
                        + (isGuided ? "with -Dfitness" : "without -Dfitness=METRIC");
            }
        }
        return null;
    }

    private static boolean isNumber(String value) {
        try {
            return Integer.parseInt(value) >= 0;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** Ends the master. */
    static void stop(String sentence) {
        PrintStream err = System.err;
        err.println("faultline: " + sentence.replace('\n', ' '));
        System.exit(1);
    }
}
