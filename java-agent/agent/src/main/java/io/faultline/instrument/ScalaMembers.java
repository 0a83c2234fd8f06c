package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.Opcodes;

/**
 * Members that scalac adds, all with the line of the header: to case classes and objects, to their companions,
 * forwarders to methods of traits, and the values that traits declare.
 *
 * <p>What a person wrote in their place has other lines. On the header's line only what does as scalac's is taken for
 * scalac's. Source: Scala's specification 5.3.2 and 5.4; class files of scalac 2.13.15 and 3.3.4; JaCoCo's ScalaFilters.
 */
final class ScalaMembers {
    private static final Set<String> OF_PRODUCT = new HashSet<>(Arrays.asList(
            "productElementNames()Lscala/collection/Iterator;",
            "productElementName(I)Ljava/lang/String;",
            "productPrefix()Ljava/lang/String;",
            "productArity()I",
            "productElement(I)Ljava/lang/Object;",
            "productIterator()Lscala/collection/Iterator;",
            "canEqual(Ljava/lang/Object;)Z",
            "writeReplace()Ljava/lang/Object;"));

    /** The method that initialises the fields of a trait. */
    private static final String TRAIT = "$init$";

    /** The end of the name of the method that computes a lazy value. */
    private static final String COMPUTES = "$lzycompute";

    private final ClassLayout type;
    private final String self;
    private final Scala3Members ofScala3;

    /** The line of {@code productArity}, which people do not write; 0 unless it is a case class or object. */
    private final int header;

    /** The line of {@code writeReplace} in a companion that nobody wrote; otherwise 0. */
    private final int companion;

    ScalaMembers(ClassLayout type) {
        this.type = type;
        this.self = type.reader.getClassName();
        this.ofScala3 = new Scala3Members(type);
        boolean isProduct = Arrays.asList(type.reader.getInterfaces()).contains("scala/Product");
        header = isProduct ? lineOf("productArity") : 0;
        companion = isCompanion(type) ? lineOf("writeReplace") : 0;
    }

    static boolean areIn(ClassLayout type) {
        return type.isOfScala;
    }

    /** Whether it has only the static methods by which Java calls an object. */
    static boolean isMirror(ClassLayout type) {
        boolean isMirror = areIn(type);
        for (MethodLayout method : type.methods) {
            isMirror &= method.is(Opcodes.ACC_STATIC) && !method.name.startsWith("<");
        }
        return isMirror;
    }

    /** Whether it may be the companion that scalac adds to a case class, which is a function, too. */
    private static boolean isCompanion(ClassLayout type) {
        return type.reader.getClassName().endsWith("$")
                && type.reader.getSuperName().startsWith("scala/runtime/AbstractFunction");
    }

    private int lineOf(String name) {
        for (MethodLayout method : type.methods) {
            if (method.name.equals(name) && method.entries.length > 0) {
                return method.entries[0];
            }
        }
        return 0;
    }

    boolean has(MethodLayout method, Body body) {
        return isOfProduct(method, body)
                || isOfCompanion(method, body)
                || isForwarder(method, body)
                || isOfTrait(method, body)
                || isEmptyInitialiser(method, body)
                || isOnlyMaker(method, body)
                || ofScala3.has(method, body);
    }

    /** Whether it initialises a trait in which there is nothing to initialise. */
    private static boolean isEmptyInitialiser(MethodLayout method, Body body) {
        return method.name.equals(TRAIT)
                && !body.computes
                && body.calls.isEmpty()
                && body.makes.isEmpty()
                && body.writes.isEmpty()
                && body.bootstraps.isEmpty();
    }

    /** Whether it is an object's static initialiser that makes the object, initialises its traits, and does no more. */
    private boolean isOnlyMaker(MethodLayout method, Body body) {
        if (!method.name.equals("<clinit>")
                || body.computes
                || !body.makes.equals(Collections.singletonList(self))
                || !body.writes.equals(Collections.singletonList(self + ".MODULE$"))
                || !body.bootstraps.isEmpty()) {
            return false;
        }
        for (String call : body.calls) {
            if (!call.startsWith(self + ".<init>(") && !call.contains('.' + TRAIT + '(')) {
                return false;
            }
        }
        return true;
    }

    private boolean isOfProduct(MethodLayout method, Body body) {
        if (header == 0) {
            return false;
        }
        if (method.name.startsWith("copy$default$")) {
            return body.onlyCalls(self + '.' + nameOf(body)) || body.onlyReads(self + '.' + nameOf(body));
        }
        if (method.name.equals("copy")) {
            return method.entries[0] == header && body.onlyMakes(self);
        }
        return method.isAt(header)
                && (OF_PRODUCT.contains(method.name + method.descriptor)
                        || isOfObject(method, body)
                        || isOfParameter(method, body));
    }

    /** Whether it returns a parameter of a case class, by its name or by its number. */
    private boolean isOfParameter(MethodLayout method, Body body) {
        return body.onlyReads(self + '.' + method.name)
                || isNumber(method.name) && body.onlyCalls(self + '.' + nameOf(body));
    }

    /** Whether it is the name of a component: {@code _1}. */
    private static boolean isNumber(String name) {
        boolean isNumber = name.length() > 1 && name.charAt(0) == '_';
        for (int at = 1; at < name.length(); at++) {
            isNumber &= name.charAt(at) >= '0' && name.charAt(at) <= '9';
        }
        return isNumber;
    }

    /** Returns the name of the first method that is called, or field that is read. */
    private static String nameOf(Body body) {
        String used = body.calls.isEmpty() ? (body.reads.isEmpty() ? "." : body.reads.get(0)) : body.calls.get(0);
        int end = used.indexOf('(');
        return used.substring(used.indexOf('.') + 1, end < 0 ? used.length() : end);
    }

    /** Whether it is one of {@code toString}, {@code hashCode} and {@code equals} as scalac writes them. */
    private boolean isOfObject(MethodLayout method, Body body) {
        switch (method.name + method.descriptor) {
            case "toString()Ljava/lang/String;":
                return calls(body, "scala/runtime/ScalaRunTime$._toString(") || isNameOfObject(body);
            case "hashCode()I":
                return calls(body, "scala/runtime/ScalaRunTime$._hashCode(")
                        || calls(body, "scala/runtime/Statics.finalizeHash(")
                        || self.endsWith("$") && !body.computes && body.calls.isEmpty() && body.reads.isEmpty();
            case "equals(Ljava/lang/Object;)Z":
                return calls(body, self + ".canEqual(") || body.beginsByIdentity;
            default:
                return false;
        }
    }

    private static boolean calls(Body body, String method) {
        for (String call : body.calls) {
            if (call.startsWith(method)) {
                return true;
            }
        }
        return false;
    }

    /** Whether it returns the simple name of the class, as {@code toString} of a case object does. */
    private boolean isNameOfObject(Body body) {
        String simple = self.substring(self.lastIndexOf('/') + 1, self.length() - 1);
        return self.endsWith("$")
                && !body.computes
                && body.calls.isEmpty()
                && simple.substring(simple.lastIndexOf('$') + 1).equals(body.constant);
    }

    private boolean isOfCompanion(MethodLayout method, Body body) {
        if (companion == 0 || !method.isAt(companion)) {
            return false;
        }
        switch (method.name) {
            case "apply":
                return body.onlyMakes(self.substring(0, self.length() - 1));
            case "unapply":
                return body.reads.contains("scala/None$.MODULE$") && body.makes.contains("scala/Some");
            case "toString":
                return isNameOfObject(body);
            case "writeReplace":
                return body.onlyMakes("scala/runtime/ModuleSerializationProxy");
            case "<init>":
                return body.onlyCalls(type.reader.getSuperName() + ".<init>");
            case "<clinit>":
                return body.calls.size() == 1 && body.calls.get(0).equals(self + ".<init>()V");
            default:
                return false;
        }
    }

    /** Whether it is a trait's static copy of a method, or passes a call on to one for a class that has the trait. */
    private boolean isForwarder(MethodLayout method, Body body) {
        if (body.calls.size() != 1) {
            return false;
        }
        // Scala 3 does not mark the copy as synthetic.
        if (method.is(Opcodes.ACC_STATIC) && method.name.endsWith("$")) {
            return body.onlyCalls(self + '.' + method.name.substring(0, method.name.length() - 1));
        }
        String call = body.calls.get(0);
        String owner = call.substring(0, call.indexOf('.'));
        return !owner.equals(self) && type.isOfHeader(method) && body.onlyCalls(owner + '.' + method.name + '$');
    }

    /** Whether a method calls one with this part in its name that is not of this class. */
    private boolean callsElsewhere(Body body, String part) {
        // No lambda: linking one loads classes, which a transformer should avoid.
        for (String call : body.calls) {
            if (call.contains(part) && !call.startsWith(self + '.')) {
                return true;
            }
        }
        return false;
    }

    /**
     * Whether it is what a class has of a value that a trait declares: its getter and setter, or what computes it when
     * it is first used; or what the body of an application is called by.
     */
    private boolean isOfTrait(MethodLayout method, Body body) {
        if (!type.isOfHeader(method)) {
            return self.endsWith("$delayedInit$body") && body.onlyCalls("java/lang/Object.<init>");
        }
        String name = method.name;
        if (name.contains("$_setter_$") || name.contains("$$") || self.endsWith("$delayedInit$body")) {
            return true;
        }
        if (name.endsWith(COMPUTES)) {
            String call = '.' + name.substring(0, name.length() - COMPUTES.length()) + "$(";
            return callsElsewhere(body, call);
        }
        for (MethodLayout other : type.methods) {
            if (other.name.endsWith("$_setter_$" + name + "_$eq")
                    || other.name.equals(name + COMPUTES) && type.isOfHeader(other)) {
                return true;
            }
        }
        return name.equals("equals$extension") || name.equals("hashCode$extension");
    }

    private static boolean isSynthetic(MethodLayout method) {
        return method.is(Opcodes.ACC_STATIC) && method.is(Opcodes.ACC_SYNTHETIC);
    }

    /** Whether it is what converts the arguments and the result of a function's body. */
    static boolean isByName(MethodLayout method) {
        return isSynthetic(method) && method.name.startsWith("$anonfun$") && method.name.endsWith("$adapted");
    }

    /** Whether the code may show that scalac wrote it. */
    static boolean mayBe(ClassLayout type, MethodLayout method) {
        boolean isProduct = Arrays.asList(type.reader.getInterfaces()).contains("scala/Product");
        return areIn(type)
                && (isProduct
                        || isCompanion(type)
                        || method.name.endsWith("$")
                        || type.isOfHeader(method)
                        || Scala3Members.mayBe(type, method));
    }
}
