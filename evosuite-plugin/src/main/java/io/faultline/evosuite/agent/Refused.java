package io.faultline.evosuite.agent;

/** The reason why EvoSuite cannot be adapted, in one sentence. */
final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String sentence) {
        super(sentence);
    }
}
