package io.faultline.listeners;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/**
 * A method without parameters of a framework's public type, callable on objects of any loaded copy of the framework.
 *
 * <p>The type is found among the supertypes of the object's class, which are loaded: nothing is loaded by name, so
 * frameworks in isolated loaders and in named modules work alike (their reporting types are public and exported).
 *
 * <p>Errors: any failure reads as null. Cost: a call by a handle; the look-up is cached with the class. A reflective
 * call would now and then make a class, for which a security manager asks permissions of the test's thread.
 */
final class Getter {
    private static final MethodType READS = MethodType.methodType(Object.class, Object.class);

    private final String type;
    private final String method;

    private final ClassValue<MethodHandle[]> methods = new ClassValue<MethodHandle[]>() {
        @Override
        protected MethodHandle[] computeValue(Class<?> of) {
            return new MethodHandle[] {find(of)};
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
        MethodHandle found = methods.get(object.getClass())[0];
        if (found == null) {
            return null;
        }
        try {
            return (Object) found.invokeExact(object);
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

    private MethodHandle find(Class<?> from) {
        Class<?> declaring = supertype(from, type);
        if (declaring == null) {
            return null;
        }
        try {
            return MethodHandles.publicLookup()
                    .unreflect(declaring.getMethod(method))
                    .asType(READS);
        } catch (ReflectiveOperationException | LinkageError e) {
            return null; // another version of the framework
        }
    }

    /** Returns the supertype of this name; null if there is none. */
    static Class<?> supertype(Class<?> from, String type) {
        for (Class<?> c = from; c != null; c = c.getSuperclass()) {
            if (c.getName().equals(type)) {
                return c;
            }
            for (Class<?> implemented : c.getInterfaces()) {
                Class<?> found = supertype(implemented, type);
                if (found != null) {
                    return found;
                }
            }
        }
        return null;
    }
}
