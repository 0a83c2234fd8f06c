package io.faultline.amplify.grow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A range of text after edits. */
final class Spliced {
    final String text;

    /** The edits, sorted by position. */
    final List<Edit> edits;

    /** Start and end offset of each edit in the new text. */
    private final List<int[]> places;

    private Spliced(String text, List<Edit> edits, List<int[]> places) {
        this.text = text;
        this.edits = edits;
        this.places = places;
    }

    /** Applies edits to a range of text; null if they overlap. */
    static Spliced of(String text, int from, int to, List<Edit> edits) {
        List<Edit> sorted = new ArrayList<>(edits);
        sorted.sort(Comparator.<Edit>comparingInt(edit -> edit.from).thenComparingInt(edit -> edit.to));
        StringBuilder spliced = new StringBuilder();
        List<int[]> places = new ArrayList<>();
        int at = from;
        for (Edit edit : sorted) {
            if (edit.from < at || edit.to > to) {
                return null;
            }
            spliced.append(text, at, edit.from);
            int start = spliced.length();
            spliced.append(edit.with);
            places.add(new int[] {start, spliced.length()});
            at = edit.to;
        }
        return new Spliced(spliced.append(text, at, to).toString(), sorted, places);
    }

    /**
     * The edit at an offset of the new text, or the last one before it in the same statement; null if there is none.
     */
    Edit near(int offset) {
        Edit near = null;
        for (int i = 0; i < edits.size(); i++) {
            int[] place = places.get(i);
            if (place[0] <= offset && offset <= place[1]) {
                return edits.get(i);
            }
            if (place[1] < offset
                    && text.substring(place[1], Math.min(offset, text.length())).indexOf(';') < 0) {
                near = edits.get(i);
            }
        }
        return near;
    }
}
