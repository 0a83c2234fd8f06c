package io.faultline.evosuite.search;

import org.evosuite.utils.LoggingUtils;

/** Log output of the client: EvoSuite's log reaches the master's console, the client's streams do not. */
final class Log {
    private Log() {}

    static void say(String sentence) {
        LoggingUtils.getEvoLogger().info("* [faultline] " + sentence);
    }

    static void failure(String sentence, Throwable cause) {
        StringBuilder text = new StringBuilder("* [faultline] ")
                .append(sentence)
                .append(": ")
                .append(cause);
        for (StackTraceElement frame : cause.getStackTrace()) {
            text.append("\n    at ").append(frame);
        }
        LoggingUtils.getEvoLogger().info(text.toString());
    }
}
