package io.faultline.instrument;

import io.faultline.bridge.Core;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceClassVisitor;

/** The core as a weaver of probes, for comparison with the one in Java. */
final class Woven {
    private static final String CORE = "/META-INF/faultline/linux-x86_64/libfaultline.so";

    static {
        try {
            URL core = Woven.class.getResource(CORE);
            System.load(Path.of(core.toURI()).toString());
        } catch (Exception missing) {
            throw new IllegalStateException("the core is not among the resources; run `make dist`", missing);
        }
    }

    private Woven() {}

    /** Returns the class with probes; null if the core leaves it to Java. */
    static byte[] of(byte[] original, OpenClass open, int chunk, boolean scoped) {
        int[] order = open.order();
        int probes = !scoped ? Core.FROM_CHUNK : open.seesTests() ? Core.AT_EVERY_LINE : Core.FROM_THREAD;
        return order == null ? null : Core.weave(original, 1, chunk, 0, probes, order, open.plan.lines);
    }

    /** Returns everything that a class file says, whatever the order and number of its constants. */
    static String text(byte[] classFile) {
        StringWriter text = new StringWriter();
        TraceClassVisitor trace = new TraceClassVisitor(null, new Textifier(), new PrintWriter(text));
        new ClassReader(classFile).accept(new Known(trace), ClassReader.EXPAND_FRAMES);
        return text.toString();
    }

    /** Unknown attributes, which may name constants by their numbers, are left out. */
    private static final class Known extends ClassVisitor {
        Known(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitAttribute(Attribute unknown) {
            // See above.
        }
    }

    /** The first lines in which two texts differ. */
    static List<String> difference(String expected, String actual) {
        String[] left = expected.split("\n");
        String[] right = actual.split("\n");
        int at = 0;
        while (at < Math.min(left.length, right.length) && left[at].equals(right[at])) {
            at++;
        }
        List<String> lines = new ArrayList<>();
        for (int from = Math.max(0, at - 6); from < at + 6; from++) {
            lines.add((from < left.length ? left[from] : "-") + "   |   " + (from < right.length ? right[from] : "-"));
        }
        return lines;
    }
}
