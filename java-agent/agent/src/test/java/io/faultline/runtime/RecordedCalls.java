package io.faultline.runtime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A recorder that logs its calls, one word each. */
public final class RecordedCalls implements Recorder {
    public final List<String> calls = new ArrayList<>();
    public final List<Failure> failures = new ArrayList<>();
    private int nextFixture;

    @Override
    public void announce(TestName name) {}

    @Override
    public Context startTest() {
        calls.add("start");
        return null;
    }

    @Override
    public Context startRow(boolean others) {
        return others ? startTest() : null;
    }

    @Override
    public Object interrupt() {
        calls.add("interrupt");
        return null;
    }

    @Override
    public void resume(Object left) {
        calls.add("resume");
    }

    @Override
    public void capture(Context test) {
        calls.add("capture");
    }

    @Override
    public void endTest(Context test, TestName name, Outcome outcome, long durationNanos, Failure failure) {
        calls.add(outcome.name().toLowerCase() + " " + name.id);
        failures.add(failure);
    }

    @Override
    public void skipTest(TestName name) {
        calls.add("skipped " + name.id);
    }

    @Override
    public void dropTest(Context test) {
        calls.add("drop");
    }

    @Override
    public int endFixture(Context test, TestName name, boolean after) {
        calls.add((after ? "after " : "before ") + name.id);
        return nextFixture++;
    }

    @Override
    public void collectBetween() {
        calls.add("between");
    }

    @Override
    public Context owner() {
        return null;
    }

    @Override
    public Context startShared() {
        calls.add("shared");
        return null;
    }

    @Override
    public int endShared(Context shared, TestName name) {
        calls.add("made " + name.id);
        return nextFixture++;
    }

    @Override
    public void beginAside() {
        calls.add("aside");
    }

    @Override
    public void endAside(boolean forget) {
        calls.add(forget ? "forgotten" : "put back");
    }

    @Override
    public int tests() {
        return failures.size();
    }

    @Override
    public void charge(int test, int[] fixtures) {
        calls.add("charge " + test + " " + Arrays.toString(fixtures));
    }
}
