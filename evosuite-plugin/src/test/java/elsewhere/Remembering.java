package elsewhere;

/** Stores the result of a string comparison, and compares again in a branch. */
public class Remembering {
    private final boolean isAll;
    private final boolean[] ends = new boolean[1];

    public Remembering(String text) {
        isAll = "/**".equals(text);
        ends[0] = text.endsWith("/**");
    }

    public boolean isAll() {
        return isAll;
    }

    public String text() {
        return isAll + ", " + ends[0] + ", " + String.valueOf("a".equals("b")) + ", "
                + ("a".equals("a") ? "same" : "other");
    }
}
