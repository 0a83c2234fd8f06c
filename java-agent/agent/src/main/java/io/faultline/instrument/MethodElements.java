package io.faultline.instrument;

import io.faultline.instrument.ElementPlan.OfMethod;
import io.faultline.instrument.ElementPlan.Site;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Emits the code that inspects outcomes of a method's jumps, switches and calls: copies of the values, the hit array,
 * the first slot, and a call to {@link Outcomes}. Adds no jumps, and no frame except that of one handler.
 *
 * <p>If calls are watched, a local holds the slot to mark if the current call throws; -1 outside calls. Handlers mark
 * it when they begin, and an additional handler for exceptions that leave the method.
 */
final class MethodElements {
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String TAIL = "[BI)V";
    private static final int NONE = -1;

    private final OutcomeStore store;
    private final OfMethod plan;
    private final boolean branches;
    private final boolean returns;
    private final Construction construction;

    /** The local with the slot to mark; -1 if calls are not watched. */
    final int watch;

    private int next;

    /** The call that ends next. */
    private Site called;

    /** {@code watch}: the first free local. */
    MethodElements(OutcomeStore store, OfMethod plan, ElementPlan all, String method, int watch) {
        this.store = store;
        this.plan = plan;
        this.branches = all.branches;
        this.returns = all.returns;
        this.construction = new Construction(method);
        this.watch = plan.watched ? watch : NONE;
    }

    /** Called at the entry of the method. */
    void enter(MethodVisitor code) {
        if (watch >= 0) {
            forget(code);
        }
    }

    /** Whether handlers that assume the method's object initialised may cover the code from here on. */
    boolean isConstructed() {
        return construction.isDone();
    }

    /** Called before a jump, with its operands on the stack. */
    void atJump(MethodVisitor code, int opcode) {
        if (opcode == Opcodes.GOTO || opcode == Opcodes.JSR || !plan.hasBranches(branches)) {
            return;
        }
        Site site = take(ElementPlan.CONDITION);
        if (site == null) {
            return;
        }
        boolean two = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE;
        boolean objects = opcode == Opcodes.IF_ACMPEQ
                || opcode == Opcodes.IF_ACMPNE
                || opcode == Opcodes.IFNULL
                || opcode == Opcodes.IFNONNULL;
        String type = objects ? OBJECT : "I";
        code.visitInsn(two ? Opcodes.DUP2 : Opcodes.DUP);
        tell(code, site, nameOf(opcode), "(" + type + (two ? type : "") + TAIL);
    }

    /** Called before a switch, with its key on the stack. */
    void atSwitch(MethodVisitor code) {
        Site site = plan.hasBranches(branches) ? take(ElementPlan.SWITCH) : null;
        if (site == null) {
            return;
        }
        code.visitInsn(Opcodes.DUP);
        code.visitLdcInsn(Outcomes.keys(site.cases));
        tell(code, site, "choose", "(ILjava/lang/String;" + TAIL);
    }

    /** Called at a {@code new}. */
    void making() {
        construction.making();
    }

    /** Called before a call, with its arguments on the stack. */
    void atCall(MethodVisitor code, String owner, String name, String descriptor) {
        boolean own = "<init>".equals(name) && construction.isOwn();
        begin(code, own ? NONE : ElementPlan.kindOfCall(owner, name, descriptor));
    }

    /** Called before an {@code invokedynamic}. */
    void atDynamic(MethodVisitor code, String descriptor, Handle bootstrap) {
        begin(code, ElementPlan.kindOfDynamic(descriptor, bootstrap));
    }

    private void begin(MethodVisitor code, int kind) {
        boolean constructed = construction.isDone();
        called = plan.hasCall(kind, returns, constructed) ? take(kind) : null;
        if (called != null && watch >= 0 && constructed) {
            Emitter.push(code, store.indexOf(called.threw()));
            code.visitVarInsn(Opcodes.ISTORE, watch);
        }
    }

    /** Called after a call, with its result on the stack. */
    void returned(MethodVisitor code, String descriptor) {
        Site site = called;
        called = null;
        if (site == null) {
            return;
        }
        if (watch >= 0 && construction.isDone()) {
            forget(code);
        }
        if (site.kind == ElementPlan.VOID) {
            Emitter.mark(code, store, site.first);
            return;
        }
        String type = valueOf(descriptor);
        code.visitInsn(type.equals("J") || type.equals("D") ? Opcodes.DUP2 : Opcodes.DUP);
        tell(code, site, "gave", "(" + type + TAIL);
    }

    /** Called with an exception on top of the stack: marks the call that threw it, if any. */
    void caught(MethodVisitor code) {
        store.array(code);
        code.visitVarInsn(Opcodes.ILOAD, watch);
        code.visitMethodInsn(Opcodes.INVOKESTATIC, store.looker(), "threw", "([BI)V", false);
        forget(code);
    }

    private void forget(MethodVisitor code) {
        code.visitInsn(Opcodes.ICONST_M1);
        code.visitVarInsn(Opcodes.ISTORE, watch);
    }

    private void tell(MethodVisitor code, Site site, String name, String descriptor) {
        store.array(code);
        Emitter.push(code, store.indexOf(site.first));
        code.visitMethodInsn(Opcodes.INVOKESTATIC, store.looker(), name, descriptor, false);
    }

    /** Takes the next site, which must be of this kind; null before the first line, where there are none. */
    private Site take(int kind) {
        if (line == 0) {
            return null;
        }
        Site site = next < plan.sites.size() ? plan.sites.get(next++) : null;
        if (site == null || site.kind != kind || site.line != line) {
            throw new IllegalArgumentException("the plan is of other bytes");
        }
        return site;
    }

    private int line;

    /** Called at the begin of a line. */
    void line(int number) {
        line = number;
    }

    /** Returns the method of {@link Outcomes} for a jump. */
    private static String nameOf(int opcode) {
        switch (opcode) {
            case Opcodes.IFEQ:
            case Opcodes.IF_ICMPEQ:
            case Opcodes.IF_ACMPEQ:
                return "eq";
            case Opcodes.IFNE:
            case Opcodes.IF_ICMPNE:
            case Opcodes.IF_ACMPNE:
                return "ne";
            case Opcodes.IFLT:
            case Opcodes.IF_ICMPLT:
                return "lt";
            case Opcodes.IFGE:
            case Opcodes.IF_ICMPGE:
                return "ge";
            case Opcodes.IFGT:
            case Opcodes.IF_ICMPGT:
                return "gt";
            case Opcodes.IFLE:
            case Opcodes.IF_ICMPLE:
                return "le";
            case Opcodes.IFNULL:
                return "absent";
            default:
                return "present";
        }
    }

    /** Returns the type of a call's result as taken by {@link Outcomes}. */
    private static String valueOf(String descriptor) {
        char type = descriptor.charAt(descriptor.indexOf(')') + 1);
        switch (type) {
            case 'L':
            case '[':
                return OBJECT;
            case 'B':
            case 'S':
            case 'C':
                return "I";
            default:
                return String.valueOf(type);
        }
    }
}
