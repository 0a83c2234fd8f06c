package io.faultline.instrument;

/**
 * Where a constructor has called another one of its object, which may not be handled before that: nor may a handler, which does
 * not know it, begin earlier.
 *
 * <p>Each {@code new} is met by its {@code <init>}; the one that meets none is the constructor's own. Followed in the order of
 * the code, which compilers keep: where an object that is not constructed is named later, this is wrong, and its reader must
 * see to that.
 */
final class Construction {
    private boolean done;
    private int open;

    /** For a method of that name: in most there is nothing to wait for. */
    Construction(String method) {
        done = !"<init>".equals(method);
    }

    /** At a {@code new}. */
    void making() {
        open++;
    }

    /** At the call of an {@code <init>}; whether it is the constructor's own. */
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

    /** Whether the object is constructed, as far as the class file is concerned. */
    boolean isDone() {
        return done;
    }
}
