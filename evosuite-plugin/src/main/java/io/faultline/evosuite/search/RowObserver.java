package io.faultline.evosuite.search;

import java.util.Arrays;
import org.evosuite.testcase.execution.ExecutionObserver;
import org.evosuite.testcase.execution.ExecutionResult;
import org.evosuite.testcase.execution.Scope;
import org.evosuite.testcase.statements.Statement;

/**
 * Attaches its hits to the result of every test that EvoSuite executes.
 *
 * <p>{@link #testExecutionFinished} is not called for a test that times out, so its result has none.
 */
final class RowObserver extends ExecutionObserver {
    private final Comparison comparison;

    /** Number of statements that began. */
    private int begun;

    RowObserver(Comparison comparison) {
        this.comparison = comparison;
    }

    /** Called before every execution, on the thread of the search. */
    @Override
    public void clear() {
        begun = 0;
        Hits.begin();
    }

    @Override
    public void beforeStatement(Statement statement, Scope scope) {
        begun = statement.getPosition() + 1;
        Hits.own();
    }

    @Override
    public void testExecutionFinished(ExecutionResult result, Scope scope) {
        long[] hits = Hits.end();
        long[] compared = comparison.of(result.test, begun);
        long[] both = Arrays.copyOf(hits, hits.length + compared.length);
        System.arraycopy(compared, 0, both, hits.length, compared.length);
        result.setTrace(new RowTrace(both), RowTrace.class);
    }

    @Override
    public void output(int position, String output) {}

    @Override
    public void afterStatement(Statement statement, Scope scope, Throwable exception) {}
}
