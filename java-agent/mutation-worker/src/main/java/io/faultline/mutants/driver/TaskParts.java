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
 * What the platform's {@code NodeTestTask} is made of, found by type: its constructors and those of its context differ between
 * versions. Where something is not there, {@link #know} is false and nothing is run in place.
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

    /** One test's task, to be run again. */
    interface Again {
        void run() throws Throwable;
    }

    /** Whether tasks can be made here. */
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

    /** A test's task again and again: a new one each time, in the same context, told of by another listener. */
    Again again(Object met, EngineExecutionListener listener) {
        TestDescriptor test = descriptor(met);
        Object around = FieldValues.value(parent, met);
        Object in = contextWith(FieldValues.value(context, met), listener);
        // Invocations of templates and dynamic tests forget after their first run what they are to run.
        FieldValues before = FieldValues.of(test, null);
        return () -> {
            before.refill();
            Object next = task.newInstance(in, test);
            setParent.invoke(next, around);
            ((TestTask) next).execute();
        };
    }

    /** A context like another one but for its listener. */
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
