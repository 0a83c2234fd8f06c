package io.faultline.faults;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Finds the smallest set of methods for each of many tests, until time is over. */
final class Isolation {
    /** One try of a test: this much at least, and at most so much. Units: ms. */
    private static final long SHORTEST_LIMIT = 3_000;
    private static final long LONGEST_LIMIT = 15_000;

    private Isolation() {}

    /**
     * First a row {@code difference TAB methods TAB classes}; then for each test {@code set} with the elements or
     * {@code none} with the reason, and tries and ms; after the last one {@code end}.
     */
    static void run(Releases releases, List<URL> places, List<TestRow> candidates, Path out, long seconds)
            throws IOException {
        long deadline = System.nanoTime() + seconds * 1_000_000_000L;
        List<Element> difference = releases.difference();
        Splicer splicer = releases.splicer();
        TestRunner tests = new TestRunner(places);
        Map<String, Set<Element>> known = new LinkedHashMap<>();
        try (PrintWriter rows = new PrintWriter(Files.newBufferedWriter(out))) {
            long classes = difference.stream().map(Element::owner).distinct().count();
            rows.println("difference\t" + difference.size() + "\t" + classes);
            for (TestRow candidate : candidates) {
                long start = System.nanoTime();
                long limit = Math.min(LONGEST_LIMIT, SHORTEST_LIMIT + 5 * candidate.millis());
                Isolator isolator = new Isolator(splicer, difference, tests, limit, deadline);
                Isolator.Finding finding = isolator.isolate(candidate.ids(), known.values());
                String set = finding.elements().stream().map(Element::toString).collect(Collectors.joining(" "));
                boolean found = finding.reason() == null;
                if (found) {
                    known.putIfAbsent(set, finding.elements());
                }
                rows.println(String.join("\t", found ? "set" : "none", candidate.test(),
                        found ? set : finding.reason(), String.valueOf(finding.tries()),
                        String.valueOf((System.nanoTime() - start) / 1_000_000)));
                rows.flush();
            }
            rows.println("end");
        }
    }
}
