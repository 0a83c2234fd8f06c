package org.example;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/** The builders of threads of Java 21, by reflection; before that, what comes nearest. */
final class Builders {
    private Builders() {
    }

    static ThreadFactory withoutLocals(String kind) throws Exception {
        try {
            Object builder = Thread.class.getMethod(kind).invoke(null);
            Class<?> type = Class.forName("java.lang.Thread$Builder");
            type.getMethod("inheritInheritableThreadLocals", boolean.class).invoke(builder, false);
            return (ThreadFactory) type.getMethod("factory").invoke(builder);
        } catch (NoSuchMethodException before21) {
            return work -> new Thread(null, work, kind, 0, false);
        } catch (InvocationTargetException preview) {
            return work -> new Thread(null, work, kind, 0, false);
        }
    }

    static ExecutorService perTask(ThreadFactory threads) throws Exception {
        try {
            return (ExecutorService) Executors.class.getMethod("newThreadPerTaskExecutor", ThreadFactory.class).invoke(null, threads);
        } catch (NoSuchMethodException before21) {
            return Executors.newCachedThreadPool(threads);
        } catch (InvocationTargetException preview) {
            return Executors.newCachedThreadPool(threads);
        }
    }
}
