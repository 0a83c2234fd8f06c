package io.faultline.mutants.driver;

/** Where woven methods of frameworks ask whether a call of theirs has been dealt with. */
public final class Hook {
    private static volatile Leader leader;

    private Hook() {}

    /** Who is asked. */
    interface Leader {
        /** What the call is to return, which is anything where it returns nothing; null where it is to go on. */
        Object take(Object receiver, Object[] arguments) throws Throwable;
    }

    /** In a pass {@code by} is asked; else nobody is. */
    static void lead(Leader by, InPlace.Pass pass) throws Exception {
        leader = by;
        try {
            pass.run();
        } finally {
            leader = null;
        }
    }

    /** Called at the entry of a woven method. */
    public static Object takes(Object receiver, Object[] arguments) throws Throwable {
        Leader asked = leader;
        return asked == null ? null : asked.take(receiver, arguments);
    }
}
