package io.faultline.amplify.grow;

import com.sun.source.tree.AnnotationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A test method's annotations, modifiers, return type and parameters, for use with another name. */
final class Header {
    private final String before;
    private final String after;

    private Header(String before, String after) {
        this.before = before;
        this.after = after;
    }

    /** Reads the header of a method. Errors: {@link Nothing} if its name is not at the expected position. */
    static Header of(Source source, MethodTree method) throws Nothing {
        int start = source.start(method);
        int body = source.start(method.getBody());
        Tree type = method.getReturnType();
        int from = type == null ? start : source.end(type);
        Matcher name = Pattern.compile("\\b" + Pattern.quote(method.getName().toString()) + "\\b\\s*\\(")
                .matcher(source.text);
        if (!name.find(from) || name.start() >= body) {
            throw new Nothing(
                    "no method",
                    "the header of `" + method.getName() + "` in " + source.file
                            + " cannot be read; grow from another test");
        }
        int nameEnd = name.start() + method.getName().length();
        String after = source.text.substring(nameEnd, body);
        if (method.getThrows().isEmpty()) {
            after = after.stripTrailing() + " throws Throwable ";
        } else {
            int first = source.start(method.getThrows().get(0));
            after = source.text.substring(nameEnd, source.text.lastIndexOf("throws", first)) + "throws Throwable ";
        }
        StringBuilder before = new StringBuilder(source.text.substring(start, name.start()));
        for (AnnotationTree annotation : method.getModifiers().getAnnotations()) {
            // Under its new name the method overrides nothing.
            if (annotation.getAnnotationType().toString().endsWith("Override")) {
                int at = source.start(annotation) - start;
                int end = source.end(annotation) - start;
                before.replace(at, end, " ".repeat(end - at));
            }
        }
        return new Header(before.toString(), after);
    }

    String named(String name) {
        return before + name + after;
    }
}
