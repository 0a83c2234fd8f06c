package io.faultline.instrument;

import org.objectweb.asm.MethodVisitor;

/** Marks no lines, for classes whose lines are marked by another emitter or not at all. */
class NoLines extends Emitter {
    @Override
    protected void probe(MethodVisitor code, int slot) {}

    @Override
    protected void shortProbe(MethodVisitor code, int slot) {}

    @Override
    protected void range(MethodVisitor code, int first, int last) {}

    @Override
    protected void enter(MethodVisitor code) {}

    @Override
    protected void exit(MethodVisitor code) {}

    @Override
    protected void failed(MethodVisitor code) {}

    @Override
    boolean looksAtInitialisers() {
        return false;
    }
}
