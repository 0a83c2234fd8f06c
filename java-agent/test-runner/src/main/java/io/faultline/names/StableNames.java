package io.faultline.names;

/**
 * Names of tests without the parts that differ from run to run: identity hashes, numbers of lambdas and mocks, random
 * UUIDs, numbers of temporary files, ports that the system chose, and the time of the run, also as {@code nanoTime} has it.
 *
 * <p>A date counts only if it is that of today, a day more or less ({@link TimeOfRun}): others are parameters. What looks
 * like a hash without being one is left out, too: tests that then have equal names are numbered, the same way in each
 * run. Random values of other forms are not recognised. Cost: one look at each character; names of methods and {@code method[0]} contain nothing else.
 */
public final class StableNames {
    private static final String LAMBDA = "$$Lambda";
    private static final String MOCK = "$MockitoMock$";
    /** As Mockito writes it, and others; without the first letter, which may be a capital. */
    private static final String[] HASH_CODES = {"ashCode: ", "ashCode:", "ashCode=", "ashCode = ", "ashCode "};

    /** Shorter ones, rare among hashes, may be parameters where it is not Mockito that says so. */
    private static final int SHORTEST_DECIMAL_HASH = 7;

    /** Behind these, libraries that generate classes write a hash or random characters. */
    private static final String[] GENERATORS = {"CGLIB$$", "$ByteBuddy$", "$HibernateProxy$"};

    private static final int[] UUID_GROUPS = {8, 4, 4, 4, 12};
    private static final int UUID_VERSION_AT = 14;

    /** A UUID without dashes, and where it says that it was made at random. */
    private static final int HASH_OF_UUID = 32;

    private static final int VERSION_IN_HASH = 12;

    private static final int LONGEST_HASH = 8;

    /** Shorter ones, rare among hashes, are words and numbers. */
    private static final int SHORTEST_BARE_HASH = 7;

    /** A long is as random as a name of a temporary file has it; numbers of people are shorter. */
    private static final int SHORTEST_RANDOM = 16;

    /** Fewer digits of nanoseconds are minutes after the system was started. */
    private static final int SHORTEST_NANOS = 12;

    private static final int SHORTEST_SINCE_EPOCH = 10;

    /** What stands between groups of three digits in formatted numbers, as in {@code 1,796,009,645,919}. */
    private static final String GROUPING = ",.'\u2019\u00a0\u202f";

    private static final int GROUP = 3;

    /** {@code nanoTime} of names that were made before this class was there is not much smaller. */
    private static final long FIRST_NANOS = System.nanoTime() - 60_000_000_000L;

    private static final char REPLACEMENT = '\ufffd';
    private static final int MOST_PLAIN_DIGITS = 10;
    private static final String PRIMITIVES = "ZBCSIJFD";

    private final String name;
    private final long nowMillis;
    private final StringBuilder stable = new StringBuilder();
    private int at;

    private StableNames(String name, long nowMillis) {
        this.name = name;
        this.nowMillis = nowMillis;
    }

    /** Returns the same object if all of the name is stable. */
    public static String of(String name) {
        return isPlain(name, name.length()) ? name : of(name, System.currentTimeMillis());
    }

    /** Returns an equal string if all of the name is stable. */
    static String of(String name, long nowMillis) {
        StableNames names = new StableNames(name, nowMillis);
        while (names.at < name.length()) {
            if (!names.skip()) {
                names.stable.append(names.next());
            }
        }
        String stable = names.stable.toString();
        return stable.equals(name) ? name : stable;
    }

    /**
     * Whether a name, up to {@code end}, is that of a method, with an index at most: a time has more digits than stand
     * here in a row.
     */
    public static boolean isPlain(String name, int end) {
        int digits = 0;
        boolean inside = false;
        boolean anyInside = false;
        for (int i = 0; i < end; i++) {
            char c = name.charAt(i);
            digits = isDigit(c) ? digits + 1 : 0;
            if (digits == MOST_PLAIN_DIGITS || digits == 0 && !Character.isLetter(c) && "_[]".indexOf(c) < 0) {
                return false;
            }
            // Behind a bracket an index stands alone; a hash has letters, too.
            inside |= c == '[';
            anyInside |= inside && Character.isLetter(c);
            if (anyInside && digits > 0) {
                return false;
            }
        }
        return true;
    }

    /** The character here; half of a pair alone is what files have in its place. */
    private char next() {
        char c = name.charAt(at++);
        boolean isHalf = Character.isHighSurrogate(c)
                ? at == name.length() || !Character.isLowSurrogate(name.charAt(at))
                : Character.isLowSurrogate(c) && (at < 2 || !Character.isHighSurrogate(name.charAt(at - 2)));
        return isHalf ? REPLACEMENT : c;
    }

    /** Passes over an unstable part that begins here, and writes what stands for it; false if there is none. */
    private boolean skip() {
        switch (name.charAt(at)) {
            case '@':
                return replaced(endOfHash(), "");
            case '$':
                return replaced(endOfLambda(), LAMBDA) || replaced(endOfNumberBehind(MOCK), MOCK);
            case 'a':
                return skipHashCode() || skipWord();
            default:
                return skipWord();
        }
    }

    private boolean skipHashCode() {
        for (String before : HASH_CODES) {
            int end = endOfNumberBehind(before);
            boolean isHash = end - at - before.length() >= SHORTEST_DECIMAL_HASH || before.equals(HASH_CODES[0]);
            if (end > 0 && isHash && replaced(end, before)) {
                return true;
            }
        }
        return false;
    }

    private boolean skipWord() {
        if (startsWord()
                && (replaced(endOfUuid(), "uuid")
                        || replaced(TimeOfRun.end(name, at, nowMillis), "time")
                        || replaced(Ports.end(name, at), "port")
                        || replaced(endOfBareHash(), "hash"))) {
            return true;
        }
        return isGlued() && replaced(endOfUuid(), "uuid")
                || startsNumber()
                        && (skipGrouped()
                                || replaced(endOfTimeSinceEpoch(), "time")
                                || replaced(endOfNanos(), "time")
                                || replaced(endOfRandom(), "number"))
                || replaced(endOfGenerated(), "hash");
    }

    /** Whether something may begin here that only hexadecimal digits make longer. */
    private boolean isGlued() {
        return at > 0 && !isDigit(name.charAt(at - 1)) && !isHex(name.charAt(at - 1));
    }

    private boolean startsNumber() {
        return isDigit(name.charAt(at)) && (at == 0 || !isDigit(name.charAt(at - 1)) && name.charAt(at - 1) != '.');
    }

    /** Passes over a number in groups of three digits, as {@code MessageFormat} writes it, if it is not stable. */
    private boolean skipGrouped() {
        int end = endOf(at, false);
        if (end - at > GROUP || end == name.length() || GROUPING.indexOf(name.charAt(end)) < 0) {
            return false;
        }
        // Where the first group is whole, it may be a list of numbers of three digits.
        boolean isOneNumber = end - at < GROUP;
        char sign = name.charAt(end);
        StringBuilder digits = new StringBuilder(name.substring(at, end));
        while (end < name.length() && name.charAt(end) == sign && endOf(end + 1, false) == end + 1 + GROUP) {
            digits.append(name, end + 1, end + 1 + GROUP);
            end += 1 + GROUP;
        }
        if (digits.length() < SHORTEST_SINCE_EPOCH || end < name.length() && isDigit(name.charAt(end))) {
            return false;
        }
        String stands = of(digits.toString(), nowMillis);
        boolean isUnstable = stands.equals("time") || isOneNumber && stands.equals("number");
        return isUnstable && replaced(end, stands);
    }

    /** The end of a time in a number behind a letter. */
    private int endOfTimeSinceEpoch() {
        return endOf(at, false) - at >= SHORTEST_SINCE_EPOCH ? TimeOfRun.end(name, at, nowMillis) : -1;
    }

    /** The end of a {@code System.nanoTime()} since this JVM was started; -1 if there is none. */
    private int endOfNanos() {
        int end = endOf(at, false);
        int digits = end - at;
        if (digits < SHORTEST_NANOS || digits >= SHORTEST_RANDOM || endOf(end + 1, false) > end + 1) {
            return -1;
        }
        long nanos = Long.parseLong(name.substring(at, end));
        return nanos - FIRST_NANOS >= 0 && System.nanoTime() - nanos >= 0 ? end : -1;
    }

    /** The end of what a library has put behind the name of a class that it made; -1 if there is none. */
    private int endOfGenerated() {
        if (at == 0 || name.charAt(at - 1) != '$' || !isWord(at)) {
            return -1;
        }
        for (String generator : GENERATORS) {
            if (name.startsWith(generator, at - generator.length())) {
                int end = at;
                while (isWord(end) && name.charAt(end) != '$') {
                    end++;
                }
                return end - at == LONGEST_HASH || endOf(at, true) == end && end - at > 1 ? end : -1;
            }
        }
        return -1;
    }

    /** The end of a hash that stands alone, as {@code Integer.toHexString} writes it, or of a UUID without dashes. */
    private int endOfBareHash() {
        int end = endOf(at, true);
        int digits = end - at;
        boolean isLong = digits == HASH_OF_UUID && name.charAt(at + VERSION_IN_HASH) == '4';
        boolean ends = !isWord(end) && !(end < name.length() && name.charAt(end) == '-');
        boolean isHash = digits == LONGEST_HASH || digits == SHORTEST_BARE_HASH || isLong;
        return at > 0 && isHash && ends && isMixed(at, end) ? end : -1;
    }

    /** Whether there are digits and small letters, and no capitals. */
    private boolean isMixed(int from, int end) {
        boolean digit = false;
        boolean letter = false;
        for (int i = from; i < end; i++) {
            char c = name.charAt(i);
            if (c >= 'A' && c <= 'F') {
                return false;
            }
            digit |= isDigit(c);
            letter |= !isDigit(c);
        }
        return digit && letter;
    }

    /** The end of a number that is too long for one of people; -1 if there is none. */
    private int endOfRandom() {
        int end = endOf(at, false);
        return end - at >= SHORTEST_RANDOM ? end : -1;
    }

    private boolean replaced(int end, String by) {
        if (end < 0) {
            return false;
        }
        stable.append(by);
        at = end;
        return true;
    }

    /** The end of the hash in {@code a.Foo@1b2c3d}, as {@code Object.toString} writes it; -1 if it is none. */
    private int endOfHash() {
        int end = endOf(at + 1, true);
        int digits = end - at - 1;
        boolean ends = end == name.length() || "@.-_".indexOf(name.charAt(end)) < 0 && !isWord(end);
        return (digits > 0 && digits <= LONGEST_HASH || isDecimalHash(end)) && ends && isBehindClass() ? end : -1;
    }

    /** Whether what stands behind the {@code @} here is a hash in decimal digits, longer than in hexadecimal ones. */
    private boolean isDecimalHash(int end) {
        int digits = end - at - 1;
        return endOf(at + 1, false) == end
                && digits > LONGEST_HASH
                && digits <= MOST_PLAIN_DIGITS
                && Long.parseLong(name.substring(at + 1, end)) <= Integer.MAX_VALUE;
    }

    /** Whether the name of a class, or of an array's class, ends here. */
    private boolean isBehindClass() {
        int end = at > 0 && name.charAt(at - 1) == ';' ? at - 1 : at;
        int from = end;
        int simple = end;
        while (from > 0 && (isWord(from - 1) || name.charAt(from - 1) == '.' || name.charAt(from - 1) == '/')) {
            from--;
            simple = name.charAt(from) == '.' && simple == end ? from + 1 : simple;
        }
        simple = simple == end ? from : simple;
        if (simple == end) {
            return false;
        }
        if (from > 0 && name.charAt(from - 1) == '[' && (end < at || end - from == 1)) {
            return end < at || PRIMITIVES.indexOf(name.charAt(from)) >= 0;
        }
        int dollar = name.indexOf('$', simple);
        return Character.isUpperCase(name.charAt(simple)) || dollar >= 0 && dollar < end;
    }

    /** The end of {@code $$Lambda$14/0x000000080023} and the like; -1 if there is none. */
    private int endOfLambda() {
        if (!name.startsWith(LAMBDA, at)) {
            return -1;
        }
        int end = at + LAMBDA.length();
        if (end < name.length() && name.charAt(end) == '$') {
            end = endOf(end + 1, false);
        }
        if (end < name.length() && name.charAt(end) == '/') {
            end = endOf(name.startsWith("0x", end + 1) ? end + 3 : end + 1, true);
        }
        return end;
    }

    private int endOfNumberBehind(String text) {
        if (!name.startsWith(text, at)) {
            return -1;
        }
        int from = at + text.length();
        int end = endOf(from < name.length() && name.charAt(from) == '-' ? from + 1 : from, false);
        return end > from ? end : -1;
    }

    /** The end of a UUID made at random, which says so itself; -1 if there is none. */
    private int endOfUuid() {
        int end = at;
        for (int group = 0; group < UUID_GROUPS.length; group++) {
            if (group > 0 && (end >= name.length() || name.charAt(end++) != '-')) {
                return -1;
            }
            int from = end;
            end = endOf(from, true);
            if (end - from != UUID_GROUPS[group]) {
                return -1;
            }
        }
        return name.charAt(at + UUID_VERSION_AT) == '4' && !isWord(end) ? end : -1;
    }

    /** The end of the digits from here on, decimal or hexadecimal. */
    private int endOf(int from, boolean hexadecimal) {
        int end = from;
        while (end < name.length() && (isDigit(name.charAt(end)) || hexadecimal && isHex(name.charAt(end)))) {
            end++;
        }
        return end;
    }

    private boolean startsWord() {
        return at == 0 || name.charAt(at - 1) == '_' || !isWord(at - 1) && name.charAt(at - 1) != '.';
    }

    private boolean isWord(int index) {
        return index < name.length() && Character.isJavaIdentifierPart(name.charAt(index));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isHex(char c) {
        return c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F';
    }
}
