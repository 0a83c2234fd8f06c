package io.faultline.amplify.grow;

/** A replacement of a range of text. Plain data. */
final class Edit {
    final int from;
    final int to;
    final String with;

    /** Description for people; may be empty. */
    final String words;

    /** Index among the edits of its test; -1 for an edit that all variants share. */
    final int id;

    Edit(int from, int to, String with, String words, int id) {
        this.from = from;
        this.to = to;
        this.with = with;
        this.words = words;
        this.id = id;
    }

    /** An edit that all variants share. */
    static Edit plain(int from, int to, String with) {
        return new Edit(from, to, with, "", -1);
    }
}
