package io.faultline.runner;

import java.util.ArrayList;
import java.util.List;

/** A listener that records all its events. */
final class Heard implements Listener {
    final List<String> said = new ArrayList<>();

    /** The number of tests that may still start. */
    private int left = Integer.MAX_VALUE;

    /** The events that a driver reports for a selection. */
    static List<String> of(Driver driver, Selection selection) throws Exception {
        Heard heard = new Heard();
        driver.run(selection, heard);
        return heard.said;
    }

    /** The events if at most {@code tests} tests may start. */
    static List<String> of(Driver driver, Selection selection, int tests) throws Exception {
        Heard heard = new Heard();
        heard.left = tests;
        driver.run(selection, heard);
        return heard.said;
    }

    @Override
    public boolean isOver() {
        return left == 0;
    }

    @Override
    public void leave() {
        throw new IllegalStateException("it is over");
    }

    @Override
    public void started(String test) {
        left--;
        said.add("started " + test);
    }

    @Override
    public void ended(String test, Ran ran) {
        said.add("ended " + test + words(ran));
    }

    @Override
    public void failed(String what, Ran ran) {
        said.add("failed " + what + words(ran));
    }

    private static String words(Ran ran) {
        return " " + ran.outcome + (ran.thrown == null ? "" : " " + ran.thrown.getMessage());
    }
}
