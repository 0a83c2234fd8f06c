package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.Opcodes;

/**
 * Members that the compiler of Scala 3 adds beyond those of {@link ScalaMembers}: to case classes and their companions, to
 * enums, and to classes with lazy values.
 *
 * <p>Companions of case classes and of sealed types are mirrors, by which programs derive code from them. Source: class
 * files of scalac 3.3.4; Scala 3's reference, "Translation of Enums and ADTs" and "Type Class Derivation".
 */
final class Scala3Members {
    private static final String OF_PRODUCT = "scala/deriving/Mirror$Product";
    private static final String OF_SUM = "scala/deriving/Mirror$Sum";
    private static final String VALUE = "scala/runtime/EnumValue";
    /** In the name of the method that computes a lazy value: {@code net$lzyINIT1}. */
    private static final String COMPUTES = "$lzyINIT";

    private static final String OF_LAZY_VALUES = "scala/runtime/LazyVals$";
    private static final String PROXY = "scala/runtime/ModuleSerializationProxy";

    private final ClassLayout type;
    private final String self;
    private final List<String> interfaces;

    /** The line of {@code fromProduct}, which people do not write; 0 unless it is the companion of a case class. */
    private final int companion;

    Scala3Members(ClassLayout type) {
        this.type = type;
        this.self = type.reader.getClassName();
        this.interfaces = Arrays.asList(type.reader.getInterfaces());
        int line = 0;
        for (MethodLayout method : type.methods) {
            boolean isWhole = method.name.equals("fromProduct") && !method.is(Opcodes.ACC_BRIDGE);
            if (isWhole && method.entries.length > 0 && interfaces.contains(OF_PRODUCT)) {
                line = method.entries[0];
            }
        }
        companion = line;
    }

    /** Whether the code may show that the compiler wrote it. */
    static boolean mayBe(ClassLayout type, MethodLayout method) {
        for (String name : type.reader.getInterfaces()) {
            if (name.equals(OF_PRODUCT) || name.equals(OF_SUM) || name.equals(VALUE)) {
                return true;
            }
        }
        return method.name.equals("<clinit>") || method.name.equals("writeReplace") || isLazy(type, method);
    }

    /** Whether it returns a lazy value or computes it. */
    private static boolean isLazy(ClassLayout type, MethodLayout method) {
        if (method.name.contains(COMPUTES)) {
            return true;
        }
        for (MethodLayout other : type.methods) {
            if (other.name.startsWith(method.name + COMPUTES)) {
                return true;
            }
        }
        return false;
    }

    boolean has(MethodLayout method, Body body) {
        return isOfValue(method)
                || isOfEnum(method, body)
                || isOfCompanion(method, body)
                || method.name.equals("writeReplace") && body.onlyMakes(PROXY)
                || isOfLazyValues(method, body)
                || isOfLazyValue(method, body);
    }

    /**
     * Whether it returns a lazy value, which another method computes, or has a lazy value computed by the trait that
     * declares it. Both have the line of the value or of the header.
     */
    private boolean isOfLazyValue(MethodLayout method, Body body) {
        int computes = method.name.indexOf(COMPUTES);
        String wanted =
                computes < 0 ? self + '.' + method.name + COMPUTES : '.' + method.name.substring(0, computes) + "$(";
        boolean isFound = false;
        for (String call : body.calls) {
            boolean isWanted = computes < 0 ? call.startsWith(wanted) : call.contains(wanted);
            if (!isWanted && !call.startsWith("scala/runtime/")) {
                return false;
            }
            isFound |= isWanted;
        }
        for (String made : body.makes) {
            if (!made.startsWith(OF_LAZY_VALUES)) {
                return false;
            }
        }
        return isFound && body.bootstraps.isEmpty();
    }

    /** Whether it is a method of an enum's value, which has no body. */
    private boolean isOfValue(MethodLayout method) {
        return interfaces.contains(VALUE) && self.contains("$$anon$") && !method.name.startsWith("<");
    }

    /** Whether it is a method by which an enum or the children of a sealed type are enumerated. */
    private boolean isOfEnum(MethodLayout method, Body body) {
        if (!interfaces.contains(OF_SUM)) {
            return false;
        }
        boolean isEnum = type.fields.contains("$values");
        switch (method.name) {
            case "ordinal":
                return method.descriptor.startsWith("(L") && method.descriptor.endsWith(";)I");
            case "values":
                return isEnum && method.descriptor.startsWith("()[L");
            case "valueOf":
                return isEnum && method.descriptor.startsWith("(Ljava/lang/String;)L");
            case "fromOrdinal":
                // An enum whose cases all have parameters has no values; its method only throws.
                return method.descriptor.startsWith("(I)L")
                        && (isEnum || body.onlyMakes("java/util/NoSuchElementException"));
            case "$new":
                return isEnum;
            default:
                return false;
        }
    }

    /** Whether it is a method of the companion that a case class has. One that a person wrote has lines of its own. */
    private boolean isOfCompanion(MethodLayout method, Body body) {
        if (companion == 0 || !method.isAt(companion)) {
            return false;
        }
        switch (method.name) {
            case "fromProduct":
                return true;
            case "apply":
                return body.onlyMakes(self.substring(0, self.length() - 1));
            case "unapply":
            case "toString":
                return !body.computes && body.calls.isEmpty() && body.makes.isEmpty() && body.bootstraps.isEmpty();
            case "<init>":
                return body.onlyCalls(type.reader.getSuperName() + ".<init>");
            default:
                return false;
        }
    }

    /** Whether it is an initialiser that only finds where lazy values lie. */
    private static boolean isOfLazyValues(MethodLayout method, Body body) {
        if (!method.name.equals("<clinit>") || body.writes.isEmpty() || !body.makes.isEmpty() || body.computes) {
            return false;
        }
        for (String field : body.writes) {
            if (!field.contains(".OFFSET$")) {
                return false;
            }
        }
        for (String call : body.calls) {
            if (!call.startsWith("scala/runtime/LazyVals$.") && !call.startsWith("java/lang/Class.getDeclaredField(")) {
                return false;
            }
        }
        return body.bootstraps.isEmpty();
    }
}
