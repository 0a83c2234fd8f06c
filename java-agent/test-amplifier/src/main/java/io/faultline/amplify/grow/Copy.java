package io.faultline.amplify.grow;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.MethodTree;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * A copy of a source file with variants appended to the classes that declare their tests. Existing lines keep their
 * numbers.
 */
final class Copy {
    final Source source;
    private final List<Edit> edits;

    /** The variants in the last text, by start offset. */
    private final TreeMap<Integer, Variant> places = new TreeMap<>();

    private int endOfVariants;

    Copy(Source source, Set<MethodTree> tests, boolean watchesHelpers) {
        this.source = source;
        edits = new ArrayList<>(Mended.of(source));
        List<Edit> mended = List.copyOf(edits);
        for (Edit helper : watchesHelpers ? Watching.helpers(source, tests) : List.<Edit>of()) {
            if (mended.stream().noneMatch(edit -> edit.from <= helper.from && helper.to <= edit.to)) {
                edits.add(helper);
            }
        }
    }

    /** Returns the file's text with these variants, by method name. */
    String text(Map<String, Variant> variants, Map<TestMethod, Header> headers) {
        Map<ClassTree, List<String>> ofClass = new LinkedHashMap<>();
        variants.forEach(
                (name, variant) -> ofClass.computeIfAbsent(variant.of.declaring, declaring -> new ArrayList<>())
                        .add(name));
        Map<Integer, List<String>> byEnd = new TreeMap<>();
        ofClass.forEach((declaring, names) -> byEnd.put(source.end(declaring) - 1, names));
        places.clear();
        endOfVariants = 0;
        StringBuilder text = new StringBuilder();
        int at = 0;
        for (Map.Entry<Integer, List<String>> one : byEnd.entrySet()) {
            text.append(part(at, one.getKey()));
            for (String name : one.getValue()) {
                Variant variant = variants.get(name);
                text.append("\n    ").append(headers.get(variant.of).named(name));
                places.put(text.length(), variant);
                text.append(variant.body.text);
                endOfVariants = text.length();
            }
            text.append("\n");
            at = one.getKey();
        }
        return text.append(part(at, source.text.length())).toString();
    }

    private String part(int from, int to) {
        List<Edit> within = new ArrayList<>();
        for (Edit edit : edits) {
            if (edit.from >= from && edit.to <= to) {
                within.add(edit);
            }
        }
        Spliced spliced = Spliced.of(source.text, from, to, within);
        return spliced == null ? source.text.substring(from, to) : spliced.text;
    }

    /** The variant at an offset of the last text, with the offset in its body; null if there is none. */
    Map.Entry<Variant, Integer> at(int offset) {
        Map.Entry<Integer, Variant> place = places.floorEntry(offset);
        boolean isIn = place != null
                && offset <= place.getKey() + place.getValue().body.text.length()
                && offset <= endOfVariants;
        return isIn ? Map.entry(place.getValue(), offset - place.getKey()) : null;
    }

    /** The syntax trees of the tests. */
    static Set<MethodTree> trees(List<TestMethod> tests) {
        Set<MethodTree> trees = new HashSet<>();
        tests.forEach(test -> trees.add(test.tree()));
        return trees;
    }
}
