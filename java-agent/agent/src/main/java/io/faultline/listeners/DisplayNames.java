package io.faultline.listeners;

import io.faultline.runtime.TestName;

/**
 * What the JUnit Platform shows people of a test, where that says more than its class and method.
 *
 * <p>A test that is a method is shown by its own name, {@code [3] a, 1}. One that is none (a scenario, a
 * test inside a context) is shown with the names above it, up to its class or its engine:
 * {@code Adding > out <n> > Example #1.2}.
 */
final class DisplayNames {
    private static final Getter DISPLAY_NAME = new Getter(PlatformEvents.DESCRIPTOR, "getDisplayName");
    private static final String BETWEEN = " > ";

    /** Deeper than any suite; a descriptor that is its own parent ends here. */
    private static final int DEEPEST = 64;

    private DisplayNames() {}

    /** What is shown, or null where it says no more than the name. */
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

    /** Does this container's name tell tests of the class, or of the method, apart? */
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

    /** Does a simple name begin here? */
    private static boolean isEnd(String className, int at) {
        return at == 0 || className.charAt(at - 1) == '.' || className.charAt(at - 1) == '$';
    }
}
