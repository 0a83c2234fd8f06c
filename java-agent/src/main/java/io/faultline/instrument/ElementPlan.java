package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The elements of one class besides its lines: what its conditional jumps, its switches and its calls came to. Plain data.
 *
 * <p>A <em>site</em> is one such instruction; its outcomes have consecutive slots, sites come in the order of the code.
 * The slots are the class's own second range of hits, so those of its lines are the same with and without them.
 */
public final class ElementPlan {
    /** A conditional jump: two outcomes, it went on and it jumped. */
    public static final int CONDITION = 0;

    /** A switch: an outcome for each case, ascending, then its default. */
    public static final int SWITCH = 1;

    /** A call that returned a boolean: false, true. */
    public static final int BOOLEAN = 2;

    /** A call that returned a whole number: negative, zero, positive. */
    public static final int WHOLE = 3;

    /** A call that returned a floating one: negative, zero, positive, not a number. */
    public static final int FLOATING = 4;

    /** A call that returned an object: null, empty, not empty, anything else. */
    public static final int OBJECT = 5;

    /** Jumps: at most {@code dup2, array, slot, invokestatic}. */
    private static final int SITE_BYTES = 12;

    /** Its keys besides. */
    private static final int SWITCH_BYTES = 15;

    /** Operands besides those of a line's probe: two values are looked at, the array and the index go with them. */
    static final int OPERANDS = 4;

    /** Below this no jump gets longer, whatever is inserted. */
    private static final int SHORT_JUMPS = 32_767;

    private static final int LINE_BYTES = 20;
    private static final int INITIALISER_UNCOUNTED = 4_000;
    private static final int MAX_STACK = 65_535;

    /** A key takes two characters of up to three bytes, and a constant has 65,535 of these. */
    private static final int MAX_KEYS = 10_000;

    /** One instruction with outcomes. */
    static final class Site {
        final int method;
        final int line;
        final int kind;

        /** Of a jump the relation for which it jumps, of a call the method's name; empty for a switch. */
        final String name;

        /** Of a switch its keys, ascending. */
        final int[] cases;

        final int first;

        Site(int method, int line, int kind, String name, int[] cases, int first) {
            this.method = method;
            this.line = line;
            this.kind = kind;
            this.name = name;
            this.cases = cases;
            this.first = first;
        }

        int outcomes() {
            switch (kind) {
                case SWITCH:
                    return cases.length + 1;
                case WHOLE:
                    return 3;
                case FLOATING:
                case OBJECT:
                    return 4;
                default:
                    return 2;
            }
        }

        boolean means(Site other) {
            return method == other.method
                    && line == other.line
                    && kind == other.kind
                    && name.equals(other.name)
                    && Arrays.equals(cases, other.cases);
        }
    }

    private static final int[] NO_CASES = {};

    private final List<Site> sites = new ArrayList<>();

    /** Method to the place of its first site; one more at the end. */
    private int[] firstSites = new int[0];

    private int slots;

    /** Methods with such instructions that have no room for what is put there: they have lines only. */
    private int left;

    private ElementPlan() {}

    /**
     * The elements of {@code classFile}, whose lines {@code plan} has.
     *
     * <p>Cost: one visit of the class's code.
     */
    public static ElementPlan of(byte[] classFile, ClassPlan plan, boolean branches, boolean returns) throws Refused {
        ClassLayout layout = ClassLayout.read(classFile);
        layout.follow(plan);
        ElementPlan elements = new ElementPlan();
        elements.firstSites = new int[plan.methods.length / 2 + 1];
        try {
            layout.reader.accept(elements.new Reader(layout, plan, branches, returns), ClassReader.SKIP_FRAMES);
        } catch (RuntimeException unreadable) {
            throw new Refused(Refused.DAMAGED);
        }
        Arrays.fill(elements.firstSites, elements.next, elements.firstSites.length, elements.sites.size());
        return elements;
    }

    /** Methods seen so far. */
    private int next;

    /** Number of slots. */
    public int slots() {
        return slots;
    }

    /** Number of methods that have lines only, for want of room. */
    public int left() {
        return left;
    }

    /** Whether the other says the same of every slot. */
    public boolean means(ElementPlan other) {
        if (sites.size() != other.sites.size()) {
            return false;
        }
        for (int at = 0; at < sites.size(); at++) {
            if (!sites.get(at).means(other.sites.get(at))) {
                return false;
            }
        }
        return true;
    }

    /** For each site: its method, line, kind, number of cases, and the cases. */
    public int[] table() {
        int length = 0;
        for (Site site : sites) {
            length += 4 + site.cases.length;
        }
        int[] table = new int[length];
        int at = 0;
        for (Site site : sites) {
            table[at++] = site.method;
            table[at++] = site.line;
            table[at++] = site.kind;
            table[at++] = site.cases.length;
            System.arraycopy(site.cases, 0, table, at, site.cases.length);
            at += site.cases.length;
        }
        return table;
    }

    /** For each site its name. */
    public String[] names() {
        String[] names = new String[sites.size()];
        for (int at = 0; at < names.length; at++) {
            names[at] = sites.get(at).name;
        }
        return names;
    }

    /** The sites of a method, in the order of its code. */
    List<Site> ofMethod(int method) {
        return sites.subList(firstSites[method], firstSites[method + 1]);
    }

    /** What a call of that descriptor gives: a kind, or -1 for nothing. */
    static int kindOf(String descriptor) {
        switch (descriptor.charAt(descriptor.indexOf(')') + 1)) {
            case 'V':
                return -1;
            case 'Z':
                return BOOLEAN;
            case 'F':
            case 'D':
                return FLOATING;
            case 'L':
            case '[':
                return OBJECT;
            default:
                return WHOLE;
        }
    }

    private final class Reader extends ClassVisitor {
        private final ClassLayout layout;
        private final ClassPlan plan;
        private final boolean branches;
        private final boolean returns;
        private int visited = -1;

        Reader(ClassLayout layout, ClassPlan plan, boolean branches, boolean returns) {
            super(Opcodes.ASM9);
            this.layout = layout;
            this.plan = plan;
            this.branches = branches;
            this.returns = returns;
        }

        @Override
        public MethodVisitor visitMethod(int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodLayout method = layout.methods[++visited];
            if (method.codeIndex < 0) {
                return null;
            }
            if (method.codeIndex < next) {
                throw new IllegalArgumentException("methods in another order");
            }
            Arrays.fill(firstSites, next, method.codeIndex + 1, sites.size());
            next = method.codeIndex + 1;
            boolean lines = method.entries.length > 0 && !plan.entryOnly[method.codeIndex] && plan.lost[method.codeIndex] == 0;
            return new Sites(method, lines && method.maxStack <= MAX_STACK - Emitter.OPERANDS - OPERANDS);
        }

        private final class Sites extends MethodVisitor {
            private final MethodLayout method;
            private final boolean room;
            private final int from = sites.size();
            private final int slotsBefore = slots;
            private int line;
            private long bytes;

            Sites(MethodLayout method, boolean room) {
                super(Opcodes.ASM9);
                this.method = method;
                this.room = room;
            }

            private void site(int kind, String name, int[] cases) {
                Site site = new Site(method.codeIndex, line, kind, name, cases, slots);
                sites.add(site);
                slots += site.outcomes();
                bytes += kind == SWITCH ? SWITCH_BYTES : SITE_BYTES;
            }

            @Override
            public void visitLineNumber(int number, Label start) {
                line = number;
            }

            @Override
            public void visitJumpInsn(int opcode, Label label) {
                if (branches && opcode != Opcodes.GOTO && opcode != Opcodes.JSR) {
                    site(CONDITION, relation(opcode), NO_CASES);
                }
            }

            @Override
            public void visitTableSwitchInsn(int min, int max, Label dflt, Label... labels) {
                int[] keys = new int[labels.length];
                for (int at = 0; at < keys.length; at++) {
                    keys[at] = min + at;
                }
                choice(keys);
            }

            @Override
            public void visitLookupSwitchInsn(Label dflt, int[] keys, Label[] labels) {
                choice(keys.clone());
            }

            private void choice(int[] keys) {
                if (branches) {
                    site(SWITCH, "", keys);
                    bytes += keys.length > MAX_KEYS ? SHORT_JUMPS : 0;
                }
            }

            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
                if (returns && !AddedCalls.isTo(owner)) {
                    returned(name, descriptor);
                }
            }

            @Override
            public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
                if (returns) {
                    returned(name, descriptor);
                }
            }

            private void returned(String name, String descriptor) {
                int kind = kindOf(descriptor);
                if (kind >= 0) {
                    site(kind, name, NO_CASES);
                }
            }

            @Override
            public void visitEnd() {
                if (sites.size() == from) {
                    return;
                }
                long all = method.codeLength + (long) LINE_BYTES * (method.entries.length + 1) + bytes;
                boolean uncounted = method.isInitialiser(layout.major) && method.codeLength > INITIALISER_UNCOUNTED;
                if (room && !uncounted && all <= SHORT_JUMPS) {
                    return;
                }
                sites.subList(from, sites.size()).clear();
                slots = slotsBefore;
                left++;
            }
        }
    }

    /** The relation for which it jumps, as its name in {@link Outcomes}. */
    static String relation(int opcode) {
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
            case Opcodes.IFNONNULL:
                return "present";
            default:
                throw new IllegalArgumentException("no conditional jump: " + opcode);
        }
    }

    /** Type of what a call of that descriptor gives, as {@link Outcomes} takes it. */
    static String valueOf(String descriptor) {
        char type = descriptor.charAt(descriptor.indexOf(')') + 1);
        switch (type) {
            case 'L':
            case '[':
                return "Ljava/lang/Object;";
            case 'B':
            case 'S':
            case 'C':
                return Type.INT_TYPE.getDescriptor();
            default:
                return String.valueOf(type);
        }
    }
}
