package io.faultline.amplify.grow;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A Kotlin file cut into pieces, between which functions are inserted. */
final class Pieces {
    private final List<String> pieces;

    /** The functions of the last text, by first line, from 1. */
    private final TreeMap<Integer, Function> begins = new TreeMap<>();

    /** The last lines of these functions. */
    private final TreeMap<Integer, Integer> ends = new TreeMap<>();

    Pieces(List<String> pieces) {
        this.pieces = pieces;
    }

    /** Returns the file's text with these functions, each starting on a new line. */
    String text(List<Function> functions) {
        begins.clear();
        ends.clear();
        StringBuilder text = new StringBuilder();
        int line = 1;
        for (int at = 0; at < pieces.size(); at++) {
            text.append(pieces.get(at));
            line += lines(pieces.get(at));
            for (Function function : functions) {
                if (function.place == at) {
                    text.append("\n").append(function.text);
                    begins.put(line + 1, function);
                    line += 1 + lines(function.text);
                    ends.put(line, line);
                }
            }
            if (at + 1 < pieces.size()) {
                text.append("\n");
                line++;
            }
        }
        return text.toString();
    }

    /** The function on a line of the last text; null if there is none. */
    Function at(int line) {
        Map.Entry<Integer, Function> begin = begins.floorEntry(line);
        Integer end = begin == null ? null : ends.ceilingKey(begin.getKey());
        return end != null && line <= end ? begin.getValue() : null;
    }

    private static int lines(String text) {
        return (int) text.chars().filter(letter -> letter == '\n').count();
    }
}
