package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;
import org.objectweb.asm.Opcodes;

/**
 * Finds the methods that a person wrote and that the class file assigns no lines, so that nothing in them can be
 * suspected.
 *
 * <p>Without lines, short members of compilers look like a person's. Those that cannot hold a fault are told by their
 * length, and so are static initialisers of any length left out: they run once, for whichever test comes first.
 */
final class Unlined {
    /** Bytes of {@code aload_0, invokespecial, return}: a default constructor. */
    private static final int CONSTRUCTOR = 5;

    /** Bytes of an enum's constructor, which also passes on the constant's name and ordinal. */
    private static final int ENUM_CONSTRUCTOR = 7;

    /** Largest number of bytes of {@code toString}, {@code hashCode} and {@code equals} of a record. */
    private static final int RECORD_MEMBER = 8;

    /** Largest number of bytes with which a record's constructor stores one component. */
    private static final int STORE = 6;

    /**
     * The class file has no room for line numbers above 65,535. Where a class comes this close, its methods without
     * lines stand beyond.
     */
    private static final int NEAR_THE_LAST_LINE = 60_000;

    private Unlined() {}

    /** Whether a person wrote the method, and it has no lines. */
    static boolean is(ClassLayout type, MethodLayout method) {
        return method.codeLength > 0
                && method.entries.length == 0
                && !method.isUnwritten()
                && !method.name.equals("<clinit>")
                && (!method.is(Opcodes.ACC_SYNTHETIC) || method.name.startsWith("lambda$"))
                && !isPlainConstructor(type, method)
                && !(type.components != null && isLikeImplicit(type, method));
    }

    /**
     * Whether methods without lines lost them because their source is too long. Other classes with lines in some
     * methods only were changed by tools, which add methods of their own.
     */
    static boolean areBeyondTheLastLine(ClassLayout type) {
        for (MethodLayout method : type.methods) {
            for (int line : method.entries) {
                if (line >= NEAR_THE_LAST_LINE) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isPlainConstructor(ClassLayout type, MethodLayout method) {
        boolean isOfEnum = "java/lang/Enum".equals(type.reader.getSuperName());
        return method.name.equals("<init>") && method.codeLength <= (isOfEnum ? ENUM_CONSTRUCTOR : CONSTRUCTOR);
    }

    /** Whether a method of a record is named as an implicit one and as short. */
    private static boolean isLikeImplicit(ClassLayout type, MethodLayout method) {
        switch (method.name) {
            case "<init>":
                return method.codeLength <= CONSTRUCTOR + STORE * type.components.size() / 2;
            case "toString":
            case "hashCode":
            case "equals":
                return method.codeLength <= RECORD_MEMBER;
            default:
                return type.components.contains(method.name) && method.codeLength <= CONSTRUCTOR;
        }
    }
}
