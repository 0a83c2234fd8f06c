package hot;

/** A text put together. */
public final class Words {
    private Words() {
    }

    public static String described(int id, String name) {
        StringBuilder text = new StringBuilder();
        text.append('#').append(id);
        text.append(' ').append(name);
        if (id % 2 == 0) {
            text.append(" (even)");
        }
        return text.toString();
    }
}
