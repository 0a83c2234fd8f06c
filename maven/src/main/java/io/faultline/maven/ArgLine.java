package io.faultline.maven;

import io.faultline.plugins.Installation;
import java.util.regex.Pattern;

/**
 * The options of the JVMs that Surefire and Failsafe fork, one text: {@code argLine}.
 *
 * <p>A pom that sets its own {@code <argLine>} replaces the property that an agent was put into, unless it names
 * the property. {@code ${argLine}} is replaced when the pom is read if the property has a value then, which is
 * before any goal runs; {@code @{argLine}} is left to Surefire, which replaces it when the tests start.
 */
final class ArgLine {
    /** The property that Surefire and Failsafe read where the pom has no {@code <argLine>}. */
    static final String PROPERTY = "argLine";

    /** What an earlier call put in; our options hold no blank. */
    private static final Pattern OUR_AGENT =
            Pattern.compile("-javaagent:\\S*/" + Pattern.quote(Installation.AGENT) + "=\\S*\\s*");

    private ArgLine() {}

    /** The text with the agent first and everything else as it was; an agent of ours in it is replaced. */
    static String withAgent(String existing, String agent) {
        String others = existing == null ? "" : OUR_AGENT.matcher(existing).replaceAll("").trim();
        return others.isEmpty() ? agent : agent + " " + others;
    }

    /** Does an {@code <argLine>} of the pom (null: there is none) take what a property holds when the tests start? */
    static boolean takes(String configured, String property) {
        if (configured == null) {
            return property.equals(PROPERTY);
        }
        return configured.contains("@{" + property + "}") || configured.contains("${" + property + "}");
    }

    /** The element to write into the pom so that the property is taken, on one line. */
    static String remedy(String configured, String property) {
        String own = configured == null ? "" : " " + configured.trim().replaceAll("\\s+", " ");
        return "<argLine>@{" + property + "}" + escaped(own) + "</argLine>";
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
