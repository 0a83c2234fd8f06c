package io.faultline.listeners;

import io.faultline.bridge.Core;

/**
 * What the core says of tests, compared with what they ran when they passed.
 *
 * <p>The class path is compared when the first test is asked for: a launcher may set it after the JVM has started.
 * Threads: any.
 */
final class SincePassed {
    private final String baseline;
    private final String root;
    private final boolean orders;

    /** Whether the core has compared. Guarded by this. */
    private boolean compared;

    /** With the baseline's file; {@code orders}: {@link #urgency} will be asked. */
    SincePassed(String baseline, String root, boolean orders) {
        this.baseline = baseline;
        this.root = root == null ? "" : root;
        this.orders = orders;
    }

    /** Whether nothing has changed for what the name names, {@link Core#TEST} and the like. */
    boolean leavesOut(String name, int kind) {
        compare();
        return Core.leavesOut(name, kind);
    }

    /** How likely what the name names is to fail, beside others. */
    double urgency(String name, int kind) {
        compare();
        return Core.urgency(name, kind);
    }

    private synchronized void compare() {
        if (!compared) {
            compared = true;
            String java = System.getProperty("java.vm.name") + " " + System.getProperty("java.version");
            Core.select(baseline, root, System.getProperty("java.class.path", ""), java, orders);
        }
    }
}
