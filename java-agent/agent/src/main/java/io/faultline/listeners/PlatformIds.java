package io.faultline.listeners;

import io.faultline.names.UniqueIdParts;
import java.util.Collection;

/**
 * Ids of the JUnit Platform's tests that are the same in each run: unique ids, of which the Vintage engine makes some
 * of names with hashes. Of equal parts below the same parent the second one has {@code #2}.
 *
 * <p>Cost: for a part that differs from run to run, a look at its siblings; otherwise at the characters of the id.
 */
final class PlatformIds {
    private static final Getter CHILDREN = new Getter(PlatformEvents.DESCRIPTOR, "getChildren");

    private PlatformIds() {}

    /** The id of a descriptor; empty if it has none. */
    static String of(Object descriptor) {
        String id = unique(descriptor);
        if (!UniqueIdParts.mayChange(id)) {
            return id;
        }
        Object parent = PlatformEvents.value(PlatformEvents.PARENT.of(descriptor));
        if (parent == null) {
            return id;
        }
        String above = unique(parent);
        String part = UniqueIdParts.last(id, above);
        String stable = UniqueIdParts.stable(part);
        int occurrence = stable.equals(part) ? 1 : occurrence(descriptor, parent, above, stable);
        return of(parent) + "/" + UniqueIdParts.numbered(stable, occurrence);
    }

    private static int occurrence(Object descriptor, Object parent, String above, String stable) {
        Object children = CHILDREN.of(parent);
        int occurrence = 1;
        if (children instanceof Collection) {
            for (Object child : (Collection<?>) children) {
                if (child == descriptor) {
                    break;
                }
                occurrence += UniqueIdParts.stable(UniqueIdParts.last(unique(child), above))
                                .equals(stable)
                        ? 1
                        : 0;
            }
        }
        return occurrence;
    }

    private static String unique(Object descriptor) {
        Object id = PlatformEvents.UNIQUE_ID.of(descriptor);
        return id == null ? "" : id.toString();
    }
}
