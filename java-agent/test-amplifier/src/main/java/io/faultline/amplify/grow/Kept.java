package io.faultline.amplify.grow;

import java.util.List;

/** A variant to write as source: a line of the request and its row of the table. */
final class Kept {
    final String label;
    final String by;
    final String name;

    /** Class name of the exception that ends it on correct classes; empty if none. */
    final String end;

    final List<String> observations;
    final String testClass;
    final String of;
    final String kind;
    final String words;
    final String lines;
    final String sites;
    final String body;

    /**
     * @param asked number, label, judge, name, end, observations
     * @param row the variant's row of the table
     */
    Kept(List<String> asked, List<String> row) {
        label = asked.get(1);
        by = asked.get(2);
        name = asked.get(3);
        end = asked.get(4);
        observations = asked.subList(5, asked.size());
        testClass = row.get(1);
        of = row.get(3);
        kind = row.get(4);
        words = row.get(5);
        lines = row.get(6);
        sites = row.get(7);
        body = row.get(8);
    }

    private String only() {
        if (!kind.equals("slice")) {
            return "Only the assertion of line " + lines;
        }
        return sites.isEmpty()
                ? "Only line " + lines + " and what it depends on"
                : "Only the assertion of line " + lines + " and what it depends on";
    }

    /** A one-line comment about the variant and its behaviour. */
    String comment() {
        String what = words.isEmpty() ? only() : Character.toUpperCase(words.charAt(0)) + words.substring(1);
        String does = label.equals("passes") ? "passes" : "fails";
        String why;
        switch (by) {
            case "exception":
                why = label.equals("passes") ? ", where " + of + " ends by an exception" : ", as " + of + " does";
                break;
            case "expectation":
                why = label.equals("passes") ? ", where " + of + " does not hold" : "";
                break;
            case "oracle":
                why = label.equals("passes") ? ", as on the right classes" : ", unlike on the right classes";
                break;
            default:
                why = "";
        }
        // The compiler interprets Unicode escapes in comments too.
        return "// " + (what + ": " + does + why + ".").replace("\\u", "\\ u").replaceAll("\\s+", " ");
    }
}
