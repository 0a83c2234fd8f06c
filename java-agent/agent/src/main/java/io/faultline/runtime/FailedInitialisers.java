package io.faultline.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * Classes whose initialisation failed, and which exceptions say so.
 *
 * <p>The first who uses such a class gets what its initialiser threw, most often inside an {@code
 * ExceptionInInitializerError}; everyone after that a {@code NoClassDefFoundError} that names the class and
 * on older JVMs nothing else. So the exceptions that left initialisers are known by identity, and that one error by
 * its message: it is a class of the JDK's, whose message is a field and no code of the application.
 *
 * <p>Threads: any. Nothing of an exception is kept alive past the end of the test in which it was thrown.
 */
final class FailedInitialisers {
    private static final String ERRONEOUS = "Could not initialize class ";
    private static final String INITIALISER = "<clinit>";

    /** Causes may form a ring. */
    private static final int MAX_CAUSES = 64;

    /** A class whose initialisation failed: known by its number, or else by its name. */
    static final class Failed {
        /** Its number, or -1. */
        final int id;

        /** Its binary name, or null where the number says it. */
        final String name;

        Failed(int id, String name) {
            this.id = id;
            this.name = name;
        }

        boolean is(Failed other) {
            return id == other.id && (name == null ? other.name == null : name.equals(other.name));
        }
    }

    /** Takes what is to be recorded. */
    interface Sink {
        /**
         * The initialiser of a class failed.
         *
         * @param by another class whose initialisation had failed, where that was why; or null
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

    /** Which initialiser an exception left first. */
    private static final WeakIdentityMap<Throwable, Failed> LEFT = new WeakIdentityMap<>();

    /** Those that are not recorded yet: their traces are read where no code under test can be taken for a test's. */
    private static final List<Left> NEW = new ArrayList<>();

    private static volatile boolean any;

    private FailedInitialisers() {}

    /** An exception left the initialiser of a class. */
    static void left(Throwable thrown, int id) {
        left(thrown, new Failed(id, null));
    }

    private static void left(Throwable thrown, Failed of) {
        if (LEFT.get(thrown) == null) {
            LEFT.put(thrown, of); // an error leaves those around it as it is: the innermost has failed by it
        }
        synchronized (NEW) {
            NEW.add(new Left(of, thrown));
        }
        any = true;
    }

    /**
     * The class by whose failed initialisation this was thrown, the innermost of several; null for none. Call it after
     * the hits were captured, as {@link Failure#of}.
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
            // Several failures in one, as of JUnit's assertAll. The method is final.
            for (Throwable other : thrown.getSuppressed()) {
                found = inCauses(other, self);
                if (found != null) {
                    return found;
                }
            }
        } catch (ThreadDeath death) {
            throw death;
        } catch (Throwable broken) {
            // An overridden getCause.
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
            return null; // it says who, next
        }
        return unknown(cause == null ? thrown : cause, cause != null);
    }

    /**
     * The class of an initialiser that has no bracket, or of which only the words remain: from Java 17 on the error of
     * those that come later has an {@code ExceptionInInitializerError} with the trace of the first.
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

    /** Hands over what failed since the last call. */
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
