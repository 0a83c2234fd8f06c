package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Probes that ask for the array which their thread has in place of the chunk. */
class ScopedEmitter extends ChunkEmitter {
    ScopedEmitter(int classId, int chunk, int base) {
        super(classId, chunk, base);
    }

    ScopedEmitter(ScopedEmitter like) {
        super(like);
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
        return CellEmitter.isWorthIt(layout, placement) ? new CellEmitter(this, layout.maxLocals) : this;
    }
}
