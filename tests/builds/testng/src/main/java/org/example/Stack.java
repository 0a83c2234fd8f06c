package org.example;

/** A stack of one number. */
public class Stack { // covered by: pops*, expects, lucky*, skips, brokenFixture
    private Integer top;

    public void push(int n) {
        top = n; // covered by: pops*, expects, lucky*, skips
    } // covered by: pops*, expects, lucky*, skips

    public int pop() {
        if (top == null) { // covered by: pops*, expects, brokenFixture
            throw new Empty(this); // covered by: popsTwice, popsOften1, expects, brokenFixture
        }
        int n = top; // covered by: pops*, expects
        top = null; // covered by: pops*, expects
        return n; // covered by: pops*, expects
    }

    public String describe() {
        return top == null ? "empty" : "holds " + top;
    }

    public boolean isLucky() {
        return top == 7; // covered by: lucky*
    }

    /** Run by `@AfterMethod`, which belongs to the test although TestNG has already reported it. */
    public void close() {
        top = null; // covered by: pops*, expects, lucky*, skips
    } // covered by: pops*, expects, lucky*, skips
}
