package io.faultline.mutants.driver;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.junit.platform.engine.EngineExecutionListener;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.support.hierarchical.HierarchicalTestExecutorService.TestTask;

/**
 * Reflective access to the JUnit Platform's {@code NodeTestTask}. Parts are found by type, because constructors differ
 * between versions. If a part is missing, {@link #know} returns false and no test runs in place.
 */
final class TaskParts {
    private Field descriptor;
    private Field context;
    private Field parent;
    private Constructor<?> task;
    private Constructor<?> taskContext;
    private Method setParent;
    private boolean known;
    private boolean unknown;

    /** Reruns one test's task. */
    interface Again {
        void run() throws Throwable;
    }

    /** Whether tasks can be created with this version. */
    boolean know(Object met) {
        if (!known && !unknown) {
            try {
                find(met.getClass());
                known = true;
            } catch (ReflectiveOperationException | RuntimeException otherVersion) {
                unknown = true;
            }
        }
        return known;
    }

    private void find(Class<?> type) throws ReflectiveOperationException {
        descriptor = open(type.getDeclaredField("testDescriptor"));
        context = open(type.getDeclaredField("taskContext"));
        parent = open(type.getDeclaredField("parentContext"));
        for (Method method : type.getDeclaredMethods()) {
            if (method.getName().equals("setParentContext") && !method.isBridge()) {
                setParent = method;
                setParent.setAccessible(true);
            }
        }
        task = type.getDeclaredConstructor(context.getType(), TestDescriptor.class);
        task.setAccessible(true);
        Constructor<?>[] constructors = context.getType().getDeclaredConstructors();
        if (setParent == null || constructors.length != 1) {
            throw new NoSuchMethodException();
        }
        taskContext = constructors[0];
        taskContext.setAccessible(true);
    }

    private static Field open(Field field) {
        field.setAccessible(true);
        return field;
    }

    TestDescriptor descriptor(Object met) {
        return (TestDescriptor) FieldValues.value(descriptor, met);
    }

    /** Prepares reruns of a test's task. Each run creates a new task in the same context, with another listener. */
    Again again(Object met, EngineExecutionListener listener) {
        TestDescriptor test = descriptor(met);
        Object around = FieldValues.value(parent, met);
        Object in = contextWith(FieldValues.value(context, met), listener);
        // Template invocations and dynamic tests clear their fields after the first run.
        FieldValues before = FieldValues.of(test, null);
        return () -> {
            before.refill();
            Object next = task.newInstance(in, test);
            setParent.invoke(next, around);
            ((TestTask) next).execute();
        };
    }

    /** Copies a context, replacing its listener. */
    private Object contextWith(Object like, EngineExecutionListener listener) {
        Class<?>[] types = taskContext.getParameterTypes();
        Object[] arguments = new Object[types.length];
        for (int i = 0; i < types.length; i++) {
            arguments[i] = types[i] == EngineExecutionListener.class ? listener : valueOf(types[i], like);
        }
        try {
            return taskContext.newInstance(arguments);
        } catch (InstantiationException | IllegalAccessException | InvocationTargetException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Object valueOf(Class<?> type, Object of) {
        for (Field field : of.getClass().getDeclaredFields()) {
            if (field.getType() == type && !Modifier.isStatic(field.getModifiers())) {
                return FieldValues.value(open(field), of);
            }
        }
        throw new IllegalStateException("no " + type);
    }
}
