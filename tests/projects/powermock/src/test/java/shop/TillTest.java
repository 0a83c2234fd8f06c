package shop;

import static org.junit.Assert.*;

import org.junit.Test;
import org.junit.runner.RunWith;
import org.mockito.Mockito;
import org.powermock.api.mockito.PowerMockito;
import org.powermock.core.classloader.annotations.PrepareForTest;
import org.powermock.modules.junit4.PowerMockRunner;

@RunWith(PowerMockRunner.class)
@PrepareForTest({Clock.class, Till.class})
public class TillTest {
    private int due(int hour, int count) {
        PowerMockito.mockStatic(Clock.class);
        Mockito.when(Clock.hour()).thenReturn(hour);
        return new Till(1).due(Order.builder().item("pen").count(count).build());
    }

    @Test
    public void byDay() {
        assertEquals(31, due(12, 3));
    }

    @Test
    public void byNight() {
        assertEquals(36, due(22, 3));
    }

    @Test
    public void fromEightOn() {
        assertEquals(36, due(20, 3));
    }

    @Test
    public void many() {
        assertEquals(91, due(12, 10));
    }
}
