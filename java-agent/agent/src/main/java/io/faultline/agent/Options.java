package io.faultline.agent;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The options in {@code -javaagent:faultline-agent.jar=}: {@code key=value,key=value}, with values percent-encoded in
 * UTF-8. Because batch files interpret percent signs, a leading {@code escape=@} lets {@code @20} stand for {@code %20}
 * in the rest.
 *
 * <p>Errors: {@link IllegalArgumentException} with a sentence for users.
 */
final class Options {
    static final String DEFAULT_DIRECTORY = ".faultline";

    private static final char PERCENT = '%';

    private static final List<String> ELEMENTS = Arrays.asList("lines", "branches", "returns");

    /** Absolute path of the recording folder. */
    final String directory;

    /** Absolute path of the project, or null. */
    final String root;

    final Patterns include;
    final Patterns exclude;

    /** Whether to add this agent to Java processes started by this JVM. */
    final boolean fork;

    /** The process of the {@code faultline run} that added the agent, {@link DuringRun}; null if none did. Not for users. */
    final String run;

    /** Whether to use events of the JVM (JVMTI) if available. */
    final boolean jvmti;

    /** Whether to record outcomes of conditions and switches. */
    final boolean branches;

    /** Whether to record outcomes of calls. */
    final boolean returns;

    /** The baseline by which tests are left out, {@link io.faultline.listeners.Selection}; null if all run. Not for users. */
    final String baseline;

    /** The baseline by which the tests most likely to fail run first; null for the build's order. Not for users. */
    final String order;

    /** What the JVM that started this one said about it, {@link Below}; null if none did. Not for users. */
    final String below;

    /** The id of the test that started this JVM; null if none did, or it is not known. Not for users. */
    final String startedBy;

    /** The escape character. */
    private final char escape;

    private Options(
            char escape,
            String directory,
            String root,
            Patterns include,
            Patterns exclude,
            boolean fork,
            String run,
            boolean jvmti,
            String baseline,
            String order,
            String below,
            String startedBy,
            Set<String> elements) {
        this.escape = escape;
        this.directory = directory;
        this.root = root;
        this.include = include;
        this.exclude = exclude;
        this.fork = fork;
        this.run = run;
        this.jvmti = jvmti;
        this.baseline = baseline;
        this.order = order;
        this.below = below;
        this.startedBy = startedBy;
        this.branches = elements.contains("branches");
        this.returns = elements.contains("returns");
    }

    static Options parse(String text) {
        char escape = PERCENT;
        String directory = DEFAULT_DIRECTORY;
        String root = null;
        String include = "";
        String exclude = "";
        boolean fork = false;
        String run = null;
        boolean jvmti = true;
        String baseline = null;
        String order = null;
        String below = null;
        String startedBy = null;
        Set<String> elements = Collections.emptySet();
        for (String option : text == null ? new String[0] : text.split(",")) {
            if (option.isEmpty()) {
                continue;
            }
            int equals = option.indexOf('=');
            String key = equals < 0 ? option : option.substring(0, equals);
            String value = equals < 0 ? "" : decode(option.substring(equals + 1), escape);
            switch (key) {
                case "escape":
                    escape = value.length() == 1 ? value.charAt(0) : PERCENT;
                    break;
                case "dir":
                    directory = value.isEmpty() ? DEFAULT_DIRECTORY : value;
                    break;
                case "root":
                    root = value.isEmpty() ? null : value;
                    break;
                case "include":
                    include = value;
                    break;
                case "exclude":
                    exclude = value;
                    break;
                case "fork":
                    fork = flag(key, value);
                    break;
                case "run":
                    run = value.isEmpty() ? null : value;
                    break;
                case "jvmti":
                    jvmti = flag(key, value);
                    break;
                case "baseline":
                    baseline = value.isEmpty() ? null : value;
                    break;
                case "order":
                    order = value.isEmpty() ? null : value;
                    break;
                case "below":
                    int colon = value.indexOf(':');
                    below = colon < 0 ? value : value.substring(0, colon);
                    startedBy = colon < 0 ? null : value.substring(colon + 1);
                    break;
                case "elements":
                    elements = elements(value);
                    break;
                default:
                    throw new IllegalArgumentException("the agent knows no option \"" + key
                            + "\", only dir, root, include, exclude, fork, jvmti and elements");
            }
        }
        return new Options(
                escape,
                new File(directory).getAbsolutePath(),
                root == null ? null : new File(root).getAbsolutePath(),
                Patterns.parse(include),
                Patterns.parse(exclude),
                fork,
                run,
                jvmti,
                baseline,
                order,
                below,
                startedBy,
                elements);
    }

    /** Returns equivalent options, without {@link #below}, for a process with another working directory. */
    String forChildren() {
        StringBuilder text = new StringBuilder(escape == PERCENT ? "" : "escape=" + escape + ",");
        text.append("dir=").append(encode(directory, escape));
        if (root != null) {
            text.append(",root=").append(encode(root, escape));
        }
        if (!include.isEmpty()) {
            text.append(",include=").append(encode(include.toString(), escape));
        }
        if (!exclude.isEmpty()) {
            text.append(",exclude=").append(encode(exclude.toString(), escape));
        }
        text.append(fork ? ",fork=true" : "")
                .append(run == null ? "" : ",run=" + encode(run, escape))
                .append(jvmti ? "" : ",jvmti=false")
                .append(baseline == null ? "" : ",baseline=" + encode(baseline, escape))
                .append(order == null ? "" : ",order=" + encode(order, escape));
        if (branches || returns) {
            text.append(",elements=lines")
                    .append(branches ? escape + "2Cbranches" : "")
                    .append(returns ? escape + "2Creturns" : "");
        }
        return text.toString();
    }

    /** Encodes a value for the agent of a JVM that this one starts. */
    String encoded(String value) {
        return encode(value, escape);
    }

    /** Parses the elements to record besides lines, which are always recorded. */
    private static Set<String> elements(String value) {
        Set<String> elements = new HashSet<>();
        for (String element : value.split("[,:+]")) {
            if (!element.isEmpty() && !ELEMENTS.contains(element)) {
                throw new IllegalArgumentException(
                        "the agent's option elements is a list of lines, branches and returns, \"" + element
                                + "\" is none of these");
            }
            elements.add(element);
        }
        return elements;
    }

    private static boolean flag(String key, String value) {
        if (value.isEmpty() || value.equals("true")) {
            return true;
        }
        if (value.equals("false")) {
            return false;
        }
        throw new IllegalArgumentException("the agent's option " + key + " is true or false, not \"" + value + "\"");
    }

    /** Decodes percent escapes; a plus sign stays a plus sign. */
    static String decode(String value) {
        return decode(value, PERCENT);
    }

    private static String decode(String value, char escape) {
        if (value.indexOf(escape) < 0) {
            return value;
        }
        byte[] in = value.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream out = new ByteArrayOutputStream(in.length);
        for (int i = 0; i < in.length; i++) {
            int high = in[i] == escape && i + 2 < in.length ? Character.digit(in[i + 1], 16) : -1;
            int low = high < 0 ? -1 : Character.digit(in[i + 2], 16);
            if (low < 0) {
                out.write(in[i]);
            } else {
                out.write(high << 4 | low);
                i += 2;
            }
        }
        return new String(out.toByteArray(), StandardCharsets.UTF_8);
    }

    /**
     * Encodes all characters but letters, digits and {@code -._/}, like the program does, so that shells, scripts and
     * argument files do not change them.
     */
    static String encode(String value) {
        return encode(value, PERCENT);
    }

    private static String encode(String value, char escape) {
        StringBuilder out = new StringBuilder(value.length() + 16);
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            char c = (char) (b & 0xff);
            boolean plain = c < 0x80 && (Character.isLetterOrDigit(c) || "-._/".indexOf(c) >= 0);
            if (plain) {
                out.append(c);
            } else {
                out.append(escape)
                        .append(Character.toUpperCase(Character.forDigit(c >> 4, 16)))
                        .append(Character.toUpperCase(Character.forDigit(c & 15, 16)));
            }
        }
        return out.toString();
    }
}
