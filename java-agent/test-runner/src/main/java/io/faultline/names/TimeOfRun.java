package io.faultline.names;

/**
 * Finds the time of the run in a name, a day more or less: numbers since 1970, dates of ISO 8601, dates in numbers as locales write
 * them ({@code 2/29/20}, {@code 29.02.2020}) or names of files have them ({@code 20200229-1200}), and dates with English names of
 * months, as {@code Date.toString()} has them. A time of the day and a zone may follow. A time of the day alone is one of the run if
 * it has thousandths: those of people do not, and the zone is not known. Cost: one look at each character.
 */
final class TimeOfRun {
    private static final long DAY_MILLIS = 86_400_000;
    private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
    private static final String DAYS = "MonTueWedThuFriSatSun";

    private final String name;
    private final int from;
    private final long nowMillis;

    private TimeOfRun(String name, int from, long nowMillis) {
        this.name = name;
        this.from = from;
        this.nowMillis = nowMillis;
    }

    /** The end of the time that begins at the word at {@code from}; -1 if there is none. */
    static int end(String name, int from, long nowMillis) {
        return new TimeOfRun(name, from, nowMillis).end();
    }

    private int end() {
        int digits = digits(from);
        if (digits == 0) {
            return endOfWords();
        }
        char behind = at(from + digits);
        if (digits == 4 && (behind == '-' || behind == '/')) {
            return endOfYearFirst(behind);
        }
        if (digits <= 2 && (behind == '/' || behind == '.' || behind == '-')) {
            return endOfYearLast(behind);
        }
        if (digits <= 2 && behind == ' ') {
            return endOfDayBeforeMonth();
        }
        if (digits == 2 && behind == ':') {
            return endOfExactTime();
        }
        if (digits == 8 || digits == 12 || digits == 14 || digits == 17) {
            int end = endOfCompact(digits);
            if (end >= 0) {
                return end;
            }
        }
        if (isWord(from + digits) || behind == '.' && isDigit(at(from + digits + 1))) {
            return -1;
        }
        long millis = ofEpoch(digits);
        return Math.abs(millis - nowMillis) <= DAY_MILLIS ? from + digits : -1;
    }

    /** Reads seconds to nanoseconds since 1970, by their number of digits; far from now if they are none. */
    private long ofEpoch(int digits) {
        if (digits == 10) {
            return number(from, 10) * 1_000;
        }
        return digits == 13 || digits == 16 || digits == 19 ? number(from, 13) : Long.MIN_VALUE / 2;
    }

    /** {@code 2020-02-29} or {@code 2020/02/29}. */
    private int endOfYearFirst(char separator) {
        if (!isForm(from, "0000" + separator + "00" + separator + "00")) {
            return -1;
        }
        boolean isToday = isToday(number(from, 4), number(from + 5, 2), number(from + 8, 2));
        return isToday ? endOfClock(from + 10) : -1;
    }

    /** {@code 20200229}, {@code 20200229120000}, {@code 20200229-1200}, {@code 20200229T120000}. */
    private int endOfCompact(int digits) {
        if (!isToday(number(from, 4), number(from + 4, 2), number(from + 6, 2))) {
            return -1;
        }
        int end = from + digits;
        if (digits == 8 && "-_T".indexOf(at(end)) >= 0 && isDigit(at(end + 1))) {
            int clock = digits(end + 1);
            end = clock == 4 || clock == 6 || clock == 9 ? end + 1 + clock : -1;
        }
        return end < 0 || isWord(end) ? -1 : end;
    }

    /** {@code 12:00:00.000}, with up to nine digits behind the point, and a zone. */
    private int endOfExactTime() {
        if (!isForm(from, "00:00:00.000") && !isForm(from, "00:00:00,000")) {
            return -1;
        }
        int end = from + 9 + digits(from + 9);
        if (at(end) == 'Z') {
            end++;
        } else if (isForm(end, "+00:00") || isForm(end, "-00:00")) {
            end += 6;
        }
        return isWord(end) ? -1 : end;
    }

    /** {@code 29.02.2020}, {@code 2/29/20}, {@code 29-02-2020}, {@code 29-Feb-2020}. */
    private int endOfYearLast(char separator) {
        int first = digits(from);
        int second = from + first + 1;
        int month = month(second);
        int length = month > 0 ? 3 : digits(second);
        int third = second + length + 1;
        if (length == 0 || length > 3 || at(third - 1) != separator) {
            return -1;
        }
        int year = digits(third);
        boolean goesOn = at(third + year) == separator && isDigit(at(third + year + 1));
        if (year != 2 && year != 4 || goesOn) {
            return -1;
        }
        long years = year == 2 ? 2000 + number(third, 2) : number(third, 4);
        long a = number(from, first);
        long b = month > 0 ? month : number(second, length);
        return isToday(years, b, a) || isToday(years, a, b) ? endOfClock(third + year) : -1;
    }

    /** {@code 29 Feb 2020} or {@code 29 February 2020}. */
    private int endOfDayBeforeMonth() {
        int month = from + digits(from) + 1;
        int year = endOfLetters(month) + 1;
        boolean isDate = month(month) > 0 && at(year - 1) == ' ' && digits(year) == 4;
        boolean isToday = isDate && isToday(number(year, 4), month(month), number(from, digits(from)));
        return isToday ? endOfClock(year + 4) : -1;
    }

    /** {@code Sat Feb 29 12:00:00 UTC 2020}, {@code Feb 29, 2020} or {@code February 29, 2020}, with a day of the week or without. */
    private int endOfWords() {
        int start = from;
        if (isOneOf(DAYS, from)) {
            start = endOfLetters(from);
            while (at(start) == ',' || at(start) == ' ') {
                start++;
            }
            if (digits(start) > 0) {
                return new TimeOfRun(name, start, nowMillis).endOfDayBeforeMonth();
            }
        }
        int month = month(start);
        int day = endOfLetters(start) + 1;
        int length = digits(day);
        if (month == 0 || at(day - 1) != ' ' || length == 0 || length > 2) {
            return -1;
        }
        int end = day + length;
        boolean isShort = at(end) == ',' && at(end + 1) == ' ' && digits(end + 2) == 4;
        int year = isShort ? end + 2 : endOfZone(endOfClock(end)) + 1;
        if (digits(year) != 4 || isWord(year + 4) || !isShort && at(year - 1) != ' ') {
            return -1;
        }
        boolean isToday = isToday(number(year, 4), month, number(day, length));
        return !isToday ? -1 : isShort ? endOfClock(year + 4) : year + 4;
    }

    /** The end of a time of the day that follows a date, or of the date; -1 if the date is a part of a longer word. */
    private int endOfClock(int end) {
        int ofFile = "_-T ".indexOf(at(end)) >= 0 && isForm(end + 1, "00-00") ? end + 6 : end;
        if (ofFile > end && !isDigit(at(ofFile))) {
            return isForm(ofFile, "-00") ? ofFile + 3 : ofFile;
        }
        int start = end;
        while (start < end + 2 && (at(start) == ',' || at(start) == ' ' || start == end && at(start) == 'T')) {
            start++;
        }
        int hour = digits(start);
        int minute = start + hour;
        if (start == end || hour == 0 || hour > 2 || !isForm(minute, ":00")) {
            return isWord(end) ? -1 : end;
        }
        int clock = minute + 3;
        if (isForm(clock, ":00")) {
            clock += 3;
            clock = isForm(clock, ".0") || isForm(clock, ",0") ? clock + 1 + digits(clock + 1) : clock;
        }
        int half = clock + (at(clock) == ' ' || at(clock) == '\u202f' ? 1 : 0);
        if (name.startsWith("AM", half) || name.startsWith("PM", half)) {
            return half + 2;
        }
        return at(clock) == 'Z' ? clock + 1 : clock;
    }

    /** The end of a blank and letters, such as {@code  UTC}. */
    private int endOfZone(int end) {
        return end > 0 && at(end) == ' ' && Character.isLetter(at(end + 1)) ? endOfLetters(end + 1) : end;
    }

    private boolean isToday(long year, long month, long dayOfMonth) {
        boolean isDate = month >= 1 && month <= 12 && dayOfMonth >= 1 && dayOfMonth <= 31;
        return isDate && Math.abs(day(year, month, dayOfMonth) - Math.floorDiv(nowMillis, DAY_MILLIS)) <= 1;
    }

    /** Days since 1970 of a date in the calendar of ISO 8601. */
    private static long day(long year, long month, long dayOfMonth) {
        // Years begin in March here, so that the leap day is the last.
        long years = month > 2 ? year : year - 1;
        long ofYear = (153 * ((month + 9) % 12) + 2) / 5 + dayOfMonth - 1;
        return 365 * years + years / 4 - years / 100 + years / 400 + ofYear - 719_468;
    }

    /** The number of the month whose English name begins here; 0 if none does. */
    private int month(int start) {
        return isOneOf(MONTHS, start) ? MONTHS.indexOf(name.substring(start, start + 3)) / 3 + 1 : 0;
    }

    private boolean isOneOf(String words, int start) {
        if (start + 3 > name.length()) {
            return false;
        }
        int index = words.indexOf(name.substring(start, start + 3));
        return index >= 0 && index % 3 == 0;
    }

    /** Whether the text here has this form, in which 0 stands for any digit. */
    private boolean isForm(int start, String form) {
        if (start + form.length() > name.length()) {
            return false;
        }
        for (int i = 0; i < form.length(); i++) {
            char c = name.charAt(start + i);
            if (form.charAt(i) == '0' ? !isDigit(c) : c != form.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private long number(int start, int digits) {
        long value = 0;
        for (int i = start; i < start + digits; i++) {
            value = 10 * value + name.charAt(i) - '0';
        }
        return value;
    }

    private int digits(int start) {
        int end = start;
        while (isDigit(at(end))) {
            end++;
        }
        return end - start;
    }

    private int endOfLetters(int start) {
        int end = start;
        while (Character.isLetter(at(end))) {
            end++;
        }
        return end;
    }

    /** The character there; 0 beyond the end. */
    private char at(int index) {
        return index < name.length() ? name.charAt(index) : 0;
    }

    private boolean isWord(int index) {
        return index < name.length() && Character.isJavaIdentifierPart(name.charAt(index));
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
