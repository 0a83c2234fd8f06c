package org.example;

/** Uses the class of the first module. */
public final class User {
    private User() {}

    public static int use(int number) {
        return Same.next(number);
    }
}
