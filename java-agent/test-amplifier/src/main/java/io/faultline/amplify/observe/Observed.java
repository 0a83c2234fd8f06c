package io.faultline.amplify.observe;

import java.util.ArrayList;
import java.util.List;

/**
 * What the variant that runs has shown.
 *
 * <p>Threads: tests may show things from several; all share one list.
 */
public final class Observed {
    private static final int HELD = 10_000;
    private static final Object LOCK = new Object();
    private static List<String> seen = new ArrayList<>();
    private static List<String> wanted;
    private static int most;
    private static boolean differs;
    private static volatile boolean instead;

    private Observed() {}

    /**
     * A test begins. What it shows is compared with {@code want} as it comes; null: with nothing.
     *
     * @param values how many observations are kept
     */
    public static void begin(List<String> want, int values) {
        synchronized (LOCK) {
            seen = new ArrayList<>();
            wanted = want;
            most = values;
            differs = false;
            instead = false;
        }
    }

    /** The test has ended; what it showed. */
    public static List<String> end() {
        synchronized (LOCK) {
            List<String> all = seen;
            begin(null, 0);
            return all;
        }
    }

    /** Whether something that was shown was not as wanted, or has not come. */
    public static boolean hasDiffered() {
        synchronized (LOCK) {
            return differs || wanted != null && seen.size() < Math.min(wanted.size(), most);
        }
    }

    /** From here to the test's end, helpers of its class show what they otherwise assert. */
    public static void instead() {
        instead = true;
    }

    /** Whether helpers are to show what they otherwise assert. */
    public static boolean isInstead() {
        return instead;
    }

    /** Shows a value, where an assertion looked at it; where nothing is kept, it is not even asked for its text. */
    public static void see(Object value) {
        boolean isKept;
        synchronized (LOCK) {
            isKept = most > 0;
        }
        if (isKept) {
            note(Shown.of(value));
        }
    }

    /** Tells whether an assertion of the whole test held; {@code thrown} is null where it did. Always kept. */
    public static void held(int assertion, Throwable thrown) {
        if (thrown instanceof ThreadDeath) {
            throw (ThreadDeath) thrown;
        }
        // Asked for its words outside: they may be the project's.
        String how = thrown == null ? " holds" : " fails " + Shown.of(thrown);
        synchronized (LOCK) {
            if (seen.size() < HELD) {
                seen.add(assertion + how);
            }
        }
    }

    /**
     * Runs what is to throw, and shows the class of what it throws. What is not of that type goes on; null where nothing was thrown.
     */
    public static <T extends Throwable> T thrown(Class<T> type, Code code) throws Throwable {
        try {
            code.run();
        } catch (Throwable thrown) {
            if (thrown instanceof Differs || thrown instanceof ThreadDeath) {
                throw thrown;
            }
            note("throws " + thrown.getClass().getName());
            if (type.isInstance(thrown)) {
                return type.cast(thrown);
            }
            throw thrown;
        }
        note("throws nothing");
        return null;
    }

    /** Runs what is not to throw; what it throws goes on as it is. */
    public static void undisturbed(Code code) throws Throwable {
        code.run();
    }

    /** Runs what is not to throw; what it throws goes on as it is. */
    public static <T> T undisturbed(Valued<T> code) throws Throwable {
        return code.get();
    }

    private static void note(String text) {
        synchronized (LOCK) {
            int at = seen.size();
            if (differs) {
                throw new Differs(text, "otherwise before");
            }
            if (at >= most) {
                return;
            }
            seen.add(text);
            if (wanted != null && (at >= wanted.size() || !Alike.are(wanted.get(at), text))) {
                differs = true;
                throw new Differs(text, at < wanted.size() ? wanted.get(at) : "not there");
            }
        }
    }
}
