package org.example;

public final class Old {
    private Old() {
    }

    public static int number() {
        return 4; // covered by: oldWorks
    }

    public static int ofBrokenClass() {
        throw new IllegalStateException("broken"); // covered by: oldStaticFirst, oldStaticSecond
    }
}
