package io.faultline.runtime;

import java.util.ArrayList;
import java.util.List;

/** A recorder that writes down what it is told, one word per call. */
public final class RecordedCalls implements Recorder {
    public final List<String> calls = new ArrayList<>();
    public final List<Failure> failures = new ArrayList<>();

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
}
