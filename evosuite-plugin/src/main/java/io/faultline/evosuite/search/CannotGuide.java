package io.faultline.evosuite.search;

/** The reason why a metric cannot guide the search, in one sentence. */
final class CannotGuide extends Exception {
    private static final long serialVersionUID = 1L;

    CannotGuide(String sentence) {
        super(sentence);
    }
}
