package io.faultline.runner;

import java.util.Map;

/** Passes on what happens to tests under the ids by which they were asked for. */
final class Renamed implements Listener {
    private final Listener next;
    private final Map<String, String> asked;

    /** @param asked by the framework's id, the id to report */
    Renamed(Listener next, Map<String, String> asked) {
        this.next = next;
        this.asked = asked;
    }

    @Override
    public void started(String id) {
        next.started(name(id));
    }

    @Override
    public void ended(String id, Ran how) {
        next.ended(name(id), how);
    }

    @Override
    public void failed(String what, Ran how) {
        next.failed(name(what), how);
    }

    @Override
    public boolean isOver() {
        return next.isOver();
    }

    @Override
    public void leave() {
        next.leave();
    }

    private String name(String id) {
        return asked.getOrDefault(id, id);
    }
}
