package org.example;

/** Its own initialiser never begins. */
public final class Derived extends Bad {
    static int twice = 2;

    static int twice() {
        return twice;
    }
}
