package org.example.modular;

/** In a named module. */
public final class Greeting {
    private Greeting() {}

    public static String to(String name) {
        return "Hello, " + name; // covered by: greets
    }

    /** Where the tests can see that the module is a named one. */
    public static boolean inModule() {
        return Greeting.class.getModule().isNamed(); // covered by: greets
    }
}
