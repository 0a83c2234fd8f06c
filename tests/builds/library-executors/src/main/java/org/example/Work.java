package org.example;

/** A line for each test. */
public final class Work {
    private Work() {
    }

    public static int netty() {
        return 1; // covered by: netty
    }

    public static int nettyLater() {
        return 2; // covered by: nettyLater
    }

    public static int guava() {
        return 3; // covered by: guava
    }

    public static int guavaListener() {
        return 4; // covered by: guavaListener
    }

    public static int reactor() {
        return 5; // covered by: reactor
    }

    public static int rxJava() {
        return 6; // covered by: rxJava
    }

    public static int pekko() {
        return 7; // covered by: pekko
    }

    public static int scala() {
        return 8; // covered by: scala
    }
}
