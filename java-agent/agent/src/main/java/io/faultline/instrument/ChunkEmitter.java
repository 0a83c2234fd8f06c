package io.faultline.instrument;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Base of the recording agent's probes: each stores a 1 in the byte of its slot. Subclasses differ in how they fetch
 * the array.
 */
abstract class ChunkEmitter extends Emitter implements OutcomeStore {
    private static final String CALL = "(I)V";

    final String chunkName;
    private final int classId;
    private final int base;

    ChunkEmitter(int classId, int chunk, int base) {
        this.classId = classId;
        this.chunkName = Trampolines.chunkName(chunk);
        this.base = base;
    }

    ChunkEmitter(ChunkEmitter like) {
        this.classId = like.classId;
        this.chunkName = like.chunkName;
        this.base = like.base;
    }

    @Override
    public final int indexOf(int slot) {
        return base + slot;
    }

    @Override
    public final String looker() {
        return Trampolines.OUTCOMES;
    }

    @Override
    public final OutcomeStore beside(Emitter lines) {
        return lines instanceof CellEmitter ? new CellEmitter((ScopedEmitter) this, ((CellEmitter) lines).cell) : this;
    }

    /** The method of the chunk's class that marks slots where code must be short. */
    abstract String hit();

    @Override
    protected final void probe(MethodVisitor code, int slot) {
        mark(code, this, slot);
    }

    @Override
    protected final void shortProbe(MethodVisitor code, int slot) {
        push(code, base + slot);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, chunkName, hit(), "(I)V", false);
    }

    @Override
    protected final void range(MethodVisitor code, int first, int last) {
        push(code, base + first);
        push(code, base + last);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, chunkName, hit(), "(II)V", false);
    }

    @Override
    protected final void enter(MethodVisitor code) {
        call(code, "enter", CALL);
    }

    @Override
    protected final void exit(MethodVisitor code) {
        call(code, "exit", CALL);
    }

    @Override
    protected final void failed(MethodVisitor code) {
        call(code, "failed", "(Ljava/lang/Object;I)V");
    }

    private void call(MethodVisitor code, String name, String descriptor) {
        push(code, classId);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, Trampolines.MAIN, name, descriptor, false);
    }
}
