package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Brackets the static initialiser of a class without probes; all other methods stay byte for byte the same.
 *
 * <p>Threads: one at a time. Loads no class.
 */
public final class InitialiserBracket {
    private final ClassLayout layout;

    private InitialiserBracket(ClassLayout layout) {
        this.layout = layout;
    }

    /** Reads a class without decoding instructions. Errors: {@link Refused}. */
    public static InitialiserBracket of(byte[] classFile) throws Refused {
        return new InitialiserBracket(ClassLayout.read(classFile));
    }

    /** Superclass and interfaces, as binary names. */
    public String[] supertypes() {
        String superclass = layout.reader.getSuperName();
        String[] interfaces = layout.reader.getInterfaces();
        int first = superclass == null ? 0 : 1;
        String[] names = new String[first + interfaces.length];
        for (int index = 0; index < names.length; index++) {
            names[index] = (index < first ? superclass : interfaces[index - first]).replace('/', '.');
        }
        return names;
    }

    /** Returns the binary names of classes it refers to, without those of the JDK and the like. Cost: O(constants). */
    public String[] others() {
        return layout.others();
    }

    /** Returns the origins of inlined functions; null if there are none. */
    public SourceMap inlined() {
        String text = layout.debugExtension();
        return text == null ? null : SourceMap.of(text);
    }

    /** Whether there is an initialiser without a bracket. */
    public boolean isWanted() {
        for (MethodLayout method : layout.methods) {
            if (isInitialiser(method)) {
                return !layout.mentionsProbes();
            }
        }
        return false;
    }

    /**
     * Returns the class with calls that pass {@code number} where its initialiser begins and ends. Errors: {@link
     * Refused}.
     */
    public byte[] around(int number) throws Refused {
        try {
            Weaver weaver = new Weaver(new Calls(number));
            layout.reader.accept(weaver, 0);
            return weaver.writer.toByteArray();
        } catch (RuntimeException unreadable) {
            throw new Refused(Refused.DAMAGED); // or the class would become too large
        }
    }

    private boolean isInitialiser(MethodLayout method) {
        return method.codeIndex >= 0 && method.isInitialiser(layout.major);
    }

    /** Emits only the bracket, no probes. */
    private static final class Calls extends NoLines {
        private final ChunkEmitter calls;

        Calls(int number) {
            calls = Instrumenter.lines(number, 0, 0, false);
        }

        @Override
        protected void enter(MethodVisitor code) {
            calls.enter(code);
        }

        @Override
        protected void exit(MethodVisitor code) {
            calls.exit(code);
        }

        @Override
        protected void failed(MethodVisitor code) {
            calls.failed(code);
        }
    }

    private final class Weaver extends ClassVisitor {
        final ClassWriter writer = new ClassWriter(layout.reader, 0);

        private final Emitter emitter;

        /** Index of the method being visited. */
        private int index = -1;

        Weaver(Emitter emitter) {
            super(Opcodes.ASM9);
            this.emitter = emitter;
            this.cv = writer;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = writer.visitMethod(access, name, descriptor, signature, exceptions);
            MethodLayout method = layout.methods[++index];
            if (!isInitialiser(method)) {
                return next;
            }
            MethodProbes probes = MethodProbes.ofAllLines(method, method.distinctLines(), emitter);
            probes.withFrames = layout.major >= Opcodes.V1_6;
            return new InitialiserInserter(next, probes);
        }
    }
}
