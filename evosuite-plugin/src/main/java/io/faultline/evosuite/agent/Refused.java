package io.faultline.evosuite.agent;

/** Why EvoSuite cannot be adapted, in one sentence for people. */
final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    Refused(String sentence) {
        super(sentence);
    }
}
