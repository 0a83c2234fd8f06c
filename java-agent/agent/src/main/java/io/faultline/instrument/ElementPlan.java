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

/**
 * The elements of a class besides lines: outcomes of its conditional jumps, switches and calls. Immutable.
 *
 * <p>A <em>site</em> is such an instruction; its outcomes have consecutive slots, and sites are in code order. The
 * slots form a second range of hits, so slots of lines are independent of them.
 *
 * <p>A method whose code would become too long has fewer outcomes: {@link Extent}.
 */
public final class ElementPlan {
    /** A conditional jump: not taken, taken. */
    public static final int CONDITION = 0;

    /** A switch: one outcome per case, ascending, then the default. */
    public static final int SWITCH = 1;

    /** A call that returns a boolean: false, true, exception. */
    public static final int BOOLEAN = 2;

    /** A call that returns an integer: negative, zero, positive, exception. */
    public static final int WHOLE = 3;

    /** A call that returns a floating-point number: negative, zero, positive, NaN, exception. */
    public static final int FLOATING = 4;

    /** A call that returns an object: null, empty, not empty, other, exception. */
    public static final int OBJECT = 5;

    /** A call that returns nothing: normal return, exception. */
    public static final int VOID = 6;

    /** The outcomes of a method for which there is room. */
    enum Extent {
        /** None: only lines. */
        NONE,
        /** Conditions and switches. */
        BRANCHES,
        /** Also the values of calls. */
        VALUES,
        /** Also exceptions of calls. */
        ALL
    }

    /** Bytes for a jump or value, at most: {@code dup2, array, slot, invokestatic}. */
    private static final int SITE_BYTES = 12;

    /** Additional bytes for the keys of a switch. */
    private static final int SWITCH_BYTES = 15;

    /** Additional bytes for a watched call: a constant and a store before and after it, with a wide index. */
    private static final int WATCH_BYTES = 12;

    /** Bytes at each handler, at the entry and at the end. */
    private static final int HANDLER_BYTES = 20;

    /** Additional operands beyond those of a line's probe: two inspected values, the array and the index. */
    static final int OPERANDS = 4;

    /** In shorter code no jump becomes wide, whatever is inserted. */
    private static final int SHORT_JUMPS = 32_767;

    /** HotSpot does not compile longer methods by default ({@code DontCompileHugeMethods}). */
    private static final int HUGE = 8_000;

    private static final int LINE_BYTES = 20;
    private static final int INITIALISER_UNCOUNTED = 4_000;
    private static final int MAX_STACK = 65_535;
    private static final int MAX_LOCALS = 60_000;

    /** Each key takes two characters of up to three bytes; a constant has at most 65,535 bytes. */
    private static final int MAX_KEYS = 10_000;

    private static final int[] NO_CASES = {};

    /** An instruction with outcomes. */
    static final class Site {
        final int method;
        final int line;
        final int kind;

        /** For a jump its relation, for a call the method's name; empty for a switch. */
        final String name;

        /** The keys of a switch, ascending. */
        final int[] cases;

        /** For a call: whether handlers may assume its object initialised. */
        private final boolean constructed;

        /** The slot of its first outcome. */
        int first;

        private Site(int method, int line, int kind, String name, int[] cases, boolean constructed) {
            this.method = method;
            this.line = line;
            this.kind = kind;
            this.name = name;
            this.cases = cases;
            this.constructed = constructed;
        }

        int outcomes() {
            switch (kind) {
                case SWITCH:
                    return cases.length + 1;
                case BOOLEAN:
                    return 3;
                case WHOLE:
                    return 4;
                case FLOATING:
                case OBJECT:
                    return 5;
                default:
                    return 2;
            }
        }

        /** For a call: returns the slot of its exception. */
        int threw() {
            return first + outcomes() - 1;
        }

        boolean isCall() {
            return kind >= BOOLEAN;
        }

        private boolean isIn(Extent extent, boolean watched) {
            if (!isCall()) {
                return extent != Extent.NONE;
            }
            return kind == VOID ? extent == Extent.ALL && watched && constructed : extent.compareTo(Extent.VALUES) >= 0;
        }

        private boolean means(Site other) {
            return method == other.method
                    && line == other.line
                    && kind == other.kind
                    && name.equals(other.name)
                    && Arrays.equals(cases, other.cases);
        }
    }

    /** The sites of a method, and whether its calls are watched for exceptions where possible. */
    static final class OfMethod {
        final List<Site> sites;
        final boolean watched;
        private final Extent extent;

        private OfMethod(List<Site> sites, boolean watched, Extent extent) {
            this.sites = sites;
            this.watched = watched;
            this.extent = extent;
        }

        /** Whether conditions and switches are recorded. */
        boolean hasBranches(boolean asked) {
            return asked && extent != Extent.NONE;
        }

        /** Whether a call is a site, given its kind and whether the method's object is initialised there. */
        boolean hasCall(int kind, boolean asked, boolean constructed) {
            if (!asked || kind < 0) {
                return false;
            }
            return kind == VOID ? extent == Extent.ALL && watched && constructed : extent.compareTo(Extent.VALUES) >= 0;
        }
    }

    private final List<Site> sites = new ArrayList<>();

    /** By method number; null for methods without sites. */
    private final OfMethod[] methods;

    final boolean branches;
    final boolean returns;

    private int slots;

    /** Number of methods with incomplete outcomes, for lack of room. */
    private int left;

    private ElementPlan(int methods, boolean branches, boolean returns) {
        this.methods = new OfMethod[methods];
        this.branches = branches;
        this.returns = returns;
    }

    /**
     * Plans the outcomes of {@code classFile}, whose lines are in {@code plan}.
     *
     * <p>Errors: {@link Refused} for unreadable bytes. Cost: one visit of the class's code.
     */
    public static ElementPlan of(byte[] classFile, ClassPlan plan, boolean branches, boolean returns) throws Refused {
        ClassLayout layout = ClassLayout.read(classFile);
        layout.follow(plan);
        ElementPlan elements = new ElementPlan(plan.methods.length / 2, branches, returns);
        try {
            layout.reader.accept(elements.new Reader(layout, plan), ClassReader.EXPAND_FRAMES);
        } catch (RuntimeException unreadable) {
            throw new Refused(Refused.DAMAGED);
        }
        return elements;
    }

    /** Number of slots. */
    public int slots() {
        return slots;
    }

    /** Returns the number of methods with incomplete outcomes, for lack of room. */
    public int left() {
        return left;
    }

    /** Whether all slots of another plan have the same meaning. */
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

    /** Returns for each site its method, line, kind, number of cases, and the cases. */
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

    /** Returns the name of each site. */
    public String[] names() {
        String[] names = new String[sites.size()];
        for (int at = 0; at < names.length; at++) {
            names[at] = sites.get(at).name;
        }
        return names;
    }

    /** Returns the sites of a method; null if it has none. */
    OfMethod ofMethod(int method) {
        return methods[method];
    }

    /**
     * Returns the kind of a call, or -1 if it is not in the source. A constructor's call of another constructor is not
     * recorded.
     */
    static int kindOfCall(String owner, String name, String descriptor) {
        return AddedCalls.isTo(owner) ? -1 : kindOf(descriptor);
    }

    /**
     * Returns the kind of an {@code invokedynamic}. Those linked by bootstraps of the JDK implement lambdas, string
     * concatenation and switches; those of dynamic languages are calls.
     */
    static int kindOfDynamic(String descriptor, Handle bootstrap) {
        return bootstrap.getOwner().startsWith("java/lang/") ? -1 : kindOf(descriptor);
    }

    private static int kindOf(String descriptor) {
        switch (descriptor.charAt(descriptor.indexOf(')') + 1)) {
            case 'V':
                return VOID;
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
        private int visited = -1;

        Reader(ClassLayout layout, ClassPlan plan) {
            super(Opcodes.ASM9);
            this.layout = layout;
            this.plan = plan;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodLayout method = layout.methods[++visited];
            if (method.codeIndex < 0) {
                return null;
            }
            boolean lines =
                    method.entries.length > 0 && !plan.entryOnly[method.codeIndex] && plan.lost[method.codeIndex] == 0;
            boolean uncounted = method.isInitialiser(layout.major) && method.codeLength > INITIALISER_UNCOUNTED;
            return new Sites(method, lines && !uncounted && method.maxStack <= MAX_STACK - Emitter.OPERANDS - OPERANDS);
        }

        private final class Sites extends MethodVisitor {
            private final MethodLayout method;
            private final boolean room;
            private final List<Site> found = new ArrayList<>();
            private final Construction construction;
            private boolean watchable;
            private int handlers;
            private int line;

            Sites(MethodLayout method, boolean room) {
                super(Opcodes.ASM9);
                this.method = method;
                this.room = room;
                this.construction = new Construction(method.name);
                // Frames show where an object is initialised; initialisers have a separate handler.
                this.watchable = !method.isInitialiser(layout.major)
                        && (construction.isDone() || layout.major >= Opcodes.V1_6)
                        && method.maxLocals <= MAX_LOCALS;
            }

            private void site(int kind, String name, int[] cases) {
                if (line > 0) {
                    found.add(new Site(method.codeIndex, line, kind, name, cases, construction.isDone()));
                }
            }

            @Override
            public void visitLineNumber(int number, Label start) {
                line = number;
            }

            @Override
            public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
                handlers++;
            }

            @Override
            public void visitFrame(int type, int numLocal, Object[] local, int numStack, Object[] stack) {
                for (int at = 0; "<init>".equals(method.name) && construction.isDone() && at < numLocal; at++) {
                    watchable &= local[at] != Opcodes.UNINITIALIZED_THIS;
                }
            }

            @Override
            public void visitInsn(int opcode) {
                // JIT compilers reject methods in which a handler is reachable with and without a lock.
                watchable &= opcode != Opcodes.MONITORENTER;
            }

            @Override
            public void visitTypeInsn(int opcode, String type) {
                if (opcode == Opcodes.NEW) {
                    construction.making();
                }
            }

            @Override
            public void visitJumpInsn(int opcode, Label label) {
                watchable &= opcode != Opcodes.JSR;
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
                }
            }

            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
                boolean own = "<init>".equals(name) && construction.isOwn();
                int kind = own ? -1 : kindOfCall(owner, name, descriptor);
                if (returns && kind >= 0) {
                    site(kind, name, NO_CASES);
                }
            }

            @Override
            public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
                int kind = kindOfDynamic(descriptor, bootstrap);
                if (returns && kind >= 0) {
                    site(kind, name, NO_CASES);
                }
            }

            /** Returns the size of the method with all elements of an extent. */
            private long bytes(Extent extent) {
                long bytes = method.codeLength + (long) LINE_BYTES * (method.entries.length + 1);
                boolean calls = false;
                for (Site site : found) {
                    if (!site.isIn(extent, watchable)) {
                        continue;
                    }
                    bytes += SITE_BYTES;
                    if (site.kind == SWITCH) {
                        bytes += site.cases.length > MAX_KEYS ? SHORT_JUMPS : SWITCH_BYTES;
                    } else if (site.isCall() && extent == Extent.ALL && watchable) {
                        bytes += WATCH_BYTES;
                        calls = true;
                    }
                }
                return calls ? bytes + (long) HANDLER_BYTES * (handlers + 2) : bytes;
            }

            /**
             * Chooses the largest extent that fits; never one that prevents JIT compilation of a method that was short
             * enough.
             */
            private Extent extent() {
                if (!room) {
                    return Extent.NONE;
                }
                long most = bytes(Extent.NONE) > HUGE ? SHORT_JUMPS : HUGE;
                for (Extent extent : new Extent[] {Extent.ALL, Extent.VALUES, Extent.BRANCHES}) {
                    if (bytes(extent) <= most) {
                        return extent;
                    }
                }
                return Extent.NONE;
            }

            @Override
            public void visitEnd() {
                watchable &= construction.isDone();
                Extent extent = extent();
                boolean watched = watchable && extent == Extent.ALL;
                List<Site> kept = new ArrayList<>();
                boolean calls = false;
                for (Site site : found) {
                    if (site.isIn(extent, watched)) {
                        kept.add(site);
                        calls |= site.isCall() && site.constructed;
                        site.first = slots;
                        slots += site.outcomes();
                    }
                }
                if (!found.isEmpty() && extent != Extent.ALL) {
                    left++;
                }
                if (!kept.isEmpty()) {
                    sites.addAll(kept);
                    methods[method.codeIndex] = new OfMethod(kept, watched && calls, extent);
                }
            }
        }
    }

    /** Returns the relation of a jump, in words. */
    private static String relation(int opcode) {
        switch (opcode) {
            case Opcodes.IFEQ:
                return "== 0";
            case Opcodes.IFNE:
                return "!= 0";
            case Opcodes.IFLT:
                return "< 0";
            case Opcodes.IFGE:
                return ">= 0";
            case Opcodes.IFGT:
                return "> 0";
            case Opcodes.IFLE:
                return "<= 0";
            case Opcodes.IF_ICMPEQ:
            case Opcodes.IF_ACMPEQ:
                return "==";
            case Opcodes.IF_ICMPNE:
            case Opcodes.IF_ACMPNE:
                return "!=";
            case Opcodes.IF_ICMPLT:
                return "<";
            case Opcodes.IF_ICMPGE:
                return ">=";
            case Opcodes.IF_ICMPGT:
                return ">";
            case Opcodes.IF_ICMPLE:
                return "<=";
            case Opcodes.IFNULL:
                return "== null";
            case Opcodes.IFNONNULL:
                return "!= null";
            default:
                throw new IllegalArgumentException("no conditional jump: " + opcode);
        }
    }
}
