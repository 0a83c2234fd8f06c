package io.faultline.listeners;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The parameters of TestNG's suites ({@code <parameter>} of a {@code testng.xml}), which {@code @Parameters} reads. TestNG
 * reads a parameter that its suite lacks from the system property of that name. Threads: any.
 */
final class TestNgParameters {
    private static final Getter OF_SUITE = new Getter("org.testng.xml.XmlSuite", "getParameters");
    private static final Getter SUITES = new Getter("org.testng.xml.XmlSuite", "getChildSuites");
    private static final Getter TESTS = new Getter("org.testng.xml.XmlSuite", "getTests");
    private static final Getter OF_TEST = new Getter("org.testng.xml.XmlTest", "getAllParameters");
    private static final Getter OF_TEST_BEFORE_7 = new Getter("org.testng.xml.XmlTest", "getParameters");
    private static final Getter CLASSES = new Getter("org.testng.xml.XmlTest", "getXmlClasses");
    private static final Getter OF_CLASS = new Getter("org.testng.xml.XmlClass", "getAllParameters");

    private final Map<String, String> values = new HashMap<>();

    /** Names that have several values. */
    private final Set<String> ambiguous = new HashSet<>();

    /** Adds a suite's parameters, and returns those that have the same value wherever a suite gives one. */
    synchronized Map<String, String> with(Object suite) {
        addSuite(suite);
        Map<String, String> clear = new HashMap<>(values);
        clear.keySet().removeAll(ambiguous);
        return clear;
    }

    private void addSuite(Object suite) {
        add(OF_SUITE.of(suite));
        for (Object test : all(TESTS.of(suite))) {
            add(OF_TEST.of(test));
            add(OF_TEST_BEFORE_7.of(test));
            for (Object type : all(CLASSES.of(test))) {
                add(OF_CLASS.of(type));
            }
        }
        for (Object child : all(SUITES.of(suite))) {
            addSuite(child);
        }
    }

    private void add(Object parameters) {
        if (!(parameters instanceof Map)) {
            return;
        }
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) parameters).entrySet()) {
            if (entry.getKey() instanceof String && entry.getValue() instanceof String) {
                String before = values.put((String) entry.getKey(), (String) entry.getValue());
                if (before != null && !before.equals(entry.getValue())) {
                    ambiguous.add((String) entry.getKey());
                }
            }
        }
    }

    private static Iterable<?> all(Object list) {
        return list instanceof Iterable ? (Iterable<?>) list : Collections.emptyList();
    }
}
