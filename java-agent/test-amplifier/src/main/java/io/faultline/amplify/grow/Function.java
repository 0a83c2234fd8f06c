package io.faultline.amplify.grow;

import java.util.ArrayList;
import java.util.List;

/** A function that is to be put into a copy of a Kotlin file: a line of the request. Plain data. */
final class Function {
    final String number;

    /** Whose variant it is: those of one test take each other's place. */
    final String of;

    /** The piece of the file behind which it stands. */
    final int place;

    /** What is edited in it; nothing for one that is wanted whatever becomes of others. */
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

    /** Whether something in it was edited, rather than left out. */
    boolean isEdit() {
        return !edits.isEmpty();
    }
}
