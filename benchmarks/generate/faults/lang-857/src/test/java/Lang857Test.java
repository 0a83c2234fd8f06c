import static org.junit.Assert.assertEquals;
import org.apache.commons.lang3.StringEscapeUtils;
import org.junit.Test;

public class Lang857Test {
    @Test public void aPairOfSurrogatesNeedsNoQuotes() {
        assertEquals("\uD83D\uDE30", StringEscapeUtils.escapeCsv("\uD83D\uDE30"));
    }
}
