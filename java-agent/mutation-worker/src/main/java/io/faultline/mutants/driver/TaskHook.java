package io.faultline.mutants.driver;

import java.util.function.Predicate;

/** Where the platform's woven task asks whether it is to run. */
public final class TaskHook {
    private static volatile Predicate<Object> leader;

    private TaskHook() {}

    /** From now on {@code by} is asked; null for nobody. */
    static void lead(Predicate<Object> by) {
        leader = by;
    }

    /** Called at the entry of {@code NodeTestTask.execute}: true where the task has been dealt with and is not to run. */
    public static boolean takes(Object task) {
        Predicate<Object> asked = leader;
        return asked != null && asked.test(task);
    }
}
