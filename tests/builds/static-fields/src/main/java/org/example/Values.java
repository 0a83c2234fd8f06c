package org.example;

/** A method per static field of a test class, so that each shows by its line. */
public final class Values {
    private Values() {
    }

    public static Object own() {
        return Constants.ONE; // covered by: own*
    }

    /** Of a class without {@code @BeforeClass}, initialised for the first instance. */
    public static Object old() {
        return "old"; // covered by: old*
    }

    public static Object inherited() {
        return "inherited"; // covered by: left*, right*
    }

    public static Object ofLeft() {
        return "left"; // covered by: left*
    }

    /** Of a class without tests. */
    public static Object shared() {
        return "shared"; // covered by: old*, right*
    }

    public static Object broken() {
        String none = null; // covered by: broken*
        return none.trim(); // covered by: broken*
    }

    public static String test() {
        return "test"; // covered by: own*, old*, left*, right*, plain
    }
}
