package io.faultline.agent;

import java.util.ArrayList;
import java.util.List;

/** A {@code java} in the copy of a script, and what is to be written into the copy once its arguments are known. */
final class JavaCall {
    /** Writes a word as the script's language quotes it. */
    interface Quotes {
        String quoted(String word);
    }

    private final int end;
    private final List<String> words = new ArrayList<>();
    private final List<int[]> places = new ArrayList<>();

    /** @param end where the copy of the word {@code java} ends */
    JavaCall(int end) {
        this.end = end;
    }

    /** Adds an argument and where its copy begins and ends. */
    void add(String word, int from, int to) {
        words.add(word);
        places.add(new int[] {from, to});
    }

    /** Adds the agent, and the options that it needs, to the copy. */
    void complete(StringBuilder copy, JavaCommands commands, Quotes quotes) {
        JavaLine line = commands.line(words);
        if (line == null) {
            return;
        }
        StringBuilder added = new StringBuilder();
        for (String word : line.added) {
            added.append(added.length() == 0 ? "" : " ").append(quotes.quoted(word));
        }
        if (line.replaced > 0) {
            copy.replace(places.get(line.at)[0], places.get(line.at)[1], added.toString());
        } else if (added.length() > 0 && line.at < words.size()) {
            copy.insert(places.get(line.at)[0], added.append(' '));
        } else if (added.length() > 0) {
            int last = words.isEmpty() ? end : places.get(words.size() - 1)[1];
            copy.insert(last, added.insert(0, ' '));
        }
        copy.insert(end, ' ' + quotes.quoted(commands.argument));
    }
}
