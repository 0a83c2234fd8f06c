package io.faultline.evosuite.adapter;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.objectweb.asm.Opcodes;

/** Allows changing classes under test before EvoSuite changes them. */
public final class SearchedClasses extends Seam {
    /** Changes class files before EvoSuite reads them. Runs on sandboxed threads. */
    public interface Before {
        /** Whether it changes the class with this internal name. */
        boolean wants(String name);

        /** Returns the class file to read instead; unchanged if it cannot be changed. */
        byte[] change(String name, byte[] classFile);
    }

    /** Null if no classes are changed. */
    private static volatile Before before;

    public SearchedClasses() {
        super(
                "instrumentation.InstrumentingClassLoader.getTransformedBytes",
                "with a metric that looks at conditions, gets class files with probes at these",
                "jumps are told only as EvoSuite leaves them: they are not those that were recorded");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only("org/evosuite/instrumentation/InstrumentingClassLoader");
    }

    @Override
    public String versions() {
        return "1.0.6; 1.1.0, 1.2.0 untested";
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        return Weaving.atEntry(classFile, "getTransformedBytes", "(Ljava/lang/String;Ljava/io/InputStream;)[B", m -> {
            m.visitVarInsn(Opcodes.ALOAD, 1);
            m.visitVarInsn(Opcodes.ALOAD, 2);
            Weaving.call(
                    m, SearchedClasses.class, "read", "(Ljava/lang/String;Ljava/io/InputStream;)Ljava/io/InputStream;");
            m.visitVarInsn(Opcodes.ASTORE, 2);
        });
    }

    /** Sets the change; null for none. */
    public static void change(Before who) {
        before = who;
    }

    /** Returns the class file that EvoSuite reads. */
    public static InputStream read(String name, InputStream classFile) throws IOException {
        Before who = before;
        if (who == null || !who.wants(name)) {
            return classFile;
        }
        return new ByteArrayInputStream(who.change(name, all(classFile)));
    }

    private static byte[] all(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        for (int n = in.read(buffer); n > 0; n = in.read(buffer)) {
            bytes.write(buffer, 0, n);
        }
        return bytes.toByteArray();
    }
}
