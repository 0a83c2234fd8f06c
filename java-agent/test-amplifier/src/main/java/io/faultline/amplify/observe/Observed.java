package io.faultline.amplify.observe;

import java.util.ArrayList;
import java.util.List;

/**
 * Collects the observations of the running variant.
 *
 * <p>Threads: safe; all threads of a test share one list.
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
     * Starts a test. Each observation is compared with {@code want} as it arrives, unless that is null.
     *
     * @param values the maximum number of observations to keep
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

    /** Ends the test and returns its observations. */
    public static List<String> end() {
        synchronized (LOCK) {
            List<String> all = seen;
            begin(null, 0);
            return all;
        }
    }

    /** Whether an observation differed from the wanted ones or is missing. */
    public static boolean hasDiffered() {
        synchronized (LOCK) {
            return differs || wanted != null && seen.size() < Math.min(wanted.size(), most);
        }
    }

    /** Makes helpers of the test class observe instead of assert until the test ends. */
    public static void instead() {
        instead = true;
    }

    /** Whether helpers observe instead of assert. */
    public static boolean isInstead() {
        return instead;
    }

    /** Records the actual value of an assertion. If nothing is kept, {@code toString} is not called. */
    public static void see(Object value) {
        boolean isKept;
        synchronized (LOCK) {
            isKept = most > 0;
        }
        if (isKept) {
            note(Shown.of(value));
        }
    }

    /** Records whether an assertion of the whole test held; {@code thrown} is null if it did. Always kept. */
    public static void held(int assertion, Throwable thrown) {
        if (thrown instanceof ThreadDeath) {
            throw (ThreadDeath) thrown;
        }
        // Outside the lock, because it may call the project's code.
        String how = thrown == null ? " holds" : " fails " + Shown.of(thrown);
        synchronized (LOCK) {
            if (seen.size() < HELD) {
                seen.add(assertion + how);
            }
        }
    }

    /**
     * Runs code expected to throw and records the class of the exception. Returns the exception, or null if nothing was
     * thrown; rethrows an exception of another type.
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

    /** Runs code that must not throw; passes exceptions on. */
    public static void undisturbed(Code code) throws Throwable {
        code.run();
    }

    /** Runs code that must not throw; passes exceptions on. */
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
