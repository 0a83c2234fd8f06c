package io.faultline.listeners;

import io.faultline.instrument.Trampolines;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * Weaves calls into methods of test frameworks that report, and of assertion libraries that format messages: at entry
 * or at returns; for a few also at exceptions.
 *
 * <p>Emits straight-line code, at most one handler and one conditional return: members, line numbers and the method's own
 * frames are unchanged, and no class is loaded.
 */
public final class FrameworkWeaver {
    /** The only class of the JDK that is woven here: see {@link Event#WAITED}. */
    public static final String WAITED = "java/util/concurrent/TimeoutException";

    private static final String EVENT = "(ILjava/lang/Object;Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;";

    /** Class files before Java 6 have no frames. */
    private static final int FIRST_WITH_FRAMES = 50;

    /** Seen before any class that a test names as its runner. */
    private static final String JUNIT4_PACKAGE = "org/junit/runner/";

    private static final String JUNIT = "org/junit/";

    private static final byte[] RUNS =
            "(Lorg/junit/runner/notification/RunNotifier;)V".getBytes(StandardCharsets.US_ASCII);

    private static final Object[] NOTHING = {};
    private static final Object[] THROWABLE = {"java/lang/Throwable"};

    private static volatile boolean anyJUnit4;

    private FrameworkWeaver() {}

    /** Whether a class may report tests or format messages. Cheap: rejects nearly all classes by name. */
    public static boolean mayReport(String className) {
        anyJUnit4 |= className.startsWith(JUNIT4_PACKAGE);
        return Seams.of(className) != null
                || Formatters.of(className) != null
                || className.startsWith(Seams.PLATFORM_PACKAGE);
    }

    /** Whether a class may be a runner for JUnit 4 that is not JUnit's. Cost: one look at each byte, once JUnit 4 is there. */
    public static boolean mayRun(String className, byte[] classFile) {
        if (!anyJUnit4 || className.startsWith(JUNIT)) {
            return false;
        }
        int last = classFile.length - RUNS.length;
        for (int at = 0; at <= last; at++) {
            if (classFile[at] == '(' && isRuns(classFile, at)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isRuns(byte[] classFile, int at) {
        int same = 1;
        while (same < RUNS.length && classFile[at + same] == RUNS[same]) {
            same++;
        }
        return same == RUNS.length;
    }

    /**
     * Weaves a class accepted by {@link #mayReport} or {@link #mayRun}.
     *
     * @param recorded whether the class's lines are recorded: then its messages are under test themselves
     * @return the new bytes, or null if nothing in the class reports tests
     */
    public static byte[] weave(String className, byte[] classFile, boolean recorded) {
        ClassReader reader = new ClassReader(classFile);
        Seam[] seams = Seams.of(className);
        if (seams == null && !recorded) {
            seams = Formatters.of(className);
        }
        if (seams == null && reportsForPlatform(reader)) {
            seams = Seams.ofPlatformListener();
        }
        if (seams == null && mayRun(className, classFile)) {
            seams = Seams.ofRunner();
        }
        if (seams == null) {
            return null;
        }
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        Weaver weaver = new Weaver(writer, className, seams);
        reader.accept(weaver, 0);
        return weaver.woven ? writer.toByteArray() : null;
    }

    private static boolean reportsForPlatform(ClassReader reader) {
        if ((reader.getAccess() & Opcodes.ACC_INTERFACE) != 0) {
            return false;
        }
        for (String implemented : reader.getInterfaces()) {
            if (Seams.PLATFORM_LISTENER.equals(implemented)) {
                return true;
            }
        }
        return false;
    }

    private static final class Weaver extends ClassVisitor {
        private final String owner;
        private final Seam[] seams;
        private final Set<String> fields = new HashSet<>();
        private boolean hasFrames;
        boolean woven;

        Weaver(ClassVisitor next, String owner, Seam[] seams) {
            super(Opcodes.ASM9, next);
            this.owner = owner;
            this.seams = seams;
        }

        @Override
        public void visit(
                int version, int access, String name, String signature, String superName, String[] interfaces) {
            hasFrames = (version & 0xffff) >= FIRST_WITH_FRAMES;
            super.visit(version, access, name, signature, superName, interfaces);
        }

        @Override
        public FieldVisitor visitField(int access, String name, String descriptor, String signature, Object value) {
            fields.add(name + descriptor);
            return super.visitField(access, name, descriptor, signature, value);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            if ((access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0) {
                return next;
            }
            for (final Seam seam : seams) {
                boolean present = seam.field == null || fields.contains(seam.field + seam.fieldDescriptor);
                if (present && seam.matches(name, descriptor)) {
                    woven = true;
                    next = new Call(next, owner, (access & Opcodes.ACC_STATIC) != 0, descriptor, seam, hasFrames);
                }
            }
            return next;
        }
    }

    private static final class Call extends MethodVisitor {
        private final String owner;
        private final boolean isStatic;
        private final String descriptor;
        private final Seam seam;
        private final boolean hasFrames;
        private Label start;

        Call(MethodVisitor next, String owner, boolean isStatic, String descriptor, Seam seam, boolean hasFrames) {
            super(Opcodes.ASM9, next);
            this.owner = owner;
            this.isStatic = isStatic;
            this.descriptor = descriptor;
            this.seam = seam;
            this.hasFrames = hasFrames;
        }

        @Override
        public void visitCode() {
            super.visitCode();
            if (handles()) {
                start = new Label();
                super.visitLabel(start);
            } else if (seam.at == Seam.At.ENTRY) {
                call();
            } else if (seam.at == Seam.At.SKIPS) {
                callAndMayReturn();
            } else if (seam.at == Seam.At.REPLACES) {
                callAndMayReplace();
            }
        }

        @Override
        public void visitInsn(int opcode) {
            if (seam.at == Seam.At.RETURNS && opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
                call();
            } else if (seam.at == Seam.At.EXITS && (opcode == Opcodes.ARETURN || opcode == Opcodes.RETURN)) {
                super.visitInsn(opcode == Opcodes.ARETURN ? Opcodes.DUP : Opcodes.ACONST_NULL);
                callWithTop();
            }
            super.visitInsn(opcode);
        }

        @Override
        public void visitMaxs(int maxStack, int maxLocals) {
            if (handles()) {
                Label handler = new Label();
                super.visitLabel(handler);
                if (hasFrames) {
                    Object[] locals = seam.at == Seam.At.THROWS ? new Object[] {owner} : NOTHING;
                    super.visitFrame(Opcodes.F_FULL, locals.length, locals, 1, THROWABLE);
                }
                callWithThrown();
                super.visitInsn(Opcodes.ATHROW);
                // The last entry of the table: the method's own handlers come first.
                super.visitTryCatchBlock(start, handler, handler, null);
            }
            super.visitMaxs(maxStack, maxLocals);
        }

        /** Stack: the object to pass, which is consumed. */
        private void callWithTop() {
            super.visitIntInsn(Opcodes.BIPUSH, seam.event);
            super.visitInsn(Opcodes.SWAP);
            super.visitInsn(Opcodes.ACONST_NULL);
            endCall();
        }

        /** Stack: the exception, which stays. */
        private void callWithThrown() {
            super.visitInsn(Opcodes.DUP);
            super.visitIntInsn(Opcodes.BIPUSH, seam.event);
            super.visitInsn(Opcodes.SWAP);
            if (seam.at == Seam.At.THROWS) {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                super.visitFieldInsn(Opcodes.GETFIELD, owner, seam.field, seam.fieldDescriptor);
            } else {
                super.visitInsn(Opcodes.ACONST_NULL);
            }
            super.visitInsn(Opcodes.SWAP);
            endCall();
        }

        /** Whether exceptions that leave the method are reported. */
        private boolean handles() {
            return seam.at == Seam.At.EXITS || seam.at == Seam.At.THROWS;
        }

        /** Stack: I, Object, Object, which are consumed. */
        private void endCall() {
            ask();
            super.visitInsn(Opcodes.POP);
        }

        /** Stack: I, Object, Object, which the answer replaces. */
        private void ask() {
            super.visitInsn(Opcodes.ACONST_NULL);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, Trampolines.MAIN, "event", EVENT, false);
        }

        /** Returns from the method if there is an answer. */
        private void callAndMayReturn() {
            Label goesOn = new Label();
            askWithItself();
            super.visitJumpInsn(Opcodes.IFNULL, goesOn);
            super.visitInsn(Opcodes.RETURN);
            super.visitLabel(goesOn);
            if (hasFrames) {
                super.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            }
            // The method may begin with a frame of its own, and no two frames stand in one place.
            super.visitInsn(Opcodes.NOP);
        }

        /** Replaces the first parameter if there is an answer, which has its type. */
        private void callAndMayReplace() {
            Label goesOn = new Label();
            askWithItself();
            super.visitInsn(Opcodes.DUP);
            super.visitJumpInsn(Opcodes.IFNULL, goesOn);
            super.visitTypeInsn(Opcodes.CHECKCAST, Type.getArgumentTypes(descriptor)[0].getInternalName());
            super.visitVarInsn(Opcodes.ASTORE, 1);
            super.visitInsn(Opcodes.ACONST_NULL);
            super.visitLabel(goesOn);
            if (hasFrames) {
                super.visitFrame(Opcodes.F_SAME1, 0, null, 1, new Object[] {"java/lang/Object"});
            }
            super.visitInsn(Opcodes.POP);
        }

        private void askWithItself() {
            super.visitIntInsn(Opcodes.BIPUSH, seam.event);
            super.visitVarInsn(Opcodes.ALOAD, 0);
            push(Type.getArgumentTypes(descriptor), 0, 1);
            ask();
        }

        /** The stack is unchanged; at a return the value stays below. */
        private void call() {
            Type[] parameters = Type.getArgumentTypes(descriptor);
            int local = isStatic ? 0 : 1;
            super.visitIntInsn(Opcodes.BIPUSH, seam.event);
            if (seam.field != null) {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                super.visitFieldInsn(Opcodes.GETFIELD, owner, seam.field, seam.fieldDescriptor);
                super.visitInsn(Opcodes.ACONST_NULL);
            } else if (seam.self) {
                super.visitVarInsn(Opcodes.ALOAD, 0);
                super.visitInsn(Opcodes.ACONST_NULL);
            } else {
                local = push(parameters, 0, local);
                push(parameters, 1, local);
            }
            endCall();
        }

        private int push(Type[] parameters, int at, int local) {
            if (at < parameters.length && parameters[at].getSort() >= Type.ARRAY) {
                super.visitVarInsn(Opcodes.ALOAD, local);
            } else {
                super.visitInsn(Opcodes.ACONST_NULL);
            }
            return at < parameters.length ? local + parameters[at].getSize() : local;
        }
    }
}
