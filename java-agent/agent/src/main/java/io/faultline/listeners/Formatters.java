package io.faultline.listeners;

import java.util.HashMap;
import java.util.Map;

/**
 * The methods in which assertion libraries format failure messages, by class. For each library they are the narrowest
 * ones, so that no {@code equals}, {@code compareTo} or matcher of the application runs inside.
 *
 * <p>Versions that format elsewhere behave as if they were not listed.
 */
final class Formatters {
    private static final String TEXT = ")Ljava/lang/String;";
    private static final String TWO_VALUES = "(Ljava/lang/Object;Ljava/lang/Object;";
    private static final String MESSAGE_AND_VALUES = "(Ljava/lang/String;Ljava/lang/Object;Ljava/lang/Object;)";

    private static final Seam[] OLD_JUPITER = making("formatValues", TWO_VALUES, TEXT);

    /** Includes the supplier of the message: if it throws, the values' texts are still set aside. */
    private static final Seam[] JUPITER =
            join(making("build", "()Lorg/opentest4j/AssertionFailedError;", ""), OLD_JUPITER);

    /** Formats values before the message, or together with it. */
    private static final String VALUE_AND_MESSAGE = "(Ljava/lang/Object;Ljava/lang/";

    private static final Seam[] JUPITER_NULL = failing("failNotNull", VALUE_AND_MESSAGE);
    private static final Seam[] JUPITER_EQUAL = failing("failEqual", VALUE_AND_MESSAGE);
    private static final Seam[] JUPITER_SAME = failing("failSame", VALUE_AND_MESSAGE);

    /** Formats the values stored in an exception. */
    private static final Seam[] OPENTEST4J = making("create", "(", ")Lorg/opentest4j/ValueWrapper;");

    private static final Seam[] JUNIT4 = join(
            making("format", MESSAGE_AND_VALUES, TEXT),
            failing("failNotSame", MESSAGE_AND_VALUES),
            failing("failNotNull", "(Ljava/lang/String;Ljava/lang/Object;)"), // from 4.11
            failing("failEquals", "(Ljava/lang/String;Ljava/lang/Object;)"));

    private static final Seam[] JUNIT3 =
            join(making("format", MESSAGE_AND_VALUES, TEXT), failing("failNotSame", MESSAGE_AND_VALUES));

    private static final Seam[] TESTNG = join(
            making("format", TWO_VALUES + "Ljava/lang/String;", TEXT),
            failing("failNotSame", TWO_VALUES + "Ljava/lang/String;)"));

    private static final Seam[] HAMCREST = making("appendValue", "(Ljava/lang/Object;)Lorg/hamcrest/Description;", "");

    private static final Seam[] ASSERTJ = making("failure", "(", ")Ljava/lang/AssertionError;");

    private static final Seam[] TRUTH_FACT =
            making("fact", "(Ljava/lang/String;Ljava/lang/Object;)", ")Lcom/google/common/truth/Fact;");
    private static final Seam[] TRUTH = making("formatActualOrExpected", "(Ljava/lang/Object;)", TEXT);

    private static final Seam[] TRUTH_ELEMENTS = making("stringValueForFailure", "(Ljava/lang/Object;)", TEXT);

    private static final Seam[] KOTEST =
            making("print", "(Ljava/lang/Object;", ")Lio/kotest/assertions/print/Printed;");

    private static final Seam[] ASSERTK = making("display", "(Ljava/lang/Object;", TEXT);

    /** Formats Groovy's {@code assert}. */
    private static final Seam[] GROOVY =
            making("render", "(Ljava/lang/String;Lorg/codehaus/groovy/runtime/powerassert/", TEXT);

    private static final Map<String, Seam[]> BY_CLASS = byClass();

    private Formatters() {}

    /** Returns the seams of a class, by internal name; null for nearly all classes. */
    static Seam[] of(String className) {
        return BY_CLASS.get(className);
    }

    private static Map<String, Seam[]> byClass() {
        Map<String, Seam[]> table = new HashMap<>();
        table.put("org/junit/jupiter/api/AssertionFailureBuilder", JUPITER); // from 5.9
        table.put("org/junit/jupiter/api/AssertionUtils", OLD_JUPITER); // to 5.8
        table.put("org/junit/jupiter/api/AssertNull", JUPITER_NULL);
        table.put("org/junit/jupiter/api/AssertNotEquals", JUPITER_EQUAL);
        table.put("org/junit/jupiter/api/AssertNotSame", JUPITER_SAME);
        table.put("org/opentest4j/ValueWrapper", OPENTEST4J);
        table.put("org/junit/Assert", JUNIT4);
        table.put("junit/framework/Assert", JUNIT3);
        table.put("org/testng/Assert", TESTNG);
        table.put("org/testng/AssertJUnit", JUNIT3);
        table.put("org/hamcrest/BaseDescription", HAMCREST);
        table.put("org/assertj/core/internal/Failures", ASSERTJ);
        table.put("com/google/common/truth/Fact", TRUTH_FACT);
        table.put("com/google/common/truth/Subject", TRUTH);
        table.put("com/google/common/truth/Platform", TRUTH_ELEMENTS);
        table.put("io/kotest/assertions/print/PrintKt", KOTEST);
        table.put("assertk/assertions/support/SupportKt", ASSERTK);
        table.put("org/codehaus/groovy/runtime/powerassert/AssertionRenderer", GROOVY);
        return table;
    }

    /** A method that returns the message or the exception. */
    private static Seam[] making(String method, String descriptorStart, String descriptorEnd) {
        return new Seam[] {
            new Seam(method, descriptorStart, descriptorEnd, Event.FORMATTING),
            new Seam(method, descriptorStart, descriptorEnd, Event.FORMATTED).atExit(),
        };
    }

    /** A method that formats the message and throws the exception. */
    private static Seam[] failing(String method, String parameters) {
        return new Seam[] {
            new Seam(method, parameters, ")V", Event.FORMATTING),
            new Seam(method, parameters, ")V", Event.FORMATTED_AND_FAILS).atExit(),
        };
    }

    private static Seam[] join(Seam[]... some) {
        Seam[] all = new Seam[2 * some.length];
        for (int i = 0; i < some.length; i++) {
            System.arraycopy(some[i], 0, all, 2 * i, 2);
        }
        return all;
    }
}
