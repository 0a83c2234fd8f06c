package io.faultline.runtime;

/**
 * Who reports a test. One test is often reported by several: JUnit 3's result inside JUnit 4's notifier
 * inside the platform's Vintage engine.
 */
public enum Framework {
    JUNIT3,
    JUNIT4,
    TESTNG,
    PLATFORM
}
