package hot;

/** A chain of calls, each of which adds little, and one that calls itself. */
public final class Layers {
    private Layers() {
    }

    public static int outermost(int x) {
        return checked(x) + 1;
    }

    private static int checked(int x) {
        return cached(x) ^ 2;
    }

    private static int cached(int x) {
        return logged(x) + 3;
    }

    private static int logged(int x) {
        return retried(x) ^ 4;
    }

    private static int retried(int x) {
        return routed(x) + 5;
    }

    private static int routed(int x) {
        return decoded(x) ^ 6;
    }

    private static int decoded(int x) {
        return handled(x) + 7;
    }

    private static int handled(int x) {
        return nested(x, 12);
    }

    private static int nested(int x, int depth) {
        if (depth == 0) {
            return x;
        }
        return nested(x * 31 + depth, depth - 1);
    }
}
