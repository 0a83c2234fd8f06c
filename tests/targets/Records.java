// release 17
// Records, instanceof patterns, switch expressions, text blocks, sealed interfaces.
public class Records { // not covered
    record Point(int x, int y) {
        static final Point ORIGIN = new Point(0, 0); // covered

        Point { // covered
            if (x < 0) { // covered
                throw new IllegalArgumentException("negative"); // covered
            }
        } // covered

        Point(int both) {
            this(both, both); // covered
        } // covered

        int sum() {
            return x + y; // covered
        }

        int never() {
            return 0; // not covered
        }
    }

    sealed interface Node permits Leaf, Pair {}

    record Leaf(int value) implements Node {}

    record Pair(Node left, Node right) implements Node {}

    static int total(Node node) {
        if (node instanceof Leaf leaf) { // covered
            return leaf.value(); // covered
        }
        if (node instanceof Pair pair // covered
                && pair.left() != null) { // covered
            return total(pair.left()) // covered
                    + total(pair.right()); // covered
        }
        return -1; // not covered
    }

    static String describe(int number) {
        return switch (number) { // covered
            case 1 -> "one"; // covered
            case 2, 3 -> {
                String text = "few"; // covered
                yield text + "!"; // covered
            }
            default -> "many"; // not covered
        };
    }

    public static void main(String[] args) {
        System.out.println(new Point(3).sum()); // covered
        System.out.println(Point.ORIGIN.equals(new Point(0, 0))); // covered
        System.out.println(new Point(1, 2)); // covered
        try {
            new Point(-1, 0); // covered
        } catch (IllegalArgumentException expected) { // covered
            System.out.println(expected.getMessage()); // covered
        } // not covered
        System.out.println(total(new Pair(new Leaf(1), new Leaf(2)))); // covered
        System.out.println(describe(1) + describe(3)); // covered
    } // covered
}
