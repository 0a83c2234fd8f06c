package hot;

/** Methods of one line that call nothing. */
public final class Leaf {
    private final int value;

    public Leaf(int value) {
        this.value = value;
    }

    public int value() {
        return value;
    }

    public static int mixed(int x) {
        return x * 31 + 7;
    }
}
