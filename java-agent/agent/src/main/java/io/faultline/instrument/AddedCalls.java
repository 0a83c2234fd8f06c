package io.faultline.instrument;

/**
 * Calls that another tool puts in front of what was compiled, so that a line begins with them.
 *
 * <p>EvoSuite does, where it searches and where its tests run: a call to its tracer or its switch at the begin of each line, one
 * to its counter of loops in front of each jump, with the constants that are their arguments.
 */
final class AddedCalls {
    private static final String COUNTER = "org/evosuite/runtime/LoopCounter";
    private static final String SWITCH = "org/evosuite/runtime/thread/KillSwitchHandler";
    private static final String TRACER = "org/evosuite/testcase/execution/ExecutionTracer";

    private AddedCalls() {}

    /** Whether a call to a class is one of them. */
    static boolean isTo(String owner) {
        return owner.equals(TRACER) || owner.equals(SWITCH) || owner.equals(COUNTER);
    }
}
