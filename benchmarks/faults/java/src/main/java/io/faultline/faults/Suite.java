package io.faultline.faults;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs test classes one after another and writes a row for each of their methods. */
final class Suite {
    /** A class that computes longer is stopped. Units: ms. */
    private static final long CLASS_LIMIT = 20_000;

    private Suite() {}

    /**
     * Before each class a row {@code start TAB class}, so that it is known which one ended the JVM; after the last one
     * {@code end}. Rows of methods: see {@link TestRow}.
     */
    static void run(List<URL> places, List<String> classes, Path out) throws IOException {
        TestRunner tests = new TestRunner(places);
        TestLoader loader = tests.fresh(name -> null);
        try (PrintWriter rows = new PrintWriter(Files.newBufferedWriter(out))) {
            for (String name : classes) {
                rows.println("start\t" + name);
                rows.flush();
                for (TestResult result : one(tests, loader, name).values()) {
                    rows.println(TestRow.write(result, name));
                }
            }
            rows.println("end");
        }
    }

    private static Map<String, TestResult> one(TestRunner tests, TestLoader loader, String name) {
        try {
            Class<?> type = Class.forName(name, false, loader);
            return Modifier.isAbstract(type.getModifiers())
                    ? Map.of()
                    : tests.run(List.of(selectClass(type)), loader, CLASS_LIMIT);
        } catch (Throwable e) {
            return Map.of(TestResult.WHOLE_CLASS, TestResult.failed(name, e));
        }
    }
}
