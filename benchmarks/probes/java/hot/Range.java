package hot;

/** A method of a few lines. */
public final class Range {
    private final int low;
    private final int high;

    public Range(int low, int high) {
        this.low = low;
        this.high = high;
    }

    public int folded(int x) {
        int masked = x & 0xffff;
        int above = Math.max(masked, low);
        int inside = Math.min(above, high);
        return inside + (x >>> 16);
    }
}
