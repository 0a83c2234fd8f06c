package io.faultline.evosuite.adapter;

import java.io.PipedInputStream;
import java.io.PipedReader;
import java.lang.reflect.Constructor;
import java.util.List;
import org.objectweb.asm.Opcodes;

/**
 * With a metric, tests read from no pipe.
 *
 * <p>A pipe is for two threads. In a test, which has one, reading waits for what nobody writes until EvoSuite's timeout,
 * and ending the thread takes two seconds more; EvoSuite likes pipes, for the JDK has few readers to choose from.
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
        return Weaving.atEntry(classFile, "canUse", "(Ljava/lang/reflect/Constructor;)Z", Weaving.leaveIf(
                m -> {
                    m.visitVarInsn(Opcodes.ALOAD, 0);
                    Weaving.call(m, WaitingReaders.class, "isRefused", "(Ljava/lang/reflect/Constructor;)Z");
                },
                m -> {
                    m.visitInsn(Opcodes.ICONST_0);
                    m.visitInsn(Opcodes.IRETURN);
                }));
    }

    /** Is it a pipe's, and does a metric lead the search? */
    public static boolean isRefused(Constructor<?> constructor) {
        return isPipe(constructor.getDeclaringClass()) && SearchStrategy.isGuided();
    }

    /** Does reading from one wait for another thread? */
    static boolean isPipe(Class<?> type) {
        return type == PipedReader.class || type == PipedInputStream.class;
    }
}
