package io.faultline.amplify.grow;

/** A piece of a text with what comes in its place. Plain data. */
final class Edit {
    final int from;
    final int to;
    final String with;

    /** Words for people; empty where there is nothing to say. */
    final String words;

    /** Among the edits of its test; -1 for one that all variants have. */
    final int id;

    Edit(int from, int to, String with, String words, int id) {
        this.from = from;
        this.to = to;
        this.with = with;
        this.words = words;
        this.id = id;
    }

    /** One that is no choice. */
    static Edit plain(int from, int to, String with) {
        return new Edit(from, to, with, "", -1);
    }
}
