package io.faultline.amplify.grow;

import java.util.ArrayList;
import java.util.List;

/**
 * Renders a variant's body for people. If the correct classes confirm an observed value, the observation becomes an
 * assertion.
 */
final class Body {
    private static final int LONGEST = 1000;

    private Body() {}

    /** The body; null if an observed value has no literal or was not observed in the body itself. */
    static String of(Kept kept, Framework framework) {
        boolean checks = kept.by.equals("oracle");
        String text = Split.untried(kept.body.replace(Watching.INSTEAD, ""));
        List<String> parts = new ArrayList<>();
        int at = 0;
        int sees = 0;
        while (true) {
            int see = text.indexOf(Watching.SEE, at);
            int seen = see < 0 ? -1 : text.indexOf(Watching.SEEN, see);
            if (seen < 0) {
                break;
            }
            parts.add(text.substring(at, see));
            String actual = text.substring(see + Watching.SEE.length(), seen);
            if (checks && sees < kept.observations.size()) {
                String value = value(kept.observations.get(sees));
                if (value == null) {
                    return null;
                }
                parts.add(equal(framework, value, actual));
            } else {
                parts.add("java.util.Objects.isNull(" + actual + ");");
            }
            sees++;
            at = seen + Watching.SEEN.length();
        }
        parts.add(text.substring(at));
        boolean isMapped =
                !checks || kept.observations.size() == sees || !kept.end.isEmpty() && kept.observations.size() < sees;
        return isMapped ? ended(kept, String.join("", parts)) : null;
    }

    /** An observed value as a string; null if the observation is incomplete. */
    static String value(String shown) {
        if (shown.length() > LONGEST || shown.contains("@")) {
            return null;
        }
        if (shown.equals("null") || shown.equals("true") || shown.equals("false") || shown.matches("-?[0-9]+")) {
            return shown;
        }
        if (shown.matches("-?[0-9]+L")) {
            return shown.substring(0, shown.length() - 1);
        }
        if (shown.startsWith("D:")) {
            return shown.substring(2);
        }
        boolean isQuoted = shown.length() >= 2
                && shown.charAt(0) == shown.charAt(shown.length() - 1)
                && (shown.charAt(0) == '"' || shown.charAt(0) == '\'');
        return isQuoted ? shown.substring(1, shown.length() - 1) : null;
    }

    private static String equal(Framework framework, String value, String actual) {
        String seen = "String.valueOf((Object) (" + actual + "))";
        String wanted = Literals.string(value);
        switch (framework) {
            case JUNIT3:
                return "junit.framework.Assert.assertEquals(" + wanted + ", " + seen + ");";
            case JUNIT4:
                return "org.junit.Assert.assertEquals(" + wanted + ", " + seen + ");";
            case JUPITER:
                return "org.junit.jupiter.api.Assertions.assertEquals(" + wanted + ", " + seen + ");";
            default:
                return "org.testng.Assert.assertEquals(" + seen + ", " + wanted + ");";
        }
    }

    /** Wraps the body so that it asserts the expected exception, if there is one. */
    private static String ended(Kept kept, String body) {
        if (!kept.by.equals("oracle") || kept.end.isEmpty()) {
            return body;
        }
        return "{ try " + body + " catch (Throwable ended) {\n            if (!ended.getClass().getName().equals("
                + Literals.string(kept.end)
                + ")) throw ended;\n            return;\n        }\n        throw new AssertionError("
                + Literals.string(kept.end + " was to be thrown")
                + ");\n    }";
    }
}
