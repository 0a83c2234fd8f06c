package io.faultline.amplify.observe;

/** Code that a test expects to throw. */
@FunctionalInterface
public interface Code {
    void run() throws Throwable;
}
