package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;
import java.util.Arrays;
import java.util.List;
import org.objectweb.asm.Opcodes;

/**
 * Members that kotlinc adds with a line of the source. What it adds to data classes, value classes and delegating ones
 * ({@code componentN}, {@code copy}, {@code equals} ...) has no lines and needs no rule, nor have the classes of state
 * machines of {@code suspend} functions.
 *
 * <p>Sources: class files of kotlinc 1.9.24 and 2.1.21; JaCoCo's KotlinDefaultMethodsFilter and
 * KotlinSerializableFilter.
 */
final class KotlinMembers {
    private static final String BODIES = "$DefaultImpls";
    private static final String SERIALIZER = "$$serializer";
    private static final String OVERLOADS = "Lkotlin/jvm/JvmOverloads;";

    /** Between the name of a class that several files share and that of a part: {@code Util__StringsKt}. */
    private static final String PART = "__";

    /** What the accessor of a property that is set later calls before that. */
    private static final String UNSET = "kotlin/jvm/internal/Intrinsics.throwUninitializedPropertyAccessException(";

    private static final int LINE_OF_FACADES = 1;
    private static final String STATIC = "Lkotlin/jvm/JvmStatic;";

    private KotlinMembers() {}

    static boolean areIn(ClassLayout type) {
        return type.annotations.contains("Lkotlin/Metadata;");
    }

    /** Whether it is a class that the serialisation plugin made. */
    static boolean isSerializer(ClassLayout type) {
        return type.reader.getClassName().endsWith(SERIALIZER)
                && Arrays.asList(type.reader.getInterfaces())
                        .contains("kotlinx/serialization/internal/GeneratedSerializer");
    }

    /** Whether the serialisation plugin made the method. */
    static boolean isByName(MethodLayout method) {
        return method.is(Opcodes.ACC_SYNTHETIC)
                && (method.name.startsWith("write$Self") && method.descriptor.contains("Lkotlinx/serialization/")
                        || method.descriptor.contains(
                                "Lkotlinx/serialization/internal/SerializationConstructorMarker;"));
    }

    static boolean mayBe(ClassLayout type, MethodLayout method) {
        return areIn(type)
                && (method.annotations.contains(OVERLOADS)
                        || method.annotations.contains(STATIC)
                        || method.name.equals("serializer")
                        || type.reader.getClassName().endsWith(BODIES)
                        || method.is(Opcodes.ACC_STATIC) && method.isAt(LINE_OF_FACADES)
                        || isLikeAccessor(method)
                        || type.isOfHeader(method) && type.mentionsEnding(BODIES));
    }

    static boolean is(ClassLayout type, MethodLayout method, Body body) {
        return areIn(type)
                && (isOverload(type, method, body)
                        || isStatic(type, method, body)
                        || isSerializer(method, body)
                        || isOfFacade(type, method, body)
                        || isLikeAccessor(method) && isAccessor(type, method, body)
                        || isForwarder(type, method, body));
    }

    /** Whether it is a copy with fewer parameters, which calls the method with the default arguments. */
    private static boolean isOverload(ClassLayout type, MethodLayout method, Body body) {
        String self = type.reader.getClassName();
        boolean isConstructor = method.name.equals("<init>")
                && body.onlyCalls(self + ".<init>")
                && body.calls.get(0).contains("Lkotlin/jvm/internal/DefaultConstructorMarker;");
        return method.annotations.contains(OVERLOADS)
                && (isConstructor || body.onlyCalls(self + '.' + method.name + "$default"));
    }

    /** Whether it is a class's static method that calls the companion's. */
    private static boolean isStatic(ClassLayout type, MethodLayout method, Body body) {
        return method.annotations.contains(STATIC)
                && method.is(Opcodes.ACC_STATIC)
                && body.calls.size() == 1
                && body.calls.get(0).startsWith(type.reader.getClassName() + '$')
                && body.onlyCalls(ownerOf(body.calls.get(0)) + '.' + method.name);
    }

    /** Whether a class that several files share ({@code @JvmMultifileClass}) calls the part of one of them. */
    private static boolean isOfFacade(ClassLayout type, MethodLayout method, Body body) {
        return method.is(Opcodes.ACC_STATIC)
                && body.calls.size() == 1
                && body.calls.get(0).startsWith(type.reader.getClassName() + PART)
                && body.onlyCalls(ownerOf(body.calls.get(0)) + '.' + method.name);
    }

    /** Whether it returns the serialiser that the plugin made. */
    private static boolean isSerializer(MethodLayout method, Body body) {
        return method.descriptor.equals("()Lkotlinx/serialization/KSerializer;")
                && body.reads.size() == 1
                && body.reads.get(0).endsWith(SERIALIZER + ".INSTANCE")
                && body.onlyReads(body.reads.get(0));
    }

    /** Whether a class calls its interface's body of the method, or the holder of such bodies the interface. */
    private static boolean isForwarder(ClassLayout type, MethodLayout method, Body body) {
        if (body.calls.size() != 1) {
            return false;
        }
        String owner = ownerOf(body.calls.get(0));
        String self = type.reader.getClassName();
        return owner.endsWith(BODIES) && type.isOfHeader(method) && body.onlyCalls(owner + '.' + method.name)
                || self.equals(owner + BODIES) && body.onlyCalls(owner + ".access$" + method.name + "$jd");
    }

    /** Whether it has the name and the single line of a property's accessor. */
    private static boolean isLikeAccessor(MethodLayout method) {
        boolean isNamed =
                method.name.startsWith("get") || method.name.startsWith("set") || method.name.startsWith("is");
        return isNamed && method.distinctLines().length == 1;
    }

    /**
     * Whether it only reads or writes one field of its class, after asking that no value is null. Its line is that on
     * which a constructor or static initialiser sets the property; one that a person wrote has a line of its own. If the
     * property begins with its type's default ({@code var count = 0}) or is set later ({@code lateinit}), no initialiser
     * has the line, and the field is that of the accessor's name. If its other accessor is on another line, a person wrote
     * one of the two.
     */
    private static boolean isAccessor(ClassLayout type, MethodLayout method, Body body) {
        List<String> fields = method.name.startsWith("set") ? body.writes : body.reads;
        boolean isOfOneField = body.makes.isEmpty()
                && body.bootstraps.isEmpty()
                && body.reads.size() + body.writes.size() == 1
                && fields.size() == 1
                && fields.get(0).startsWith(type.reader.getClassName() + '.');
        if (!isOfOneField) {
            return false;
        }
        String field = fields.get(0).substring(fields.get(0).indexOf('.') + 1);
        boolean isNamed = isOfProperty(method.name, field) && isOnLineOfOther(type, method, field);
        if (body.computes) {
            return isNamed && body.calls.size() == 1 && body.calls.get(0).startsWith(UNSET);
        }
        for (String call : body.calls) {
            if (!call.startsWith("kotlin/jvm/internal/Intrinsics.check")) {
                return false;
            }
        }
        return isNamed || isOfInitialiser(type, method);
    }

    /** Whether the property's other accessor, if there is one, is on the same line. */
    private static boolean isOnLineOfOther(ClassLayout type, MethodLayout method, String field) {
        for (MethodLayout other : type.methods) {
            boolean isOther = other != method && isOfProperty(other.name, field) && isLikeAccessor(other);
            if (isOther && other.distinctLines()[0] != method.distinctLines()[0]) {
                return false;
            }
        }
        return true;
    }

    /** Whether an accessor's name is that of a field's property: {@code getCount} of {@code count}. */
    private static boolean isOfProperty(String accessor, String field) {
        int hash = accessor.indexOf('-');
        String name = hash < 0 ? accessor : accessor.substring(0, hash);
        String of = field.startsWith("is") ? field.substring(2) : field;
        return name.equals(field)
                || name.equals("set" + of)
                || name.length() == 3 + field.length() && name.substring(3).equalsIgnoreCase(field);
    }

    private static boolean isOfInitialiser(ClassLayout type, MethodLayout method) {
        for (MethodLayout other : type.methods) {
            boolean initialises = other.name.equals("<init>") || other.name.equals("<clinit>");
            if (initialises && Arrays.binarySearch(other.distinctLines(), method.distinctLines()[0]) >= 0) {
                return true;
            }
        }
        return false;
    }

    private static String ownerOf(String call) {
        return call.substring(0, call.indexOf('.'));
    }
}
