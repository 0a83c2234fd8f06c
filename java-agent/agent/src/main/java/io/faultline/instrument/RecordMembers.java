package io.faultline.instrument;

import io.faultline.instrument.ClassLayout.MethodLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.objectweb.asm.Type;

/**
 * The implicit members of a record: {@code toString}, {@code hashCode}, {@code equals}, accessors and the canonical
 * constructor, which the compiler gives the line of the record's header.
 *
 * <p>Members that a person wrote have lines of their own. Where they stand on the header's line, one that does what
 * the compiler's would is taken for the compiler's.
 *
 * <p>Sources: JLS 8.10.3, 8.10.4; {@code java.lang.runtime.ObjectMethods}; JaCoCo's RecordsFilter, which does not look
 * at lines.
 */
final class RecordMembers {
    private static final String BOOTSTRAP = "java/lang/runtime/ObjectMethods";

    private final ClassLayout type;
    private final String self;

    /** The line of the members made by the bootstrap; 0 if there are none. */
    private int header;

    RecordMembers(ClassLayout type, Map<MethodLayout, Body> bodies) {
        this.type = type;
        this.self = type.reader.getClassName();
        bodies.forEach((method, body) -> {
            if (body.bootstraps.contains(BOOTSTRAP)) {
                header = method.entries[0];
            }
        });
    }

    boolean has(MethodLayout method, Body body) {
        return body.bootstraps.contains(BOOTSTRAP)
                || isAccessor(method, body)
                || method.name.equals("<init>") && isConstructor(method, body);
    }

    private boolean isAccessor(MethodLayout method, Body body) {
        boolean isOfComponent = false;
        for (int at = 0; at < type.components.size(); at += 2) {
            isOfComponent |= method.name.equals(type.components.get(at))
                    && method.descriptor.equals("()" + type.components.get(at + 1));
        }
        return isOfComponent && method.isAt(header) && body.onlyReads(self + '.' + method.name);
    }

    /**
     * Whether a canonical constructor only stores its arguments, on the header's line. That is the line of the record's
     * name; where annotations precede it, it may be a later one than that of the other members.
     */
    private boolean isConstructor(MethodLayout method, Body body) {
        int line = method.entries[0];
        boolean isOfHeader = line == header || !type.annotations.isEmpty() && line > header && isBeforeOthers(line);
        return header > 0 && isOfHeader && method.isAt(line) && isCanonical(method) && stores(method, body);
    }

    private boolean isBeforeOthers(int line) {
        for (MethodLayout other : type.methods) {
            for (int entry : other.entries) {
                if (entry < line && entry != header) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean isCanonical(MethodLayout method) {
        StringBuilder descriptor = new StringBuilder("(");
        for (int at = 1; at < type.components.size(); at += 2) {
            descriptor.append(type.components.get(at));
        }
        return method.descriptor.equals(descriptor + ")V");
    }

    /** Whether it calls its superclass's constructor and stores each parameter into its field, in order. */
    private boolean stores(MethodLayout method, Body body) {
        List<String> fields = new ArrayList<>();
        List<Integer> parameters = new ArrayList<>();
        int local = 1;
        for (int at = 0; at < type.components.size(); at += 2) {
            fields.add(self + '.' + type.components.get(at));
            parameters.add(local);
            local += Type.getType(type.components.get(at + 1)).getSize();
        }
        int end = local;
        List<Integer> loaded = new ArrayList<>(body.loads);
        loaded.removeIf(load -> load == 0 || load >= end);
        return body.onlyCalls("java/lang/Record.<init>", fields) && loaded.equals(parameters);
    }
}
