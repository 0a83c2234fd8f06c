import static org.junit.Assert.assertEquals;
import org.apache.commons.math3.fraction.Fraction;
import org.junit.Test;

public class Math835Test {
    @Test public void percentsOfALargeNumeratorAreANumber() {
        Fraction fraction = new Fraction(1, 2).add(21000000);
        assertEquals(2100000050.0, fraction.percentageValue(), 0.5);
    }
}
