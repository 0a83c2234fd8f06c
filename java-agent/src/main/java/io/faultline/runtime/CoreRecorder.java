package io.faultline.runtime;

import io.faultline.bridge.Core;

/** The recorder that is the native core. */
public final class CoreRecorder implements Recorder {
    @Override
    public void startTest() {
        Core.startTest();
    }

    @Override
    public void capture() {
        Core.capture();
    }

    @Override
    public void endTest(TestName name, Outcome outcome, long durationNanos, Failure failure) {
        Core.endTest(
                name.id,
                name.className,
                name.method,
                outcome.code,
                durationNanos,
                failure == null ? null : failure.exception,
                failure == null ? null : failure.frames,
                failure == null ? null : failure.lines);
    }

    @Override
    public void skipTest(TestName name) {
        Core.skipTest(name.id, name.className, name.method);
    }
}
