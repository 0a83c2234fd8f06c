package io.faultline.amplify.grow;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.NewArrayTree;
import java.util.List;

/** Removes an element from an array. */
final class ArrayEdits {
    private static final int ELEMENTS = 20;

    private ArrayEdits() {}

    static void find(Source source, NewArrayTree array, Sites sites) {
        List<? extends ExpressionTree> elements = array.getInitializers();
        Sites.Site site = sites.site();
        for (int i = 0; elements != null && i < elements.size() && i < ELEMENTS; i++) {
            ExpressionTree element = elements.get(i);
            int from = i == 0 ? source.start(element) : source.end(elements.get(i - 1));
            int to = i == 0 && elements.size() > 1 ? source.start(elements.get(1)) : source.end(element);
            site.add(from, to, "", "leave out " + Literals.code(source.text(element)) + " from the array");
        }
        site.end(1);
    }
}
