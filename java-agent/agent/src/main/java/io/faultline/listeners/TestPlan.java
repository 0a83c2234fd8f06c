package io.faultline.listeners;

/** Which tests of a JVM run, and in which order, by what they ran when they passed. Threads: any. */
public final class TestPlan {
    private final Selection selection;
    private final Order order;

    private TestPlan(Selection selection, Order order) {
        this.selection = selection;
        this.order = order;
    }

    /**
     * Returns the plan by a baseline.
     *
     * @param affected file of the baseline by which tests are left out; null if none are
     * @param order file of the baseline by which the tests most likely to fail run first; null for the build's order
     */
    public static TestPlan of(String affected, String order, String root) {
        if (affected == null && order == null) {
            return new TestPlan(null, null);
        }
        SincePassed since = new SincePassed(affected == null ? order : affected, root, order != null);
        return new TestPlan(affected == null ? null : new Selection(since), order == null ? null : new Order(since));
    }

    /** Whether tests may be left out. */
    public boolean selects() {
        return selection != null;
    }

    /** Returns the number of tests left out so far; one with several invocations may count once. */
    public long leftOut() {
        return selection == null ? 0 : selection.count();
    }

    /** Answers a question of a framework: {@code TRUE} to leave out what it asks about, or what is to run in place of it. */
    Object on(int event, Object self, Object first) throws ReflectiveOperationException {
        Object answer = selection == null ? null : selection.on(event, self, first);
        if (order != null && answer == null) {
            order.on(event, self, first);
        }
        return answer;
    }
}
