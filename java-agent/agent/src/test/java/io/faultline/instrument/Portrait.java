package io.faultline.instrument;

import java.io.ObjectStreamClass;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/** Describes a class from reflection as text, to compare two definitions of it. */
final class Portrait {
    private Portrait() {}

    static String of(Class<?> type) {
        TreeSet<String> members = new TreeSet<>();
        for (Field field : type.getDeclaredFields()) {
            members.add(field.toGenericString() + " " + texts(field.getAnnotations()));
        }
        for (Method method : type.getDeclaredMethods()) {
            members.add(executable(method) + " " + method.getDefaultValue());
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            members.add(executable(constructor));
        }
        // lookupAny also accepts classes that are not serializable, and computes their default.
        long version = ObjectStreamClass.lookupAny(type).getSerialVersionUID();
        return String.join(
                "\n",
                type.toGenericString(),
                "serialVersionUID " + version,
                "interfaces " + Arrays.toString(type.getGenericInterfaces()),
                "superclass " + type.getGenericSuperclass(),
                "nested " + names(type.getDeclaredClasses()),
                "annotations " + texts(type.getAnnotations()),
                "enclosing " + type.getEnclosingMethod(),
                String.join("\n", members));
    }

    private static String executable(Executable member) {
        return member.toGenericString()
                + " "
                + member.getModifiers()
                + " "
                + member.isSynthetic()
                + " "
                + Arrays.toString(member.getParameters())
                + " "
                + texts(member.getAnnotations())
                + " "
                + Arrays.deepToString(member.getParameterAnnotations());
    }

    private static List<String> names(Class<?>[] types) {
        return Arrays.stream(types).map(Class::getName).sorted().toList();
    }

    private static List<String> texts(Object[] annotations) {
        return Arrays.stream(annotations).map(Object::toString).sorted().toList();
    }
}
