package io.faultline.names;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class StableNamesTest {
    private static final Instant NOW = Instant.parse("2026-03-01T00:41:18.123456789Z");

    private static final DateTimeFormatter WORDS =
            DateTimeFormatter.ofPattern("EEE MMM dd '12:00:00 UTC' uuuu", Locale.ROOT);

    @Test
    void namesOfMethodsStayWhatTheyAre() {
        for (String name : new String[] {
            "adds",
            "adds[12]",
            "adds[no 1]",
            "adds[1: (2) => 3]",
            "adds[a@b.org]",
            "adds[joe@beef]",
            "adds[#@1]",
            "adds[Foo@1b2c3d.org]",
            "adds[Foo@4123456789]",
            "adds[Foo@123456789a]",
            "adds[Foo@]",
            "$init",
            "naïve[ü]",
            "adds[1.5 - 2.5e-10]",
            "@"
        }) {
            assertSame(name, StableNames.of(name));
            assertEquals(name, StableNames.of(name, NOW.toEpochMilli()));
        }
    }

    @Test
    void identityHashesAreLeftOut() {
        expect("m[a.Foo]", "m[a.Foo@1b2c3d]");
        expect("m[Foo, Foo]", "m[Foo@1b2c3d, Foo@0]");
        expect("m[a.b$c]", "m[a.b$c@1b2c3d]");
        expect("m[[Ljava.lang.String;]", "m[[Ljava.lang.String;@1b2c3d]");
        expect("m[[I]", "m[[I@1b2c3d]");
        expect("m[[[B]", "m[[[B@1b2c3d]");
        expect("given a.Foo then", "given a.Foo@1b2c3d then");
        expect("m[" + Object.class.getName() + "]", "m[" + new Object() + "]");
    }

    @Test
    void numbersOfLambdasAndMocksAreLeftOut() {
        Runnable lambda = () -> {};
        expect("m[" + StableNamesTest.class.getName() + "$$Lambda]", "m[" + lambda + "]");
        expect("m[a.B$$Lambda]", "m[a.B$$Lambda$14/123456789@1b2c3d]");
        expect("m[a.B$$Lambda]", "m[a.B$$Lambda/0x000000080023@1b2c3d]");
        expect("m[Mock for Foo, hashCode: ]", "m[Mock for Foo, hashCode: 123456]");
        expect("m[Foo$MockitoMock$]", "m[Foo$MockitoMock$123456@1b]");
    }

    @Test
    void hashesInDecimalDigitsAreLeftOutWhereTheNameSaysThatTheyAreSome() {
        expect("m[Foo]", "m[Foo@123456789]");
        expect("m[Foo]", "m[Foo@" + Integer.MAX_VALUE + "]");
        expect("m[Foo{hashCode=}]", "m[Foo{hashCode=1234567}]");
        expect("m[identityHashCode = , 1234567]", "m[identityHashCode = 1234567, 1234567]");
        expect("m[hashCode 123]", "m[hashCode 123]");
    }

    @Test
    void hashesBehindTheNamesOfGeneratedClassesAreLeftOut() {
        expect("m[a.Foo$$EnhancerBySpringCGLIB$$hash]", "m[a.Foo$$EnhancerBySpringCGLIB$$6ca856]");
        expect("m[a.Foo$ByteBuddy$hash]", "m[a.Foo$ByteBuddy$kq3T5xYz]");
        expect("m[Foo$HibernateProxy$hash]", "m[Foo$HibernateProxy$kq3T5xYz@1b2c3d]");
        expect("m[a.Foo$$SpringCGLIB$$0]", "m[a.Foo$$SpringCGLIB$$0]");
    }

    @Test
    void portsThatTheSystemChoseAreLeftOut() {
        expect("m[http://localhost:port/a]", "m[http://localhost:54321/a]");
        expect("m[localhost/127.0.0.1:port]", "m[localhost/127.0.0.1:32769]");
        expect("m[serverPort: port, [::1]:port]", "m[serverPort: 60999, [::1]:60998]");
        for (String own : new String[] {
            "m[localhost:8080]",
            "m[localhost:27017]",
            "m[localhost:65536]",
            "m[localhost:543210]",
            "m[a:54321]",
            "m[support 54321]",
            "m[54321]",
            "m[localhost:54321a]",
        }) {
            expect(own, own);
        }
    }

    @Test
    void theClockOfTheJvmIsLeftOut() {
        long nanos = System.nanoTime();
        // It has fewer digits for some minutes after the system was started.
        if (nanos >= 100_000_000_000L && nanos < 1_000_000_000_000_000L) {
            assertEquals("m[time]", StableNames.of("m[" + nanos + "]"));
            assertEquals("m[runtime]", StableNames.of("m[run" + nanos + "]"));
        }
        for (long other : new long[] {nanos + 3_600_000_000_000L, nanos / 2, 123456789012L}) {
            String name = "m[" + other + "]";
            assertEquals(other >= 1_000_000_000_000_000L ? "m[number]" : name, StableNames.of(name));
        }
    }

    @Test
    void partsThatAreGluedToAWordAreLeftOut() {
        expect("m[user_hash]", "m[user_6ca8564a]");
        expect("m[user_uuid]", "m[user_" + UUID.randomUUID() + "]");
        expect("m[runuuid]", "m[run" + UUID.randomUUID() + "]");
        expect("m[log_time]", "m[log_20260301]");
        expect("m[logtime.txt]", "m[log" + NOW.toEpochMilli() + ".txt]");
        expect("m[v1.3.26]", "m[v1.3.26]");
        expect("m[log20260301]", "m[log20260301]");
    }

    @Test
    void randomUuidsAreLeftOutAndOthersAreNot() {
        expect("m[uuid]", "m[" + UUID.randomUUID() + "]");
        UUID named = UUID.nameUUIDFromBytes(new byte[] {1});
        expect("m[" + named + "]", "m[" + named + "]");
    }

    @Test
    void hashesAndRandomNumbersThatStandAloneAreLeftOut() {
        expect("m[Foo[hash]]", "m[Foo[6ca8564a]]");
        expect("m[hash]", "m[6ca8564]");
        expect("m[{a=Foo#hash}]", "m[{a=Foo#6ca8564a}]");
        expect(
                "m[hash]",
                "m["
                        + UUID.randomUUID()
                                .toString()
                                .replace("-", "")
                                .replaceFirst("^.", "a")
                                .replaceFirst("^(.{10}).", "$10")
                        + "]");
        expect("m[/tmp/abcnumber.txt]", "m[/tmp/abc6558147140854827391.txt]");
    }

    @Test
    void wordsAndShortNumbersAreParameters() {
        for (String name : new String[] {
            "m[deadbeef]",
            "m[1234567]",
            "m[12345678]",
            "m[1A2B3C4D]",
            "m[x6ca8564a]",
            "m[a1b2c3]",
            "m[6ca8564a-1]",
            "m[1.1234567890123456789]",
        }) {
            expect(name, name);
        }
    }

    @Test
    void theTimeOfTheRunIsLeftOut() {
        for (Object time : new Object[] {
            NOW,
            "2026-03-01",
            "2026-02-28 23:59",
            "2026-03-02T01:02:03,5",
            "2026/03/01 00:41",
            "3/1/26",
            "3/1/26, 12:41 AM",
            "3/1/26, 12:41:18\u202fAM",
            "01.03.2026",
            "01.03.26 00:41:18",
            "01-Mar-2026 00:41:18",
            "1 March 2026",
            "Mar 1, 2026, 12:41:18 AM",
            "Sunday, March 1, 2026",
            "Sun, 1 Mar 2026 00:41:18",
            "Sun Mar 01 00:41:18 UTC 2026",
            "Sun Mar 01 00:41:18 2026",
            "00:41:18.123456789",
            "05:11:18.123+04:30",
            "00:41:18,123Z",
            "20260301",
            "20260301004118",
            "20260301004118123",
            "20260301-0041",
            "20260301_004118",
            "20260301T004118",
            "2026-03-01_00-41-18",
            "2026-03-01-00-41",
            NOW.toEpochMilli(),
            NOW.getEpochSecond(),
            NOW.toEpochMilli() * 1_000,
            NOW.toEpochMilli() * 1_000_000
        }) {
            expect("m[time]", "m[" + time + "]");
        }
        assertEquals("m[time]", StableNames.of("m[" + Instant.now() + "]"));
        assertEquals("m[time]", StableNames.of("m[" + System.currentTimeMillis() + "]"));
    }

    @Test
    void otherTimesAreParameters() {
        for (Object time : new Object[] {
            "2026-03-03",
            "2020-02-29",
            "0000-00-00T00:00",
            "1234567890123",
            "17642900",
            "12:30:00",
            "12:30",
            "12:30:00.5",
            "20240229",
            "20240229-1200",
            "20260301-12",
            "1/2/3",
            "1.3.2",
            "3/3/26",
            "2/29/20, 9:54 AM",
            "99/99/2026",
            "Sat Feb 29 12:00:00 UTC 2020",
            "Mar 1",
            "March",
            "Sun",
            "Monday, 1",
            "3/1/26x",
            "1.3.2026.4",
            "12 Monkeys 2026"
        }) {
            expect("m[" + time + "]", "m[" + time + "]");
        }
    }

    /** {@code Parameterized} formats its parameters with {@code MessageFormat}, which puts digits into groups. */
    @Test
    void numbersInGroupsOfDigitsAreTheTimeOfTheRunToo() {
        long now = NOW.toEpochMilli();
        for (Locale locale : new Locale[] {Locale.US, Locale.GERMANY, Locale.FRANCE}) {
            expect("m[at time]", "m[" + String.format(locale, "at %,d", now) + "]");
            expect("m[1: number, 2]", "m[" + String.format(locale, "1: %,d, 2", 1_234_567_890_123_456_789L) + "]");
            String nanos = String.format(locale, "%,d", System.nanoTime());
            if (nanos.length() > 15) {
                expect("m[time]", "m[" + nanos + "]");
            }
        }
        String[] stay = {
            "1,234,567",
            "1,234,567,890",
            "1,2,3",
            "1,772,325",
            "1772,325,678,123",
            "9,876,543,210,000",
            "sort[100,200,300,400,500,600]"
        };
        for (String number : stay) {
            expect("m[" + number + "]", "m[" + number + "]");
        }
    }

    @Test
    void halfACharacterIsWhatFilesHaveInItsPlace() {
        expect("m[\ufffd2]", "m[\ud83d2]");
        expect("m[\ufffd\ufffd]", "m[\ude00\ud83d]");
        expect("m[\ud83d\ude00]", "m[\ud83d\ude00]");
    }

    /** The calendar's arithmetic, against Java's. */
    @Test
    void everyDayIsTheTimeOfARunOnThatDay() {
        for (long day = -800_000 + 81_000; day < 800_000; day += 997) {
            LocalDate date = LocalDate.ofEpochDay(day);
            if (date.getYear() < 1 || date.getYear() > 9999) {
                continue;
            }
            long noon = date.atTime(12, 0).toInstant(ZoneOffset.UTC).toEpochMilli();
            assertEquals("time", StableNames.of(date.toString(), noon));
            assertEquals("time", StableNames.of(WORDS.format(date), noon));
            String later = date.plusDays(2).toString();
            assertEquals(later, StableNames.of(later, noon));
        }
    }

    private static void expect(String stable, String shown) {
        assertEquals(stable, StableNames.of(shown, NOW.toEpochMilli()));
    }
}
