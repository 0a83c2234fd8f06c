package org.x;

/** Has no initialiser of its own, and no line that a test of static methods alone would run. */
public abstract class Middle extends Base {
    static int count(String text) {
        return Base.NAMES.indexOf(text);
    }
}
