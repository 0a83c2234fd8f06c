package io.faultline.instrument;

/**
 * Tracks whether a constructor has called another constructor of its object. Before that the object must not be used,
 * and exception handlers that assume it initialised must not begin.
 *
 * <p>Each {@code new} is matched by an {@code <init>}; the unmatched {@code <init>} is the constructor's own. Assumes
 * code order as compilers emit it. If an uninitialised object is named later, the result is wrong, and callers must
 * handle that.
 */
final class Construction {
    private boolean done;
    private int open;

    /** Starts tracking a method of that name; only constructors need it. */
    Construction(String method) {
        done = !"<init>".equals(method);
    }

    /** Notes a {@code new}. */
    void making() {
        open++;
    }

    /** Notes the call of an {@code <init>}. Returns whether it is the constructor's own. */
    boolean isOwn() {
        if (done) {
            return false;
        }
        if (open > 0) {
            open--;
            return false;
        }
        done = true;
        return true;
    }

    /** Whether the object is initialised from the class file's point of view. */
    boolean isDone() {
        return done;
    }
}
