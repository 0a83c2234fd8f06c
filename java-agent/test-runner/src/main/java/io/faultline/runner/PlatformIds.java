package io.faultline.runner;

import io.faultline.names.UniqueIdParts;
import java.util.HashMap;
import java.util.Map;
import org.junit.platform.engine.FilterResult;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.launcher.PostDiscoveryFilter;

/**
 * Selects tests of the JUnit Platform by the ids that the recording agent's {@code PlatformIds} gives them. These are
 * unique ids but for tests of JUnit 3 and 4 whose names differ from run to run: such a test can only be selected in the
 * tree of the run that it is to run in.
 */
final class PlatformIds implements PostDiscoveryFilter {
    private final Selection selection;

    /** The agent's id of each unique id of the tree, where it is another. */
    private final Map<String, String> others = new HashMap<>();

    private TestDescriptor read;

    PlatformIds(Selection selection) {
        this.selection = selection;
    }

    /** The agent's id of a test with this unique id. */
    String of(String uniqueId) {
        return others.getOrDefault(uniqueId, uniqueId);
    }

    @Override
    public FilterResult apply(TestDescriptor descriptor) {
        TestDescriptor root = descriptor;
        while (root.getParent().isPresent()) {
            root = root.getParent().get();
        }
        // Before tests are left out: equal ones are numbered.
        if (read != root) {
            read = root;
            read(root, root.getUniqueId().toString());
        }
        String id = of(descriptor.getUniqueId().toString());
        return FilterResult.includedIf(selection.names().contains(id));
    }

    private void read(TestDescriptor parent, String idOfParent) {
        String above = parent.getUniqueId().toString();
        Map<String, Integer> occurrences = new HashMap<>();
        for (TestDescriptor child : parent.getChildren()) {
            String unique = child.getUniqueId().toString();
            String part = UniqueIdParts.last(unique, above);
            String stable = UniqueIdParts.mayChange(unique) ? UniqueIdParts.stable(part) : part;
            int occurrence = occurrences.merge(stable, 1, Integer::sum);
            String id = idOfParent + "/" + UniqueIdParts.numbered(stable, stable.equals(part) ? 1 : occurrence);
            if (!id.equals(unique)) {
                others.put(unique, id);
            }
            read(child, id);
        }
    }
}
