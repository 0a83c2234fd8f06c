package io.faultline.listeners;

import java.lang.reflect.Method;

/**
 * A method without parameters of a framework's public type, callable on objects of any loaded copy of the framework.
 *
 * <p>The type is found among the supertypes of the object's class, which are loaded: nothing is loaded by name, so
 * frameworks in isolated loaders and in named modules work alike (their reporting types are public and exported).
 *
 * <p>Errors: any failure reads as null. Cost: a reflective call; the look-up is cached with the class.
 */
final class Getter {
    private static final Object[] NONE = new Object[0];

    private final String type;
    private final String method;

    private final ClassValue<Method[]> methods = new ClassValue<Method[]>() {
        @Override
        protected Method[] computeValue(Class<?> of) {
            return new Method[] {find(of)};
        }
    };

    Getter(String type, String method) {
        this.type = type;
        this.method = method;
    }

    /** Returns the method's result, or null. */
    Object of(Object object) {
        if (object == null) {
            return null;
        }
        Method found = methods.get(object.getClass())[0];
        if (found == null) {
            return null;
        }
        try {
            return found.invoke(object, NONE);
        } catch (ThreadDeath death) {
            throw death;
        } catch (Throwable broken) {
            return null;
        }
    }

    /** {@link #of} as a string; null when it is none. */
    String string(Object object) {
        Object value = of(object);
        return value instanceof String ? (String) value : null;
    }

    private Method find(Class<?> from) {
        Class<?> declaring = supertype(from);
        if (declaring == null) {
            return null;
        }
        try {
            return declaring.getMethod(method);
        } catch (NoSuchMethodException | LinkageError e) {
            return null; // another version of the framework
        }
    }

    private Class<?> supertype(Class<?> from) {
        for (Class<?> c = from; c != null; c = c.getSuperclass()) {
            if (c.getName().equals(type)) {
                return c;
            }
            for (Class<?> implemented : c.getInterfaces()) {
                Class<?> found = supertype(implemented);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }
}
