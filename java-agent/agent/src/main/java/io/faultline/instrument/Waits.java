package io.faultline.instrument;

/**
 * JDK calls in which a thread may wait for others, so that its test may have ended when they return.
 *
 * <p>Used by {@link ArrayEmitter}. A missing call only loses hits that have no owner, never those of a test.
 */
final class Waits {
    private static final String[] PLACES = {
        "java/util/concurrent/",
        "java/util/Timer",
        "java/net/",
        "java/nio/channels/",
        "java/lang/Thread",
        "java/lang/Process"
    };

    private Waits() {}

    /** Whether a method may wait. */
    static boolean isIn(String owner, String name) {
        if (!owner.startsWith("java/")) {
            return false;
        }
        for (String place : PLACES) {
            if (owner.startsWith(place)) {
                return true;
            }
        }
        return "wait".equals(name) || name.startsWith("read") && owner.startsWith("java/io/");
    }
}
