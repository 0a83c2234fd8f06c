package io.faultline.faults;

import java.lang.reflect.InvocationTargetException;
import java.util.List;

/** Failures that only say that something is missing in the earlier release. */
final class Linkage {
    private static final int DEEPEST = 20;
    private static final List<String> NAMES = List.of("NoSuchMethodError", "NoClassDefFoundError",
            "AbstractMethodError", "NoSuchFieldError", "IncompatibleClassChangeError", "IllegalAccessError",
            "UnsatisfiedLinkError");

    private Linkage() {}

    /** Also as a cause, or in the message of what an assertion caught. */
    static boolean isMissing(Throwable thrown) {
        for (int depth = 0; thrown != null && depth < DEEPEST; thrown = thrown.getCause(), depth++) {
            String message = String.valueOf(thrown.getMessage());
            if (isLinkage(thrown) || NAMES.stream().anyMatch(message::contains)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isLinkage(Throwable thrown) {
        boolean initialiser = thrown instanceof ExceptionInInitializerError;
        boolean wrapper = thrown instanceof InvocationTargetException;
        return thrown instanceof LinkageError && !initialiser
                || thrown instanceof ReflectiveOperationException && !wrapper;
    }
}
