package org.example;

/** Initialised before its subclass, of which nothing calls into it. */
public class Base {
    static int origin = start(); // covered by: derived, derivedAgain

    static int start() {
        return 1; // covered by: derived, derivedAgain
    }
}
