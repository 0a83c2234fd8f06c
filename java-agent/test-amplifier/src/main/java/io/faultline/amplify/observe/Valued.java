package io.faultline.amplify.observe;

/** Code with a result. */
@FunctionalInterface
public interface Valued<T> {
    T get() throws Throwable;
}
