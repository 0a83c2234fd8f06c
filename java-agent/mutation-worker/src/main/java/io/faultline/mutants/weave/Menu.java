package io.faultline.mutants.weave;

import io.faultline.mutants.boot.Values;
import java.util.ArrayList;
import java.util.List;

/** The alternatives of a site of one value, as {@link Values} wants them. */
final class Menu {
    private static final String LETTERS = "IJFD";
    private static final String[] METHODS = {"ints", "longs", "floats", "doubles"};

    private final int type;
    private final List<String> words = new ArrayList<>();
    private int codes;

    /** For values of the type that this letter of a descriptor names. */
    Menu(char letter) {
        int found = LETTERS.indexOf(letter);
        this.type = Math.max(found, 0); // truths, characters and small numbers are ints
    }

    Menu add(int choice, String what) {
        codes |= choice << 4 * words.size();
        words.add(what);
        return this;
    }

    boolean isEmpty() {
        return words.isEmpty();
    }

    /** The site on the given side of the instruction. */
    Change on(ValueChange.Side side) {
        char letter = LETTERS.charAt(type);
        return new ValueChange(
                side,
                base -> Code.of(codes, base).call("Values", METHODS[type], "(" + letter + "II)" + letter),
                words.toArray(new String[0]));
    }
}
