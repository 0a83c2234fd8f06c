package io.faultline.evosuite.search;

import org.evosuite.testcase.execution.ExecutionObserver;
import org.evosuite.testcase.execution.ExecutionResult;
import org.evosuite.testcase.execution.Scope;
import org.evosuite.testcase.statements.Statement;

/**
 * Hangs its hits onto the result of every test that EvoSuite executes.
 *
 * <p>A test that times out does not come to {@link #testExecutionFinished}, and its result has none.
 */
final class RowObserver extends ExecutionObserver {
    /** Before every execution, in the thread of the search. */
    @Override
    public void clear() {
        Hits.begin();
    }

    @Override
    public void beforeStatement(Statement statement, Scope scope) {
        Hits.own();
    }

    @Override
    public void testExecutionFinished(ExecutionResult result, Scope scope) {
        result.setTrace(new RowTrace(Hits.end()), RowTrace.class);
    }

    @Override
    public void output(int position, String output) {}

    @Override
    public void afterStatement(Statement statement, Scope scope, Throwable exception) {}
}
