package io.faultline.mutants.driver;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/** A shallow snapshot of an object's fields. */
final class FieldValues {
    private final Object object;
    private final List<Field> fields = new ArrayList<>();
    private final Object[] values;

    private FieldValues(Object object, Class<?> upTo) {
        this.object = object;
        for (Class<?> type = object.getClass();
                type != null && type != upTo && type != Object.class;
                type = type.getSuperclass()) {
            addFieldsOf(type);
        }
        values = new Object[fields.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(fields.get(i), object);
        }
    }

    /** Takes a snapshot of the fields of the object's class and its superclasses below {@code upTo}. */
    static FieldValues of(Object object, Class<?> upTo) {
        return new FieldValues(object, upTo);
    }

    private void addFieldsOf(Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            if (Modifier.isStatic(field.getModifiers())) {
                continue;
            }
            try {
                field.setAccessible(true);
                fields.add(field);
            } catch (RuntimeException closed) {
                // In a module that is not open: skipped.
            }
        }
    }

    /** Restores all fields. */
    void putBack() {
        for (int i = 0; i < values.length; i++) {
            put(i);
        }
    }

    /** Restores only the fields that have become null. */
    void refill() {
        for (int i = 0; i < values.length; i++) {
            if (values[i] != null && value(fields.get(i), object) == null) {
                put(i);
            }
        }
    }

    private void put(int i) {
        if (Modifier.isFinal(fields.get(i).getModifiers())) {
            return;
        }
        try {
            fields.get(i).set(object, values[i]);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Whether another object of the class holds similar values: equal simple values, or objects of the same class. */
    boolean looksLike(Object other) {
        if (other == null) {
            return false;
        }
        for (int i = 0; i < values.length; i++) {
            if (!alike(values[i], value(fields.get(i), other))) {
                return false;
            }
        }
        return true;
    }

    private static boolean alike(Object one, Object two) {
        if (one == null || two == null) {
            return one == two;
        }
        boolean plain =
                one instanceof Number || one instanceof String || one instanceof Boolean || one instanceof Character;
        return plain || one instanceof Enum ? one.equals(two) : one.getClass() == two.getClass();
    }

    /** The value of an accessible field. */
    static Object value(Field field, Object of) {
        try {
            return field.get(of);
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
