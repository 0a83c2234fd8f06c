package io.faultline.maven;

import io.faultline.plugins.Installation;
import java.util.regex.Pattern;

/**
 * The JVM options for forks of Surefire and Failsafe, as one text: {@code argLine}.
 *
 * <p>A pom with its own {@code <argLine>} overrides the property that contains the agent, unless it refers to the
 * property. Maven replaces {@code ${argLine}} when it reads the pom, if the property has a value then, which is before
 * any goal runs. Surefire replaces {@code @{argLine}} when the tests start.
 */
final class ArgLine {
    /** The property that Surefire and Failsafe read if the pom has no {@code <argLine>}. */
    static final String PROPERTY = "argLine";

    /** The agent option of an earlier call; it contains no blank. */
    private static final Pattern OUR_AGENT =
            Pattern.compile("-javaagent:\\S*/" + Pattern.quote(Installation.AGENT) + "=\\S*\\s*");

    private ArgLine() {}

    /** Prepends the agent to the text; an existing agent option of Faultline is replaced. */
    static String withAgent(String existing, String agent) {
        String others = existing == null
                ? ""
                : OUR_AGENT.matcher(existing).replaceAll("").trim();
        return others.isEmpty() ? agent : agent + " " + others;
    }

    /**
     * Whether an {@code <argLine>} of the pom (null: there is none) uses the value that a property has when the tests
     * start.
     */
    static boolean takes(String configured, String property) {
        if (configured == null) {
            return property.equals(PROPERTY);
        }
        return configured.contains("@{" + property + "}") || configured.contains("${" + property + "}");
    }

    /** The index of the reference to a property in an {@code <argLine>}; its end if there is none. */
    static int begin(String configured, String property) {
        int late = configured.indexOf("@{" + property + "}");
        int early = configured.indexOf("${" + property + "}");
        int begin = late >= 0 ? late : early;
        return begin < 0 ? configured.length() : begin;
    }

    /** The one-line element for the pom that makes it use the property. */
    static String remedy(String configured, String property) {
        String own = configured == null ? "" : " " + configured.trim().replaceAll("\\s+", " ");
        return "<argLine>@{" + property + "}" + escaped(own) + "</argLine>";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
