package hot;

/** A small object. */
public final class Pair {
    private final int left;
    private final int right;

    public Pair(int left, int right) {
        this.left = left;
        this.right = right;
    }

    public Pair turned() {
        return new Pair(right, left + 1);
    }
}
