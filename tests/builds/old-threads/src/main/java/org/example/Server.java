package org.example;

/** What the threads of two servers run, that wait for requests outside of the project. */
public final class Server {
    private Server() {
    }

    public static void handle(String request) {
        if (request.equals("serial")) { // covered by: leaves, inherits, forgets
            serial(); // covered by: leaves
        } else {
            late(); // covered by: inherits, forgets
        }
    } // covered by: leaves, inherits, forgets

    private static void serial() {
    } // covered by: leaves

    private static void late() {
    } // covered by: inherits, forgets
}
