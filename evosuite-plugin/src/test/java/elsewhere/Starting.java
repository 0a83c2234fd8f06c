package elsewhere;

/** Fails in the third line of its initialiser. */
public class Starting {
    static final Object FIRST = new Object();
    static final Object SECOND = FIRST.hashCode() == 0 ? null : FIRST;
    static final int THIRD = Integer.parseInt("x");
}
