package io.faultline.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * Classes whose initialisation failed, and the exceptions caused by that.
 *
 * <p>The first user of such a class gets the initialiser's exception, usually inside an {@code
 * ExceptionInInitializerError}; later users get a {@code NoClassDefFoundError} that names the class and, on older JVMs,
 * nothing else. So exceptions that left initialisers are recognised by identity, and that error by its message. Reading
 * the message is safe, because the error is a JDK class with the message in a field.
 *
 * <p>Threads: any. Exceptions are not kept alive beyond the test in which they were thrown.
 */
final class FailedInitialisers {
    private static final String ERRONEOUS = "Could not initialize class ";
    private static final String INITIALISER = "<clinit>";

    /** Causes may form a cycle. */
    private static final int MAX_CAUSES = 64;

    /** A class whose initialisation failed, identified by number or by name. */
    static final class Failed {
        /** Its number, or -1. */
        final int id;

        /** Its binary name, or null if the number identifies it. */
        final String name;

        Failed(int id, String name) {
            this.id = id;
            this.name = name;
        }

        boolean is(Failed other) {
            return id == other.id && (name == null ? other.name == null : name.equals(other.name));
        }
    }

    /** Receives failures to be recorded. */
    interface Sink {
        /**
         * Called for a class whose initialiser failed.
         *
         * @param by an earlier failed class that caused this failure; or null
         */
        void failed(Failed of, Failure thrown, Failed by);
    }

    private static final class Left {
        final Failed of;
        final Throwable thrown;

        Left(Failed of, Throwable thrown) {
            this.of = of;
            this.thrown = thrown;
        }
    }

    /** The initialiser that each exception left first. */
    private static final WeakIdentityMap<Throwable, Failed> LEFT = new WeakIdentityMap<>();

    /** Failures not recorded yet: their traces are read when code under test cannot count for a test. */
    private static final List<Left> NEW = new ArrayList<>();

    private static volatile boolean any;

    private FailedInitialisers() {}

    /** Notes that an exception left the initialiser of a class. */
    static void left(Throwable thrown, int id) {
        left(thrown, new Failed(id, null));
    }

    private static void left(Throwable thrown, Failed of) {
        if (LEFT.get(thrown) == null) {
            LEFT.put(thrown, of); // an error passes enclosing initialisers unchanged: the innermost failed
        }
        synchronized (NEW) {
            NEW.add(new Left(of, thrown));
        }
        any = true;
    }

    /**
     * Returns the class whose failed initialisation caused an exception, the innermost of several; null if there is
     * none. Must be called after the hits were captured, like {@link Failure#of}.
     */
    static Failed of(Throwable thrown) {
        return of(thrown, null);
    }

    private static Failed of(Throwable thrown, Failed self) {
        if (thrown == null) {
            return null;
        }
        try {
            Failed found = inCauses(thrown, self);
            if (found != null) {
                return found;
            }
            // Several failures in one, as with JUnit's assertAll. The method is final.
            for (Throwable other : thrown.getSuppressed()) {
                found = inCauses(other, self);
                if (found != null) {
                    return found;
                }
            }
        } catch (ThreadDeath death) {
            throw death;
        } catch (Throwable broken) {
            // An overridden getCause threw.
        }
        return null;
    }

    private static Failed inCauses(Throwable thrown, Failed self) {
        Failed innermost = null;
        Throwable at = thrown;
        for (int depth = 0; at != null && depth < MAX_CAUSES; depth++) {
            Throwable cause = at.getCause();
            Failed found = saidBy(at, cause);
            if (found != null && (self == null || !found.is(self))) {
                innermost = found;
            }
            at = cause == at || cause == thrown ? null : cause;
        }
        return innermost;
    }

    private static Failed saidBy(Throwable thrown, Throwable cause) {
        if (thrown.getClass() == NoClassDefFoundError.class) {
            String message = thrown.getMessage();
            if (message != null && message.startsWith(ERRONEOUS)) {
                return new Failed(-1, message.substring(ERRONEOUS.length()));
            }
        }
        Failed known = LEFT.get(thrown);
        if (known != null || thrown.getClass() != ExceptionInInitializerError.class) {
            return known;
        }
        if (cause != null && LEFT.get(cause) != null) {
            return null; // the cause identifies the class
        }
        return unknown(cause == null ? thrown : cause, cause != null);
    }

    /**
     * Finds the class of an initialiser without bracket, or known only by its trace: from Java 17 on, the error of
     * later users has an {@code ExceptionInInitializerError} with the trace of the first.
     */
    private static Failed unknown(Throwable trace, boolean first) {
        for (StackTraceElement frame : trace.getStackTrace()) {
            if (INITIALISER.equals(frame.getMethodName())) {
                Failed failed = new Failed(-1, frame.getClassName());
                if (first) {
                    left(trace, failed);
                }
                return failed;
            }
        }
        return null;
    }

    /** Passes on the failures since the last call. */
    static void drain(Sink sink) {
        if (!any) {
            return;
        }
        Left[] left;
        synchronized (NEW) {
            any = false;
            left = NEW.toArray(new Left[0]);
            NEW.clear();
        }
        for (Left one : left) {
            sink.failed(one.of, Failure.of(one.thrown, null), of(one.thrown, one.of));
        }
    }
}
