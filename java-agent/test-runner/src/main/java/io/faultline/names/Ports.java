package io.faultline.names;

/**
 * Finds ports in a name that the system chose: of this machine, or behind the word, and in the ranges from which Linux and
 * other systems take them. Those of people are smaller. Cost: one look at each character.
 */
final class Ports {
    /** Linux takes ports from here on, other systems from 49,152. */
    private static final int FIRST = 32_768;

    private static final int LAST = 65_535;
    private static final int DIGITS = 5;

    private static final String[] BEFORE = {
        "localhost:",
        "127.0.0.1:",
        "0.0.0.0:",
        "[::1]:",
        "[::]:",
        "[0:0:0:0:0:0:0:1]:",
        "[0:0:0:0:0:0:0:0]:",
        "port ",
        "port=",
        "port:",
        "port: ",
        "port = ",
    };

    private Ports() {}

    /** The end of the port that begins at {@code from}; -1 if there is none. */
    static int end(String name, int from) {
        int end = from;
        while (end < name.length() && Character.isDigit(name.charAt(end))) {
            end++;
        }
        boolean isWhole = end == name.length() || !Character.isJavaIdentifierPart(name.charAt(end));
        if (end - from != DIGITS || !isWhole || !isBehindOne(name, from)) {
            return -1;
        }
        int port = Integer.parseInt(name.substring(from, end));
        return port >= FIRST && port <= LAST ? end : -1;
    }

    private static boolean isBehindOne(String name, int from) {
        for (String before : BEFORE) {
            int at = from - before.length();
            if (name.regionMatches(true, at, before, 0, before.length()) && startsWord(name, at)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a word begins here, as in {@code serverPort}, too. */
    private static boolean startsWord(String name, int at) {
        return at == 0 || !Character.isLetter(name.charAt(at - 1)) || Character.isUpperCase(name.charAt(at));
    }
}
