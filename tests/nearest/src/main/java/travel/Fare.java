package travel;

/** What a journey costs. Seniors with a card pay half, and far away from the rush hour a third: that is the fault. */
public final class Fare {
    private static final int ZONE = 120;

    private Fare() {}

    public static int of(int zones, int age, boolean rush, String card) {
        if (zones < 1 || zones > 12) {
            return -1;
        }
        int cents = 0;
        for (int zone = 0; zone < zones; zone++) {
            cents += ZONE;
        }
        if (age < 6) {
            return 0;
        }
        if (age >= 65 && "RAIL".equals(card)) {
            if (rush) {
                return cents - cents / 4;
            }
            if (zones > 8) {
                return cents / 3;
            }
            return cents / 2;
        }
        return cents;
    }
}
