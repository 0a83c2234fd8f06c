package io.faultline.instrument;

/**
 * Recognises calls that another tool inserts before compiled code, at the begin of lines.
 *
 * <p>EvoSuite inserts them while searching and in its tests: a call to its tracer or switch at the begin of each line,
 * one to its loop counter before each jump, with their constant arguments.
 */
final class AddedCalls {
    private static final String COUNTER = "org/evosuite/runtime/LoopCounter";
    private static final String SWITCH = "org/evosuite/runtime/thread/KillSwitchHandler";
    private static final String TRACER = "org/evosuite/testcase/execution/ExecutionTracer";

    private AddedCalls() {}

    /** Whether a call to a class is such a call. */
    static boolean isTo(String owner) {
        return owner.equals(TRACER) || owner.equals(SWITCH) || owner.equals(COUNTER);
    }
}
