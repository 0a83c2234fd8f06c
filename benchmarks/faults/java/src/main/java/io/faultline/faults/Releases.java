package io.faultline.faults;

import java.nio.file.Path;
import java.util.List;

/** Two releases of a library, the later one under the names of the earlier. */
final class Releases {
    final Release before;
    final Release after;
    private final Hierarchy hierarchy;
    private final List<Element> difference;

    /** Errors: UncheckedIOException when a jar, or a file of a folder, cannot be read. */
    Releases(Path earlier, Path later) {
        before = Release.read(earlier);
        after = Release.read(later).alignedTo(before);
        hierarchy = new Hierarchy(before, after);
        difference = Difference.between(before, after, hierarchy);
    }

    List<Element> difference() {
        return difference;
    }

    Splicer splicer() {
        return new Splicer(before, after, hierarchy, difference);
    }
}
