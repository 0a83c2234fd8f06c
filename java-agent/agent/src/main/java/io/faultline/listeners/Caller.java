package io.faultline.listeners;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;

/**
 * A method with one parameter of a framework's public type. For rare calls: it is looked up each time.
 *
 * <p>Errors: another version of the framework has no such method; the exception is for the caller to swallow.
 */
final class Caller {
    private final String type;
    private final String method;

    Caller(String type, String method) {
        this.type = type;
        this.method = method;
    }

    /** Calls the method and returns its result. */
    Object call(Object object, Object argument) throws ReflectiveOperationException {
        Class<?> declaring = Getter.supertype(object.getClass(), type);
        if (declaring == null) {
            throw new NoSuchMethodException(type + "." + method);
        }
        for (Method candidate : declaring.getMethods()) {
            if (candidate.getName().equals(method) && candidate.getParameterTypes().length == 1) {
                return invoke(candidate, object, argument);
            }
        }
        throw new NoSuchMethodException(type + "." + method);
    }

    private static Object invoke(Method method, Object object, Object argument) throws ReflectiveOperationException {
        try {
            return method.invoke(object, argument);
        } catch (InvocationTargetException e) {
            throw new ReflectiveOperationException(e.getCause());
        }
    }
}
