package io.faultline.mutants.weave;

import io.faultline.mutants.boot.Values;
import java.util.ArrayList;
import java.util.List;

/** Collects the alternatives of a site with one value, encoded as a menu of {@link Values}. */
final class Menu {
    private static final String LETTERS = "IJFD";
    private static final String[] METHODS = {"ints", "longs", "floats", "doubles"};

    private final int type;
    private final List<String> words = new ArrayList<>();
    private int codes;

    /** A menu for the type of this descriptor letter. */
    Menu(char letter) {
        int found = LETTERS.indexOf(letter);
        this.type = Math.max(found, 0); // booleans, chars, bytes and shorts are ints
    }

    Menu add(int choice, String what) {
        codes |= choice << 4 * words.size();
        words.add(what);
        return this;
    }

    boolean isEmpty() {
        return words.isEmpty();
    }

    /** Creates the change on the given side of the instruction. */
    Change on(ValueChange.Side side) {
        char letter = LETTERS.charAt(type);
        return new ValueChange(
                side,
                base -> Code.of(codes, base).call("Values", METHODS[type], "(" + letter + "II)" + letter),
                words.toArray(new String[0]));
    }
}
