package io.faultline.instrument;

import io.faultline.instrument.ElementPlan.Site;
import java.util.List;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Writes what looks at the outcomes of one method's jumps, switches and calls: a copy of the values, the array of the
 * hits, the first slot, and a call into {@link Outcomes}. No jump, no local, no frame.
 */
final class MethodElements {
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String TAIL = "[BI)V";

    private final ChunkEmitter emitter;
    private final List<Site> sites;
    private int next;

    MethodElements(ChunkEmitter emitter, List<Site> sites) {
        this.emitter = emitter;
        this.sites = sites;
    }

    boolean isEmpty() {
        return sites.isEmpty();
    }

    /** Before a jump, with what it looks at on the stack. */
    void atJump(MethodVisitor code, int opcode) {
        if (opcode == Opcodes.GOTO || opcode == Opcodes.JSR) {
            return;
        }
        Site site = take(ElementPlan.CONDITION);
        if (site == null) {
            return;
        }
        boolean two = opcode >= Opcodes.IF_ICMPEQ && opcode <= Opcodes.IF_ACMPNE;
        boolean objects = opcode == Opcodes.IF_ACMPEQ || opcode == Opcodes.IF_ACMPNE
                || opcode == Opcodes.IFNULL || opcode == Opcodes.IFNONNULL;
        String type = objects ? OBJECT : "I";
        code.visitInsn(two ? Opcodes.DUP2 : Opcodes.DUP);
        call(code, site, ElementPlan.relation(opcode), "(" + type + (two ? type : "") + TAIL);
    }

    /** Before a switch, with its key on the stack. */
    void atSwitch(MethodVisitor code) {
        Site site = take(ElementPlan.SWITCH);
        if (site == null) {
            return;
        }
        code.visitInsn(Opcodes.DUP);
        code.visitLdcInsn(Outcomes.keys(site.cases));
        call(code, site, "choose", "(ILjava/lang/String;" + TAIL);
    }

    /** Behind a call, with what it gave on the stack. */
    void returned(MethodVisitor code, String descriptor) {
        int kind = ElementPlan.kindOf(descriptor);
        Site site = kind < 0 ? null : take(kind);
        if (site == null) {
            return;
        }
        String type = ElementPlan.valueOf(descriptor);
        code.visitInsn(type.equals("J") || type.equals("D") ? Opcodes.DUP2 : Opcodes.DUP);
        call(code, site, "gave", "(" + type + TAIL);
    }

    private void call(MethodVisitor code, Site site, String name, String descriptor) {
        emitter.array(code);
        Emitter.push(code, emitter.indexOf(site.first));
        code.visitMethodInsn(Opcodes.INVOKESTATIC, Trampolines.OUTCOMES, name, descriptor, false);
    }

    /** The next site, which is of that kind; null where the plan has none of them. */
    private Site take(int kind) {
        if (next == sites.size() || !wants(kind)) {
            return null;
        }
        Site site = sites.get(next++);
        if (site.kind != kind) {
            throw new IllegalArgumentException("the plan is of other bytes");
        }
        return site;
    }

    /** Whether the plan has sites of that sort at all: jumps and switches, or calls. */
    private boolean wants(int kind) {
        boolean branch = kind <= ElementPlan.SWITCH;
        for (Site site : sites) {
            if (site.kind <= ElementPlan.SWITCH == branch) {
                return true;
            }
        }
        return false;
    }
}
