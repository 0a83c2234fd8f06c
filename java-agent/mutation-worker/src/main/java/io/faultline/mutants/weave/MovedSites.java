package io.faultline.mutants.weave;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.tree.MethodNode;

/**
 * Sites of code that a tool moved into a method of its own as the class was loaded: AspectJ puts what an {@code around}
 * advice surrounds into {@code price_aroundBody0}, other tools rename the method and put one of theirs in its place.
 *
 * <p>The code of such a method is that of the compiled method whose sites, among those not yet found, it has most of.
 */
final class MovedSites {
    /** End of the name of a copy of an advice, whose lines are those of the aspect's source. */
    private static final String ADVICE = "$advice";

    private MovedSites() {}

    /** The moved sites, with the numbers of the compiled ones. {@code found}: those that did not move. */
    static List<Sites.Site> of(Sites changed, Sites compiled, List<Sites.Site> found) {
        List<Sites.Site> moved = new ArrayList<>();
        Set<Integer> numbers = new HashSet<>();
        found.forEach(site -> numbers.add(site.first));
        for (int i = 0; i < changed.type.methods.size() && numbers.size() < compiled.all.size(); i++) {
            MethodNode method = changed.type.methods.get(i);
            if (compiled.indexOf(method) < 0 && !method.name.endsWith(ADVICE)) {
                List<Sites.Site> most = most(changed.ofMethod(i), compiled, numbers);
                most.forEach(site -> numbers.add(site.first));
                moved.addAll(most);
            }
        }
        return moved;
    }

    private static List<Sites.Site> most(List<Sites.Site> added, Sites compiled, Set<Integer> found) {
        List<Sites.Site> most = new ArrayList<>();
        for (int method = 0; method < compiled.type.methods.size() && !added.isEmpty(); method++) {
            List<Sites.Site> missing = compiled.ofMethod(method);
            missing.removeIf(site -> found.contains(site.first));
            List<Sites.Site> pairs = Sites.pairs(added, missing);
            if (pairs.size() > most.size()) {
                most = pairs;
            }
        }
        return most;
    }
}
