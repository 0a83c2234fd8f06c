package io.faultline.evosuite.search;

/** Why a metric cannot lead the search, in one sentence for people. */
final class CannotGuide extends Exception {
    private static final long serialVersionUID = 1L;

    CannotGuide(String sentence) {
        super(sentence);
    }
}
