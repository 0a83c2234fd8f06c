package io.faultline.evosuite.search;

import io.faultline.instrument.Emitter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Probes that call {@link Hits}, at the places of the recording agent's probes. */
final class HitsEmitter extends Emitter {
    private static final String HITS = "io/faultline/evosuite/search/Hits";

    private final int number;
    private final int firstBit;

    /** Creates probes for the class with this number; its slots begin at bit {@code firstBit} of the hits. */
    HitsEmitter(int number, int firstBit) {
        this.number = number;
        this.firstBit = firstBit;
    }

    @Override
    protected void probe(MethodVisitor code, int slot) {
        push(code, firstBit + slot);
        call(code, "hit", "(I)V");
    }

    @Override
    protected void shortProbe(MethodVisitor code, int slot) {
        probe(code, slot);
    }

    @Override
    protected void range(MethodVisitor code, int first, int last) {
        push(code, firstBit + first);
        push(code, firstBit + last);
        call(code, "hit", "(II)V");
    }

    @Override
    protected void enter(MethodVisitor code) {
        push(code, number);
        call(code, "enter", "(I)V");
    }

    @Override
    protected void exit(MethodVisitor code) {
        push(code, number);
        call(code, "exit", "(I)V");
    }

    @Override
    protected void failed(MethodVisitor code) {
        push(code, number);
        call(code, "failed", "(Ljava/lang/Object;I)V");
    }

    private static void call(MethodVisitor code, String method, String descriptor) {
        code.visitMethodInsn(Opcodes.INVOKESTATIC, HITS, method, descriptor, false);
    }

    /** Versions of EvoSuite that are not patched drop the lines of static initialisers. */
    @Override
    protected boolean mayLackLines() {
        return true;
    }
}
