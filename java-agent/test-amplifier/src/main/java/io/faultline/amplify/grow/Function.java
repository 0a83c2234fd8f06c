package io.faultline.amplify.grow;

import java.util.ArrayList;
import java.util.List;

/** A function to insert into a copy of a Kotlin file: one line of the request. Plain data. */
final class Function {
    final String number;

    /** The test it is a variant of; variants of the same test substitute each other. */
    final String of;

    /** Index of the piece of the file after which it is inserted. */
    final int place;

    /** Indexes of the edits in it; empty for a function that is always wanted. */
    final List<Integer> edits = new ArrayList<>();

    final String text;

    Function(List<String> given) {
        number = given.get(0);
        of = given.get(1);
        place = Integer.parseInt(given.get(2));
        for (String edit : given.get(3).trim().split(" ")) {
            if (!edit.isEmpty()) {
                edits.add(Integer.valueOf(edit));
            }
        }
        text = given.get(4);
    }

    /** Whether the function contains edits, rather than only omissions. */
    boolean isEdit() {
        return !edits.isEmpty();
    }
}
