package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Probes that store into their thread's array instead of the chunk. */
class ScopedEmitter extends ChunkEmitter {
    /** Whether a test may begin or end during a frame of the class, so that every line must fetch the array. */
    private final boolean seesTests;

    ScopedEmitter(int classId, int chunk, int base) {
        super(classId, chunk, base);
        this.seesTests = false;
    }

    ScopedEmitter(ScopedEmitter like) {
        this(like, like.seesTests);
    }

    private ScopedEmitter(ScopedEmitter like, boolean seesTests) {
        super(like);
        this.seesTests = seesTests;
    }

    @Override
    final Emitter of(ClassLayout layout) {
        return layout.mentionsTests() ? new ScopedEmitter(this, true) : this;
    }

    @Override
    public void array(MethodVisitor code) {
        code.visitMethodInsn(Opcodes.INVOKESTATIC, chunkName, "scoped", "()[B", false);
    }

    @Override
    final String hit() {
        return "hitScoped";
    }

    @Override
    final boolean wantsExpandedFrames() {
        return true;
    }

    @Override
    Emitter of(MethodLayout layout, Placement placement) {
        if (!CellEmitter.isWorthIt(layout, placement)) {
            return this;
        }
        return seesTests ? new CellEmitter(this, layout.maxLocals) : new ArrayEmitter(this, layout.maxLocals);
    }
}
