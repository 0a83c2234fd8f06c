package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * Members that AspectJ's compiler and weaver add: what they mark, what runs around an advised method, and copies of an
 * {@code around} advice, whose lines are those of the aspect's file, and ways to members that an aspect declares for a
 * class. The body of an advised method, {@code name_aroundBody0}, is what a person wrote.
 *
 * <p>Sources: attributes {@code org.aspectj.weaver.AjSynthetic} and {@code MethodDeclarationLineNumber} and names in
 * {@code org.aspectj.weaver.NameMangler}; class files of ajc 1.9.22.
 */
final class AspectMembers {
    /** The field of an aspect in which its initialiser keeps why its instance could not be made. */
    private static final String FAILURE = "ajc$initFailureCause";

    private AspectMembers() {}

    /** Reads an attribute of a method, if it is one of the weaver's; {@code from} is where its contents begin. */
    static void read(ClassReader reader, String attribute, int from, MethodLayout method) {
        if (attribute.equals("org.aspectj.weaver.AjSynthetic")) {
            method.isOfAspects = true;
        } else if (attribute.equals("org.aspectj.weaver.MethodDeclarationLineNumber")) {
            method.declaredAt = reader.readInt(from);
        }
    }

    /** Whether it is the class by which an advice proceeds. */
    static boolean isClosure(ClassLayout type) {
        return "org/aspectj/runtime/internal/AroundClosure".equals(type.reader.getSuperName());
    }

    static boolean isByName(MethodLayout method) {
        boolean isMade = method.name.equals("ajc$preClinit")
                || method.name.equals("ajc$postClinit")
                || method.name.startsWith("ajc$interMethodDispatch")
                || method.name.startsWith("ajc$get$")
                || method.name.startsWith("ajc$set$")
                || method.name.contains("_aroundBody") && method.name.endsWith("$advice");
        return method.isOfAspects || isMade && method.is(Opcodes.ACC_SYNTHETIC) || isBeforeDeclaration(method);
    }

    /**
     * Whether it may be a method that an aspect declares for a class, or an initialiser of the weaver's. These have the
     * class file's first line, except that the initialiser of an aspect with static fields has lines of its source.
     */
    static boolean mayBe(ClassLayout type, MethodLayout method) {
        return method.isAt(1) || method.name.equals("<clinit>") && type.fields.contains(FAILURE);
    }

    /** Whether it only passes a call on to the aspect, which has the method's body. */
    static boolean is(Body body) {
        boolean passesOn = body.calls.size() == 1 && body.onlyCalls(target(body.calls.get(0)));
        return passesOn && body.calls.get(0).contains(".ajc$interMethod$");
    }

    /** Whether it is an initialiser that only makes what the weaver needs. */
    static boolean isInitialiser(MethodLayout method, Body body) {
        if (!method.name.equals("<clinit>") || body.calls.isEmpty() || !body.makes.isEmpty()) {
            return false;
        }
        for (String call : body.calls) {
            if (!call.endsWith(".ajc$preClinit()V") && !call.endsWith(".ajc$postClinit()V")) {
                return false;
            }
        }
        for (String written : body.writes) {
            if (!written.endsWith('.' + FAILURE)) {
                return false;
            }
        }
        return body.bootstraps.isEmpty();
    }

    private static String target(String call) {
        return call.substring(0, call.indexOf('('));
    }

    /** Whether the weaver moved the method's own code elsewhere: what is left has lines of no statement. */
    private static boolean isBeforeDeclaration(MethodLayout method) {
        for (int line : method.entries) {
            if (line >= method.declaredAt) {
                return false;
            }
        }
        return method.entries.length > 0;
    }
}
