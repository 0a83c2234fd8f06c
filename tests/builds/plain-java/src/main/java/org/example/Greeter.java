package org.example;

/** Run by JUnitCore from a command line, without a build tool. */
public class Greeter { // covered by: greets, refuses
    public String greet(String name) {
        if (name.isEmpty()) { // covered by: greets, refuses
            throw new IllegalArgumentException("no name"); // covered by: refuses
        }
        Runnable shout = () -> name.toUpperCase(); // covered by: greets
        shout.run(); // covered by: greets
        return "hello " + name; // covered by: greets
    }
}
