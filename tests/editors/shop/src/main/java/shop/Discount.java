package shop;

/** What pieces cost together. From 100 on a tenth is off, and not only above: that is the fault. */
public final class Discount {
    private Discount() {}

    public static int price(int cents, int pieces) {
        int sum = cents * pieces;
        if (sum > 10_000) {
            return sum - sum / 10;
        }
        return sum;
    }

    public static String text(int cents) {
        String é = cents / 100 + "."; // 𝒳
        return é + cents % 100;
    }
}
