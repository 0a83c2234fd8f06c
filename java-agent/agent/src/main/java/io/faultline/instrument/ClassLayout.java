package io.faultline.instrument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * The parts of a class file needed before its code is visited: lengths and line tables of methods, read without
 * visiting instructions.
 *
 * <p>Errors: {@link Refused} for anything that does not parse. Cost: O(attributes), no instruction is decoded. Source:
 * JVMS 4.1, 4.5, 4.6, 4.7.3, 4.7.12.
 */
final class ClassLayout {
    private static final int MAGIC = 0xCAFEBABE;
    private static final int CONSTANT_CLASS = 7;

    private static final String[] PROBES = {Trampolines.MAIN};

    /** Packages of test frameworks and of test runners built on them. */
    private static final String[] TESTS = {
        "org/junit/",
        "junit/",
        "org/testng/",
        "org/spockframework/",
        "spock/",
        "io/kotest/",
        "io/cucumber/",
        "net/jqwik/",
        "org/springframework/test/"
    };

    final ClassReader reader;
    final int major;
    final String sourceFile;

    /** Whether it has a {@code SourceDebugExtension} (JVMS 4.7.11). */
    final boolean hasDebugExtension;

    /** Whether scalac marked it. */
    final boolean isOfScala;

    /** All methods in class-file order, including those without code. */
    final MethodLayout[] methods;

    /** Names of its fields, and descriptors of its annotations. */
    final List<String> fields = new ArrayList<>();

    final List<String> annotations = new ArrayList<>();

    /** Name and descriptor of each component, in order; null unless it is a record. */
    final List<String> components;

    private final char[] text;

    /** Reads the layout of {@code classFile}. */
    static ClassLayout read(byte[] classFile) throws Refused {
        if (classFile.length < 10 || intAt(classFile, 0) != MAGIC) {
            throw new Refused(Refused.DAMAGED);
        }
        int major = intAt(classFile, 4) & 0xFFFF;
        try {
            return new ClassLayout(open(classFile, major), major);
        } catch (RuntimeException unreadable) {
            throw new Refused(Refused.DAMAGED);
        }
    }

    private static ClassReader open(byte[] classFile, int major) throws Refused {
        try {
            return new ClassReader(classFile);
        } catch (IllegalArgumentException unsupported) {
            // An unknown tag in the constant pool causes the same exception without a message.
            throw new Refused(
                    unsupported.getMessage() == null ? Refused.DAMAGED : "class version " + major + " unknown");
        }
    }

    private ClassLayout(ClassReader reader, int major) {
        this.reader = reader;
        this.major = major;
        this.text = new char[reader.getMaxStringLength()];
        int at = reader.header + 6;
        at += 2 + 2 * reader.readUnsignedShort(at);
        at = readFields(at);
        methods = new MethodLayout[reader.readUnsignedShort(at)];
        at += 2;
        for (int index = 0; index < methods.length; index++) {
            methods[index] = new MethodLayout();
            at = readMethod(at, methods[index]);
        }
        int withCode = 0;
        for (MethodLayout method : methods) {
            method.codeIndex = method.codeLength > 0 && !isOtherName(method) ? withCode++ : -1;
        }
        String source = null;
        List<String> ofRecord = null;
        boolean debug = false;
        boolean scala = false;
        int left = reader.readUnsignedShort(at);
        for (at += 2; left > 0; left--) {
            String attribute = reader.readUTF8(at, text);
            if (source == null && "SourceFile".equals(attribute)) {
                source = reader.readUTF8(at + 6, text);
            } else if (Annotations.areIn(attribute)) {
                annotations.addAll(Annotations.in(reader, at + 6, text));
            } else if ("Record".equals(attribute)) {
                ofRecord = readComponents(at + 6);
            }
            debug |= "SourceDebugExtension".equals(attribute);
            scala |= "Scala".equals(attribute) || "ScalaSig".equals(attribute);
            at = next(at);
        }
        sourceFile = source;
        hasDebugExtension = debug;
        components = ofRecord;
        isOfScala = scala;
        Unwritten.leaveOut(this);
        if (debug && !KotlinMembers.areIn(this)) {
            leaveOutUntranslated();
        }
    }

    /**
     * Whether a method is a bridge to another one of this class (JLS 15.12.4.5): it is compiler-made, and calling it
     * runs the other one. Bridges to inherited methods record that the class was touched, so they count as methods
     * without lines.
     */
    private boolean isOtherName(MethodLayout method) {
        if ((method.access & Opcodes.ACC_BRIDGE) == 0) {
            return false;
        }
        int arguments = Type.getArgumentCount(method.descriptor);
        for (MethodLayout other : methods) {
            if (other.codeLength > 0
                    && (other.access & Opcodes.ACC_BRIDGE) == 0
                    && other.name.equals(method.name)
                    && Type.getArgumentCount(other.descriptor) == arguments) {
                return true;
            }
        }
        return false;
    }

    /** Whether all lines of a method are the one on which a constructor begins: that of the class's header. */
    boolean isOfHeader(MethodLayout method) {
        for (MethodLayout other : methods) {
            if (other.name.equals("<init>") && other.entries.length > 0 && method.isAt(other.entries[0])) {
                return method != other;
            }
        }
        return false;
    }

    /** Whether the class refers to a class of ours, which means it is instrumented already. */
    boolean mentionsProbes() {
        return mentions(PROBES);
    }

    /** Whether the class refers to a test framework, so that its calls may begin and end tests. */
    boolean mentionsTests() {
        return mentions(TESTS);
    }

    /** Whether the class refers to a class whose name has this end. */
    boolean mentionsEnding(String end) {
        for (int index = 1; index < reader.getItemCount(); index++) {
            int item = reader.getItem(index);
            if (item != 0
                    && reader.readByte(item - 1) == CONSTANT_CLASS
                    && reader.readUTF8(item, text).endsWith(end)) {
                return true;
            }
        }
        return false;
    }

    private boolean mentions(String[] prefixes) {
        for (int index = 1; index < reader.getItemCount(); index++) {
            int item = reader.getItem(index);
            if (item != 0
                    && reader.readByte(item - 1) == CONSTANT_CLASS
                    && startsWithAny(reader.readUTF8(item, text), prefixes)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns the binary names of other classes it refers to, without duplicates and without those of the JDK and the
     * like.
     */
    String[] others() {
        List<String> names = new ArrayList<>();
        for (int index = 1; index < reader.getItemCount(); index++) {
            int item = reader.getItem(index);
            if (item != 0 && reader.readByte(item - 1) == CONSTANT_CLASS) {
                String name = reader.readUTF8(item, text);
                boolean isArray = name.startsWith("[");
                if (!isArray
                        && !name.equals(reader.getClassName())
                        && !ClassDetails.isForeign(name)
                        && !startsWithAny(name, TESTS)) {
                    names.add(name.replace('/', '.'));
                }
            }
        }
        return names.toArray(new String[0]);
    }

    private static boolean startsWithAny(String name, String[] prefixes) {
        for (String prefix : prefixes) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Numbers the methods as in {@code plan}, which may be that of the class before another tool changed it. A method
     * missing from the plan was added and counts as one without code; one without lines in the plan has none here.
     */
    void follow(ClassPlan plan) {
        Map<String, Integer> numbers = null; // needed for changed classes only
        for (MethodLayout method : methods) {
            boolean isThere = method.codeIndex >= 0 && plan.isMethod(method.codeIndex, method.name, method.descriptor);
            if (!isThere && method.codeIndex >= 0) {
                if (numbers == null) {
                    numbers = plan.numbers();
                }
                Integer number = numbers.get(method.name + method.descriptor);
                method.codeIndex = number == null ? -1 : number;
            }
            if (method.codeIndex >= 0) {
                method.follow(plan.firstSlot(method.codeIndex) < plan.firstSlot(method.codeIndex + 1));
            }
        }
    }

    /**
     * Keeps only lines that are copies of {@code lines}, ascending by class. Methods without such lines, except
     * initialisers, count as ones without code.
     */
    void keepCopies(SourceMap map, Map<String, int[]> lines) {
        int recorded = 0;
        for (MethodLayout method : methods) {
            method.keepCopies(map, lines);
            boolean isWanted = method.codeIndex >= 0 && (method.entries.length > 0 || method.isInitialiser(major));
            method.codeIndex = isWanted ? recorded++ : -1;
        }
    }

    /**
     * Leaves out the lines that a translator, such as that of JSP, wrote for no line of another file. If that is all of
     * them, the map is no help, and the lines stay.
     */
    private void leaveOutUntranslated() {
        SourceMap map = SourceMap.ofTranslated(debugExtension());
        boolean maps = false;
        for (MethodLayout method : methods) {
            for (int line : method.entries) {
                maps |= map != null && map.has(line);
            }
        }
        if (maps) {
            for (MethodLayout method : methods) {
                method.keepTranslated(map);
            }
        }
    }

    /** Keeps only methods that a person wrote and that have no lines; the others count as ones without code. */
    void keepUnlined() {
        int recorded = 0;
        for (MethodLayout method : methods) {
            boolean isWanted = method.codeIndex >= 0 && Unlined.is(this, method);
            method.codeIndex = isWanted ? recorded++ : -1;
        }
    }

    /** Returns the {@code SourceDebugExtension}, or null. */
    String debugExtension() {
        final String[] found = {null};
        if (hasDebugExtension) {
            ClassVisitor source = new ClassVisitor(Opcodes.ASM9) {
                @Override
                public void visitSource(String file, String debug) {
                    found[0] = debug;
                }
            };
            reader.accept(source, ClassReader.SKIP_CODE);
        }
        return found[0];
    }

    private int readFields(int from) {
        int at = from + 2;
        for (int left = reader.readUnsignedShort(from); left > 0; left--) {
            fields.add(reader.readUTF8(at + 2, text));
            at = skipAttributes(at + 6);
        }
        return at;
    }

    /** Source: JVMS 4.7.30. */
    private List<String> readComponents(int from) {
        List<String> found = new ArrayList<>();
        int at = from + 2;
        for (int left = reader.readUnsignedShort(from); left > 0; left--) {
            found.add(reader.readUTF8(at, text));
            found.add(reader.readUTF8(at + 2, text));
            at = skipAttributes(at + 4);
        }
        return found;
    }

    private int skipAttributes(int from) {
        int at = from + 2;
        for (int left = reader.readUnsignedShort(from); left > 0; left--) {
            at = next(at);
        }
        return at;
    }

    /** Returns the offset after the attribute at {@code at}; rejects negative lengths. */
    private int next(int at) {
        int length = reader.readInt(at + 2);
        if (length < 0) {
            throw new IllegalArgumentException();
        }
        return Math.addExact(at + 6, length);
    }

    private int readMethod(int from, MethodLayout method) {
        method.access = reader.readUnsignedShort(from);
        method.name = reader.readUTF8(from + 2, text);
        method.descriptor = reader.readUTF8(from + 4, text);
        int at = from + 8;
        for (int left = reader.readUnsignedShort(from + 6); left > 0; left--) {
            String attribute = reader.readUTF8(at, text);
            if ("Code".equals(attribute)) {
                readCode(at + 6, method);
            } else if (Annotations.areIn(attribute)) {
                method.annotations.addAll(Annotations.in(reader, at + 6, text));
            } else {
                AspectMembers.read(reader, attribute, at + 6, method);
            }
            at = next(at);
        }
        return at;
    }

    private void readCode(int from, MethodLayout method) {
        method.maxStack = reader.readUnsignedShort(from);
        method.maxLocals = reader.readUnsignedShort(from + 2);
        method.codeLength = reader.readInt(from + 4);
        int at = Math.addExact(from + 8, method.codeLength);
        at += 2 + 8 * reader.readUnsignedShort(at);
        int left = reader.readUnsignedShort(at);
        at += 2;
        for (; left > 0; left--) {
            if ("LineNumberTable".equals(reader.readUTF8(at, text))) {
                readLines(at + 6, method);
            }
            at = next(at);
        }
    }

    private void readLines(int from, MethodLayout method) {
        int count = reader.readUnsignedShort(from);
        int[] lines = Arrays.copyOf(method.entries, method.entries.length + count);
        int kept = method.entries.length;
        for (int at = from + 2; count > 0; count--, at += 4) {
            int line = reader.readUnsignedShort(at + 2);
            if (line == 0) {
                continue; // not a source line; some compilers mark generated code this way
            }
            if (reader.readUnsignedShort(at) == 0 && method.lineAtStart == 0) {
                method.lineAtStart = line;
            }
            lines[kept++] = line;
        }
        method.entries = Arrays.copyOf(lines, kept);
    }

    private static int intAt(byte[] bytes, int at) {
        return bytes[at] << 24 | (bytes[at + 1] & 0xFF) << 16 | (bytes[at + 2] & 0xFF) << 8 | bytes[at + 3] & 0xFF;
    }

    /** Data about a method, before its code is visited. */
    static final class MethodLayout {
        private static final int[] NONE = {};

        int access;
        String name;
        String descriptor;
        int maxStack;
        int maxLocals;

        /** Bytes of code; 0 without code. */
        int codeLength;

        /** Index among the recorded methods with code, or among those of a followed plan; otherwise -1. */
        int codeIndex;

        /** The lines of the line table, in order, with repetitions; never 0. */
        int[] entries = NONE;

        /** Descriptors of its annotations. */
        final List<String> annotations = new ArrayList<>(0);

        /** What AspectJ says of it: whether it is made, and the line where it was declared, or 0. */
        boolean isOfAspects;

        int declaredAt;

        /** Whether a compiler or tool wrote it; then the lines of its line table are here and not in {@link #entries}. */
        private int[] unwritten;

        /** Whether these are only some of the method's lines. */
        boolean onlySome;

        /** The line of the first instruction, or 0. */
        int lineAtStart;

        /** Takes it for a method that no person wrote: it has no lines, and records only that the class was touched. */
        void leaveOut() {
            unwritten = entries;
            entries = NONE;
        }

        boolean isUnwritten() {
            return unwritten != null;
        }

        /** Has lines or not as the method in a plan, which may be of the class before another tool changed it. */
        private void follow(boolean hasLines) {
            if (!hasLines) {
                entries = NONE;
            } else if (isUnwritten()) {
                entries = unwritten;
            }
        }

        boolean is(int flag) {
            return (access & flag) != 0;
        }

        /** Whether all of its lines are this one. */
        boolean isAt(int line) {
            for (int entry : entries) {
                if (entry != line) {
                    return false;
                }
            }
            return entries.length > 0;
        }

        /** Returns the distinct lines, ascending. Cost: O(n log n). */
        int[] distinctLines() {
            int[] sorted = entries.clone();
            Arrays.sort(sorted);
            int kept = 0;
            for (int index = 0; index < sorted.length; index++) {
                if (kept == 0 || sorted[kept - 1] != sorted[index]) {
                    sorted[kept++] = sorted[index];
                }
            }
            return kept == sorted.length ? sorted : Arrays.copyOf(sorted, kept);
        }

        /** Returns the line that represents the method if there is room for only one probe. */
        int firstLine() {
            return onlySome || lineAtStart == 0 ? entries[0] : lineAtStart;
        }

        void keepCopies(SourceMap map, Map<String, int[]> lines) {
            int kept = 0;
            int[] copies = new int[entries.length];
            for (int line : entries) {
                if (map.isCopyOf(lines, line)) {
                    copies[kept++] = line;
                }
            }
            entries = Arrays.copyOf(copies, kept);
            onlySome = true;
        }

        private void keepTranslated(SourceMap map) {
            int kept = 0;
            int[] translated = new int[entries.length];
            for (int line : entries) {
                if (map.has(line)) {
                    translated[kept++] = line;
                }
            }
            if (kept == 0 && entries.length > 0) {
                leaveOut();
            } else if (kept < entries.length) {
                entries = Arrays.copyOf(translated, kept);
                onlySome = true;
            }
        }

        boolean isInitialiser(int major) {
            // Source: JVMS 2.9.2. From version 51 on, a non-static <clinit> is an ordinary method.
            return "<clinit>".equals(name)
                    && "()V".equals(descriptor)
                    && (major < Opcodes.V1_7 || (access & Opcodes.ACC_STATIC) != 0);
        }
    }
}
