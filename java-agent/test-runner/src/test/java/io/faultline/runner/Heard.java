package io.faultline.runner;

import java.util.ArrayList;
import java.util.List;

/** Writes down all that a listener is told. */
final class Heard implements Listener {
    final List<String> said = new ArrayList<>();

    /** How many tests may begin. */
    private int left = Integer.MAX_VALUE;

    /** What a driver says of a selection. */
    static List<String> of(Driver driver, Selection selection) throws Exception {
        Heard heard = new Heard();
        driver.run(selection, heard);
        return heard.said;
    }

    /** Likewise, where but so many tests may begin. */
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
