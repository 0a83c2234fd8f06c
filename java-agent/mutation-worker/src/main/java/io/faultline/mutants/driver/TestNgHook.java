package io.faultline.mutants.driver;

/** Where TestNG's woven invoker asks whether an invocation has been dealt with. */
public final class TestNgHook {
    private static volatile TestNgRuns leader;

    private TestNgHook() {}

    /** From now on {@code by} is asked; null for nobody. */
    static void lead(TestNgRuns by) {
        leader = by;
    }

    /** Called at the entry of {@code invokeMethod} with its arguments: what it is to return, or null where it is to go on. */
    public static Object takes(Object invoker, Object[] arguments) throws Throwable {
        TestNgRuns asked = leader;
        return asked == null ? null : asked.take(invoker, arguments);
    }
}
