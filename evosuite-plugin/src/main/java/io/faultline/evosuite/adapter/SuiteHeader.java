package io.faultline.evosuite.adapter;

import java.util.List;

/** Adds the metric to the comment above a written suite. */
public final class SuiteHeader extends Seam {
    public SuiteHeader() {
        super(
                "junit.writer.TestSuiteWriter.getHeader",
                "with a metric, its lines are added to the comment",
                "a suite does not say which metric, spectrum and seed made it");
    }

    @Override
    public List<String> classes(Distribution evosuite) {
        return only("org/evosuite/junit/writer/TestSuiteWriter");
    }

    @Override
    public String versions() {
        return "1.0.6; 1.1.0, 1.2.0 untested";
    }

    @Override
    public byte[] weave(Distribution evosuite, String className, byte[] classFile) {
        String descriptor = "(Ljava/lang/String;Ljava/lang/String;Ljava/util/List;)Ljava/lang/String;";
        return Weaving.atReturn(
                classFile,
                "getHeader",
                descriptor,
                m -> Weaving.call(m, SuiteHeader.class, "complete", "(Ljava/lang/String;)Ljava/lang/String;"));
    }

    /** Adds the metric's lines at the end of the first comment in the start of a source file. */
    public static String complete(String header) {
        return SearchStrategy.isGuided() ? complete(header, Guided.guidance().header(Guided.settings())) : header;
    }

    static String complete(String header, List<String> lines) {
        int end = header.indexOf(" */");
        if (end < 0) {
            return header;
        }
        StringBuilder complete = new StringBuilder(header.substring(0, end));
        for (String line : lines) {
            // A path may contain the end of a comment, or the start of an escape.
            String safe = line.replace("*/", "* /")
                    .replace('\\', '/')
                    .replace('\n', ' ')
                    .replace('\r', ' ');
            complete.append(" * ").append(safe).append(System.lineSeparator());
        }
        return complete.append(header.substring(end)).toString();
    }
}
