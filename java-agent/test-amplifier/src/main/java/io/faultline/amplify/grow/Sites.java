package io.faultline.amplify.grow;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** The places in a test's body that can be edited, with their alternatives. */
final class Sites {
    private final List<List<Edit>> sites = new ArrayList<>();
    private int edits;

    /** Collects the alternatives at one place. */
    final class Site {
        private final List<Edit> alternatives = new ArrayList<>();

        void add(int from, int to, String with, String words) {
            alternatives.add(new Edit(from, to, with, words, edits++));
        }

        /** Completes the place. {@code weight} is its relative probability of being drawn. */
        void end(int weight) {
            for (int i = 0; i < weight && !alternatives.isEmpty(); i++) {
                sites.add(alternatives);
            }
        }
    }

    Site site() {
        return new Site();
    }

    boolean isEmpty() {
        return sites.isEmpty();
    }

    /** All edits, without repetition. */
    List<Edit> all() {
        List<Edit> all = new ArrayList<>();
        List<Edit> last = null;
        for (List<Edit> site : sites) {
            if (site != last) {
                all.addAll(site);
            }
            last = site;
        }
        return all;
    }

    Edit draw(Random random) {
        List<Edit> site = sites.get(random.nextInt(sites.size()));
        return site.get(random.nextInt(site.size()));
    }
}
