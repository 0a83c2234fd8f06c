package io.faultline.evosuite.adapter;

import java.io.PipedInputStream;
import java.io.PipedReader;
import java.lang.reflect.Constructor;
import java.util.List;
import org.objectweb.asm.Opcodes;

/**
 * With a metric, tests do not read from pipes.
 *
 * <p>A pipe connects two threads. In a test, which has one, reading waits until EvoSuite's timeout, and ending the
 * thread takes two more seconds. EvoSuite uses pipes often, because the JDK has few readers.
 */
public final class WaitingReaders extends Seam {
    public WaitingReaders() {
        super(
                "setup.TestUsageChecker.canUse",
                "with a metric, is false for constructors of PipedReader and PipedInputStream",
                "where a Reader or an InputStream is wanted, tests wait until they time out: 30 s of a search of 40 s on CSVParser of commons-csv 1.2");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only("org/evosuite/setup/TestUsageChecker");
    }

    @Override
    public String versions() {
        return "1.0.6; 1.1.0, 1.2.0 untested";
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        return Weaving.atEntry(
                classFile,
                "canUse",
                "(Ljava/lang/reflect/Constructor;)Z",
                Weaving.leaveIf(
                        m -> {
                            m.visitVarInsn(Opcodes.ALOAD, 0);
                            Weaving.call(m, WaitingReaders.class, "isRefused", "(Ljava/lang/reflect/Constructor;)Z");
                        },
                        m -> {
                            m.visitInsn(Opcodes.ICONST_0);
                            m.visitInsn(Opcodes.IRETURN);
                        }));
    }

    /** Whether a constructor creates a pipe reader and a metric guides the search. */
    public static boolean isRefused(Constructor<?> constructor) {
        return isPipe(constructor.getDeclaringClass()) && SearchStrategy.isGuided();
    }

    /** Whether reading from this type waits for another thread. */
    static boolean isPipe(Class<?> type) {
        return type == PipedReader.class || type == PipedInputStream.class;
    }
}
