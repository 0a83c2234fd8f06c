package io.faultline.runtime;

/** The name of a row: the framework's id, and the class and method. Immutable. */
public final class TestName {
    /** Unique within a run: the display name, or the platform's unique id. */
    public final String id;

    /** Binary name of the test class, or null if unknown. */
    public final String className;

    /** Name of the test method, or null if unknown. */
    public final String method;

    /** The framework's display name if it says more than class and method; otherwise null. */
    public final String display;

    public TestName(String id, String className, String method) {
        this(id, className, method, null);
    }

    public TestName(String id, String className, String method, String display) {
        this.id = id == null ? "" : id;
        this.className = className;
        this.method = method;
        this.display = display;
    }

    /** Parses JUnit's display form {@code method(Class)}; parameterised invocations have {@code method[0](Class)}. */
    public static TestName ofDisplayName(String display) {
        if (display == null) {
            return new TestName("", null, null);
        }
        int open = display.lastIndexOf('(');
        if (open <= 0 || !display.endsWith(")")) {
            return new TestName(display, display, null);
        }
        String method = display.substring(0, open);
        int bracket = method.indexOf('[');
        return new TestName(
                display,
                display.substring(open + 1, display.length() - 1),
                bracket > 0 ? method.substring(0, bracket) : method);
    }

    @Override
    public String toString() {
        return id;
    }
}
