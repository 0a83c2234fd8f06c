package io.faultline.faults;

import java.util.List;

/** A test method and what became of it, as a row of a file. */
record TestRow(String test, long millis, List<String> ids) {
    private static final String SEPARATOR = "\u001f";
    private static final int LONGEST_MESSAGE = 150;

    /**
     * {@code test, class that was run, class, method, status, ms, exception, whether something is missing, message,
     * ids}, separated by tabs.
     */
    static String write(TestResult result, String ran) {
        Throwable thrown = result.thrown;
        String message = thrown == null ? "" : message(thrown);
        return String.join("\t", "test", ran, result.type, result.method, result.status, String.valueOf(result.millis),
                thrown == null ? "" : thrown.getClass().getName(), String.valueOf(Linkage.isMissing(thrown)),
                message.substring(0, Math.min(LONGEST_MESSAGE, message.length())), String.join(SEPARATOR, result.ids));
    }

    static TestRow read(String row) {
        String[] cells = row.split("\t", -1);
        return new TestRow(cells[2] + "::" + cells[3], Long.parseLong(cells[5]), List.of(cells[9].split(SEPARATOR)));
    }

    /** Making a message is the application's code, which may fail as well. */
    private static String message(Throwable thrown) {
        try {
            return String.valueOf(thrown.getMessage()).replaceAll("\\s+", " ");
        } catch (Throwable e) {
            return "";
        }
    }
}
