package io.faultline.runtime;

/**
 * A framework that reports tests. Several may report the same test: JUnit 3's result inside JUnit 4's notifier inside
 * the platform's Vintage engine.
 */
public enum Framework {
    JUNIT3,
    JUNIT4,
    TESTNG,
    PLATFORM
}
