package travel;

import static org.junit.Assert.assertEquals;

import org.junit.Test;

public class FareTest {
    @Test
    public void seniorsTravelFarForHalf() {
        int zones = 10;
        assertEquals(600, Fare.of(zones, 70, false, "RAIL"));
    }

    @Test
    public void childrenTravelForNothing() {
        assertEquals(0, Fare.of(3, 4, true, null));
    }

    @Test
    public void othersPayByZones() {
        assertEquals(360, Fare.of(3, 30, true, ""));
    }
}
