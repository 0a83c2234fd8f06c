package org.example;

/** Cannot be initialised because another class cannot be. */
public final class Chain {
    static int before = Integer.parseInt("7"); // covered by: chain*
    static int length = Bad.use() + before; // covered by: chain*

    static int length() {
        return length;
    }
}
