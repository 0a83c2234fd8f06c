package io.faultline.amplify.grow;

import java.util.List;
import java.util.stream.Collectors;

/** A variant of a test. */
final class Variant {
    /** As tables have it: split, slice, whole, edit or tried. */
    final String kind;

    final TestMethod of;

    /** Its body, with where each edit is. */
    final Spliced body;

    /** What was chosen, not what all have. */
    final List<Edit> edits;

    /** For a split or a slice, the place of its assertion; empty where there is none. */
    final String sites;

    /** Of the original file, separated by blanks. */
    final String lines;

    /** How many inputs are as they were, and of how many: {@code 7/8}. */
    final String inputs;

    Variant(String kind, TestMethod of, Spliced body, List<Edit> edits, String sites, String lines, String inputs) {
        this.kind = kind;
        this.of = of;
        this.body = body;
        this.edits = edits;
        this.sites = sites;
        this.lines = lines;
        this.inputs = inputs;
    }

    /** Whether something in it was edited, rather than left out. */
    boolean isEdit() {
        return !edits.isEmpty();
    }

    String words() {
        return edits.stream().map(edit -> edit.words).collect(Collectors.joining("; "));
    }
}
