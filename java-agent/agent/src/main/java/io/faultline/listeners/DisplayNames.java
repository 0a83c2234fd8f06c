package io.faultline.listeners;

import io.faultline.runtime.TestName;

/**
 * Display names of the JUnit Platform, if they say more than class and method.
 *
 * <p>A test that is a method has its own name, {@code [3] a, 1}. Other tests (a scenario, a test inside a context) have
 * the names above them too, up to their class or engine: {@code Adding > out <n> > Example #1.2}.
 */
final class DisplayNames {
    private static final Getter DISPLAY_NAME = new Getter(PlatformEvents.DESCRIPTOR, "getDisplayName");
    private static final String BETWEEN = " > ";

    /** Deeper than any suite; stops at a descriptor that is its own parent. */
    private static final int DEEPEST = 64;

    private DisplayNames() {}

    /** Returns the display name, or null if it says no more than the name. */
    static String of(Object descriptor, TestName name) {
        String own = DISPLAY_NAME.string(descriptor);
        if (own == null || own.isEmpty() || isClassOf(name, own)) {
            return null;
        }
        if (name.method != null && (own.equals(name.method) || own.startsWith(name.method + '('))) {
            return null;
        }
        String all = own;
        Object up = PlatformEvents.value(PlatformEvents.PARENT.of(descriptor));
        for (int depth = 0; up != null && depth < DEEPEST && isNamed(up, name); depth++) {
            all = DISPLAY_NAME.string(up) + BETWEEN + all;
            up = PlatformEvents.value(PlatformEvents.PARENT.of(up));
        }
        return all;
    }

    /** Whether a container's name distinguishes tests of the same class or method. */
    private static boolean isNamed(Object container, TestName test) {
        Object id = PlatformEvents.UNIQUE_ID.of(container);
        String kind = UniqueIds.lastKind(id == null ? "" : id.toString());
        if (test.method != null) {
            return kind.startsWith("dynamic-");
        }
        String shown = DISPLAY_NAME.string(container);
        return shown != null && !UniqueIds.isWhole(kind) && !isClassOf(test, shown);
    }

    private static boolean isClassOf(TestName name, String shown) {
        return name.className != null
                && name.className.endsWith(shown)
                && isEnd(name.className, name.className.length() - shown.length());
    }

    /** Whether a simple name begins at this position. */
    private static boolean isEnd(String className, int at) {
        return at == 0 || className.charAt(at - 1) == '.' || className.charAt(at - 1) == '$';
    }
}
