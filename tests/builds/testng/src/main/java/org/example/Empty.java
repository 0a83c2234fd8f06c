package org.example;

/** An exception whose formatting runs library code, which belongs to no test. */
public class Empty extends RuntimeException {
    private final transient Stack stack;

    public Empty(Stack stack) { // covered by: popsTwice, popsOften1, expects, brokenFixture
        this.stack = stack; // covered by: popsTwice, popsOften1, expects, brokenFixture
    } // covered by: popsTwice, popsOften1, expects, brokenFixture

    @Override
    public String toString() {
        return "the stack is " + stack.describe();
    }
}
