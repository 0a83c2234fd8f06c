package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;
import org.objectweb.asm.Opcodes;

/**
 * Members that compilers for the JVM add to classes of any kind, and to enums.
 *
 * <p>Sources: JLS 8.9.3 ({@code values}, {@code valueOf}), JLS 15.12.4.5 (bridges), JaCoCo's EnumFilter; javac for
 * {@code $values}, {@code access$000}, {@code $deserializeLambda$}, {@code $SwitchMap$} and {@code
 * $assertionsDisabled}; ecj for {@code $SWITCH_TABLE$} and {@code access$0}; kotlinc for {@code getEntries} and {@code
 * access$name}; JaCoCo for {@code $jacocoInit}.
 */
final class JavaMembers {
    private static final String ASSERTIONS = "$assertionsDisabled";

    private JavaMembers() {}

    /** Whether it is javac's class with the numbers of an enum's constants, for switches. */
    static boolean isSwitchMap(ClassLayout type) {
        if ((type.reader.getAccess() & Opcodes.ACC_SYNTHETIC) == 0) {
            return false;
        }
        for (MethodLayout method : type.methods) {
            if (!method.name.equals("<clinit>") && !method.name.equals("$jacocoInit")) {
                return false;
            }
        }
        for (String field : type.fields) {
            if (field.startsWith("$SwitchMap$")) {
                return true;
            }
        }
        return false;
    }

    static boolean isByName(ClassLayout type, MethodLayout method) {
        boolean isHelper = method.name.startsWith("access$")
                || method.name.startsWith("$SWITCH_TABLE$")
                || method.name.equals("$deserializeLambda$")
                || method.name.equals("$jacocoInit");
        return method.is(Opcodes.ACC_BRIDGE)
                || isHelper && method.is(Opcodes.ACC_SYNTHETIC) && method.is(Opcodes.ACC_STATIC)
                || isOfEnum(type, method);
    }

    private static boolean isOfEnum(ClassLayout type, MethodLayout method) {
        if (!"java/lang/Enum".equals(type.reader.getSuperName()) || !method.is(Opcodes.ACC_STATIC)) {
            return false;
        }
        String self = "L" + type.reader.getClassName() + ";";
        switch (method.name) {
            case "values":
            case "$values":
                return method.descriptor.equals("()[" + self);
            case "valueOf":
                return method.descriptor.equals("(Ljava/lang/String;)" + self);
            case "getEntries":
                return method.descriptor.equals("()Lkotlin/enums/EnumEntries;");
            default:
                return false;
        }
    }

    static boolean mayBe(ClassLayout type, MethodLayout method) {
        boolean isInterface = (type.reader.getAccess() & Opcodes.ACC_INTERFACE) != 0;
        return method.name.equals("<clinit>") && (isInterface || type.fields.contains(ASSERTIONS));
    }

    /** Whether it is an initialiser that only asks whether assertions are on. */
    static boolean is(ClassLayout type, MethodLayout method, Body body) {
        return asksTheClass(type, method, body) || asksAnother(method, body);
    }

    /** Whether it is an interface's: javac keeps the answer in a class of its own, {@code Outer$1}. */
    private static boolean asksAnother(MethodLayout method, Body body) {
        return method.name.equals("<clinit>")
                && body.makes.isEmpty()
                && body.bootstraps.isEmpty()
                && body.calls.isEmpty()
                && body.writes.isEmpty()
                && body.reads.size() == 1
                && body.reads.get(0).endsWith('.' + ASSERTIONS);
    }

    private static boolean asksTheClass(ClassLayout type, MethodLayout method, Body body) {
        return method.name.equals("<clinit>")
                && body.makes.isEmpty()
                && body.bootstraps.isEmpty()
                && body.calls.size() == 1
                && body.calls.get(0).equals("java/lang/Class.desiredAssertionStatus()Z")
                && body.writes.size() == 1
                && body.writes.get(0).equals(type.reader.getClassName() + '.' + ASSERTIONS);
    }
}
