package io.faultline.instrument;

import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Probes that store into the chunk itself, a constant for JIT compilers. */
final class SharedEmitter extends ChunkEmitter {
    SharedEmitter(int classId, int chunk, int base) {
        super(classId, chunk, base);
    }

    @Override
    public void array(MethodVisitor code) {
        code.visitFieldInsn(Opcodes.GETSTATIC, chunkName, "hits", "[B");
    }

    @Override
    String hit() {
        return "hit";
    }
}
