package io.faultline.mutants.driver;

/** Called at the entry of woven framework methods, so that a handler can replace the call. */
public final class Hook {
    private static volatile Leader leader;

    private Hook() {}

    /** The handler of woven calls. */
    interface Leader {
        /** Returns the call's result (any object for void methods), or null to run the original method. */
        Object take(Object receiver, Object[] arguments) throws Throwable;
    }

    /** Installs the handler {@code by} for the duration of a pass. */
    static void lead(Leader by, InPlace.Pass pass) throws Exception {
        leader = by;
        try {
            pass.run();
        } finally {
            leader = null;
        }
    }

    /** Called at the entry of a woven method; null unless a handler replaces the call. */
    public static Object takes(Object receiver, Object[] arguments) throws Throwable {
        Leader asked = leader;
        return asked == null ? null : asked.take(receiver, arguments);
    }
}
