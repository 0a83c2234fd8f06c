package io.faultline.amplify.grow;

import java.util.List;
import java.util.stream.Collectors;

/** A variant of a test. */
final class Variant {
    /** The kind in tables: split, slice, whole, edit or tried. */
    final String kind;

    final TestMethod of;

    /** The body, with the position of each edit. */
    final Spliced body;

    /** The chosen edits, without those that all variants share. */
    final List<Edit> edits;

    /** Space-separated indexes of its edits; for a split or slice, the index of its assertion, or empty. */
    final String sites;

    /** Lines in the original file, separated by spaces. */
    final String lines;

    /** Unchanged inputs of all inputs, such as {@code 7/8}. */
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

    /** Whether the variant contains edits, rather than only omissions. */
    boolean isEdit() {
        return !edits.isEmpty();
    }

    String words() {
        return edits.stream().map(edit -> edit.words).collect(Collectors.joining("; "));
    }
}
