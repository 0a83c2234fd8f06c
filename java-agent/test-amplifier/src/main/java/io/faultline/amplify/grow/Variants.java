package io.faultline.amplify.grow;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The variants of one test: its splits and slices, then random edits.
 *
 * <p>Deterministic: the draws depend on the seed, the test's name and which edits did not compile.
 */
final class Variants {
    /** Maximum edits in a variant. Two thirds of the draws choose one edit, the others up to three. */
    private static final int MOST_EDITS = 3;

    private static final int TRIES = 30;

    /** Maximum length of all variants of a test, in characters, because the size of class files is limited. */
    private static final int ROOM = 3_000_000;

    private static final int LEAST = 40;

    private final TestMethod test;
    private final Sites sites;
    private final Split split;
    private final Inputs inputs;
    private final List<Edit> watching;

    /** Whether edited variants evaluate assertions instead of observing their actual values. */
    private final boolean tries;

    private final Random random;
    private final int wanted;
    private final boolean isSliced;
    private final int thrownLine;
    private final Set<String> seen = new HashSet<>();

    /** Edits that do not compile. */
    private final Set<Integer> bad = new HashSet<>();

    Variants(TestMethod test, Wanted wants, long seed) {
        this.test = test;
        int wanted = wants.count;
        isSliced = wants.slices;
        thrownLine = wants.thrownLine;
        split = new Split(test.source, test.body());
        // Observing an assertion removes the value it compares with, and with it an exception thrown there.
        TreePath thrown = thrown(List.of());
        ExpressionTree compared = thrown == null ? null : Assertions.compared(test.source, thrown);
        boolean isThrower = compared != null && !wants.thrownBy.isEmpty() && Assertions.calls(compared, wants.thrownBy);
        tries = wants.tries || isThrower && Assertions.calls(Assertions.actual(test.source, thrown), wants.thrownBy);
        inputs = new Inputs(test.source, test.body(), split);
        MethodTree tree = test.tree();
        int length = test.source.end(tree.getBody()) - test.source.start(tree.getBody());
        this.wanted = Math.min(wanted, Math.max(LEAST, ROOM / Math.max(1, length)));
        sites = wanted == 0 ? new Sites() : BodyEdits.of(test.source, test.body());
        watching = tries ? split.whole() : Watching.body(test.source, test.body(), isThrower ? thrown.getLeaf() : null);
        random = new Random(seed * 31 + (test.testClass + "#" + test.name).hashCode());
        seen.add(spliced(watching).text);
    }

    boolean isAskedForNone() {
        return wanted == 0;
    }

    /** Whether edits need assertions to judge them, but no assertion of the test is recognised. */
    boolean lacksAssertions() {
        return tries && split.size() == 0;
    }

    /** The number of wanted edits. */
    int wanted() {
        return sites.isEmpty() || tries && split.size() == 0 ? 0 : wanted;
    }

    /**
     * The whole test, one split per assertion, and the requested slices. There are no splits if the test has only one
     * assertion. The whole test is first, and only present if there are splits or slices of assertions, or edits that
     * evaluate assertions. Only slices that remove more than their split follow.
     */
    List<Variant> splits() {
        List<Variant> variants = new ArrayList<>();
        Set<String> texts = new HashSet<>(Set.of(spliced(List.of()).text));
        for (int i = 0; i < split.size() && split.size() > 1; i++) {
            List<Edit> alone = split.alone(i);
            Spliced body = spliced(alone);
            if (body != null && texts.add(body.text)) {
                String line = Integer.toString(split.line(i));
                variants.add(
                        new Variant("split", test, body, List.of(), Integer.toString(i), line, inputs.after(alone)));
            }
        }
        if (isSliced) {
            variants.addAll(slices(texts));
        }
        boolean isCompared =
                variants.stream().anyMatch(variant -> !variant.sites.isEmpty()) || tries && split.size() > 0;
        Spliced whole = isCompared ? spliced(split.whole()) : null;
        if (whole != null) {
            variants.add(0, new Variant("whole", test, whole, List.of(), "", "", inputs.after(List.of())));
        }
        return variants;
    }

    /**
     * The statement that threw the recorded exception, unless it is among {@code others}; null if there is none or it
     * is unknown.
     */
    private TreePath thrown(List<Tree> others) {
        return thrownLine == 0 ? null : Slice.at(test.source, test.body(), thrownLine, others);
    }

    /**
     * One slice per assertion, and one for the statement that threw the recorded exception, omitting texts already
     * seen.
     */
    private List<Variant> slices(Set<String> texts) {
        List<Variant> variants = new ArrayList<>();
        Mentioned mentioned = new Mentioned(test.source);
        for (int i = 0; i < split.size(); i++) {
            slice(mentioned, split.path(i), Integer.toString(i), split.line(i), texts, variants);
        }
        TreePath thrown = thrown(split.statements());
        if (thrown != null) {
            slice(mentioned, thrown, "", thrownLine, texts, variants);
        }
        return variants;
    }

    private void slice(
            Mentioned mentioned, TreePath wanted, String site, int line, Set<String> texts, List<Variant> variants) {
        List<Edit> edits = Slice.of(test.source, mentioned, test.body(), wanted, split.statements());
        Spliced body = spliced(edits);
        if (body != null && texts.add(body.text)) {
            variants.add(
                    new Variant("slice", test, body, List.of(), site, Integer.toString(line), inputs.after(edits)));
        }
    }

    /** Draws {@code count} more edited variants; fewer if there are not enough different ones. */
    List<Variant> edits(int count) {
        List<Variant> variants = new ArrayList<>();
        for (int draws = 0; !sites.isEmpty() && variants.size() < count && draws < count * TRIES; draws++) {
            int most = random.nextInt(3) == 0 ? 1 + random.nextInt(MOST_EDITS) : 1;
            List<Edit> chosen = new ArrayList<>();
            for (int i = 0; i < most; i++) {
                Edit edit = sites.draw(random);
                if (!bad.contains(edit.id) && !(tries && split.isExpected(edit))) {
                    chosen.add(edit);
                }
            }
            List<Edit> all = new ArrayList<>(chosen);
            all.addAll(watching);
            Spliced body = chosen.isEmpty() ? null : spliced(all);
            if (body != null && seen.add(body.text)) {
                variants.add(variant(body, chosen));
            }
        }
        return variants;
    }

    private Variant variant(Spliced body, List<Edit> chosen) {
        chosen.sort(Comparator.comparingInt(edit -> edit.from));
        String ids = chosen.stream().map(edit -> Integer.toString(edit.id)).collect(Collectors.joining(" "));
        Set<Integer> lines = new TreeSet<>();
        chosen.forEach(edit -> lines.add(test.source.line(edit.from)));
        String ofLines = lines.stream().map(String::valueOf).collect(Collectors.joining(" "));
        return new Variant(tries ? "tried" : "edit", test, body, chosen, ids, ofLines, inputs.after(chosen));
    }

    /** Records that a variant did not compile because of an error at this offset of its body. */
    void isBad(Variant variant, int offset) {
        Edit near = variant.edits.size() == 1 ? variant.edits.get(0) : variant.body.near(offset);
        if (near != null && near.id >= 0) {
            bad.add(near.id);
        }
    }

    private Spliced spliced(List<Edit> edits) {
        TreePath body = test.body();
        return Spliced.of(test.source.text, test.source.start(body.getLeaf()), test.source.end(body.getLeaf()), edits);
    }
}
