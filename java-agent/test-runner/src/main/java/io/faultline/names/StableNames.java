package io.faultline.names;

/**
 * Names of tests without the parts that differ from run to run: identity hashes, numbers of lambdas and mocks, random
 * UUIDs, and the time of the run.
 *
 * <p>A time counts only if it is that of today, a day more or less: others are parameters. Random values of other forms
 * are not recognised. Cost: one look at each character; names of methods and {@code method[0]} contain nothing else.
 */
public final class StableNames {
    private static final String LAMBDA = "$$Lambda";
    private static final String MOCK = "$MockitoMock$";
    private static final String HASH_CODE = "hashCode: ";

    private static final int[] UUID_GROUPS = {8, 4, 4, 4, 12};
    private static final int UUID_VERSION_AT = 14;

    private static final int LONGEST_HASH = 8;
    private static final int MOST_PLAIN_DIGITS = 10;
    private static final String PRIMITIVES = "ZBCSIJFD";
    private static final long DAY_MILLIS = 86_400_000;

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
                names.stable.append(name.charAt(names.at++));
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
        for (int i = 0; i < end; i++) {
            char c = name.charAt(i);
            digits = isDigit(c) ? digits + 1 : 0;
            if (digits == MOST_PLAIN_DIGITS || digits == 0 && !Character.isLetter(c) && "_[]".indexOf(c) < 0) {
                return false;
            }
        }
        return true;
    }

    /** Passes over an unstable part that begins here, and writes what stands for it; false if there is none. */
    private boolean skip() {
        switch (name.charAt(at)) {
            case '@':
                return replaced(endOfHash(), "");
            case '$':
                return replaced(endOfLambda(), LAMBDA) || replaced(endOfNumberBehind(MOCK), MOCK);
            case 'h':
                return replaced(endOfNumberBehind(HASH_CODE), HASH_CODE);
            default:
                return startsWord() && (replaced(endOfUuid(), "uuid") || replaced(endOfTime(), "time"));
        }
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
        return digits > 0 && digits <= LONGEST_HASH && ends && isBehindClass() ? end : -1;
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

    private int endOfTime() {
        int end = endOf(at, false);
        if (end - at == 4) {
            return endOfDate();
        }
        if (isWord(end) || end < name.length() && name.charAt(end) == '.') {
            return -1;
        }
        long millis = ofEpoch(end - at);
        return Math.abs(millis - nowMillis) <= DAY_MILLIS ? end : -1;
    }

    /** Reads seconds to nanoseconds since 1970, by their number of digits; far from now if they are none. */
    private long ofEpoch(int digits) {
        if (digits == 10) {
            return number(at, 10) * 1_000;
        }
        return digits == 13 || digits == 16 || digits == 19 ? number(at, 13) : Long.MIN_VALUE / 2;
    }

    /** The end of {@code 2020-02-29}, with a time of the day or without; -1 if it is none or of another day. */
    private int endOfDate() {
        if (!isForm(at, "0000-00-00")) {
            return -1;
        }
        long day = day(number(at, 4), number(at + 5, 2), number(at + 8, 2));
        if (Math.abs(day - Math.floorDiv(nowMillis, DAY_MILLIS)) > 1) {
            return -1;
        }
        int end = at + 10;
        if (!isForm(end, "T00:00") && !isForm(end, " 00:00")) {
            return isWord(end) ? -1 : end;
        }
        end += 6;
        if (isForm(end, ":00")) {
            end += 3;
            end = isForm(end, ".0") || isForm(end, ",0") ? endOf(end + 1, false) : end;
        }
        return end < name.length() && name.charAt(end) == 'Z' ? end + 1 : end;
    }

    /** Days since 1970 of a date in the calendar of ISO 8601. */
    private static long day(long year, long month, long dayOfMonth) {
        // Years begin in March here, so that the leap day is the last.
        long years = month > 2 ? year : year - 1;
        long ofYear = (153 * ((month + 9) % 12) + 2) / 5 + dayOfMonth - 1;
        return 365 * years + years / 4 - years / 100 + years / 400 + ofYear - 719_468;
    }

    /** Whether the text here has this form, in which 0 stands for any digit. */
    private boolean isForm(int from, String form) {
        if (from + form.length() > name.length()) {
            return false;
        }
        for (int i = 0; i < form.length(); i++) {
            char c = name.charAt(from + i);
            if (form.charAt(i) == '0' ? !isDigit(c) : c != form.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private long number(int from, int digits) {
        long value = 0;
        for (int i = from; i < from + digits; i++) {
            value = 10 * value + name.charAt(i) - '0';
        }
        return value;
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
        return at == 0 || !isWord(at - 1) && name.charAt(at - 1) != '.';
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
