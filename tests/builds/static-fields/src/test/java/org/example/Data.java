package org.example;

/** Has no tests; two classes use it. */
final class Data {
    static final Object SHARED = Values.shared();

    private Data() {
    }
}
